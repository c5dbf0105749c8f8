package io.zabdb.core.zab;

/**
 * The last request of each client session among the entries of a history that are not purged,
 * committed or not, so that a retry finds its first attempt ({@code Broadcast!Fresh}). Takes some
 * 50 bytes for each of them: a table with open addressing, at most half full. Not thread-safe.
 */
final class Sessions {

  private static final int MIN_SLOTS = 64;

  // Slot by slot; index 0: the slot is free.
  private long[] sessions = new long[MIN_SLOTS];
  private long[] seqs = new long[MIN_SLOTS];
  private long[] indexes = new long[MIN_SLOTS];
  private int size;

  /** The entry at {@code index}, behind all that were recorded, holds this request. */
  void record(long session, long seq, long index) {
    int slot = slotOf(session);
    if (indexes[slot] == 0) {
      if (2 * (size + 1) > sessions.length) {
        resize(2 * sessions.length);
        slot = slotOf(session);
      }
      size++;
    }
    sessions[slot] = session;
    seqs[slot] = seq;
    indexes[slot] = index;
  }

  /** The entry at {@code index} is purged: if its session has no later one, it is forgotten. */
  void purged(long session, long index) {
    int slot = slotOf(session);
    if (indexes[slot] != index) {
      return;
    }
    free(slot);
    size--;
    if (sessions.length > MIN_SLOTS && 8 * size < sessions.length) {
      resize(sessions.length / 2);
    }
  }

  /** How many sessions it knows. */
  int size() {
    return size;
  }

  /** The number of the session's last request; 0 for a session that is not known. */
  long lastSeq(long session) {
    int slot = slotOf(session);
    return indexes[slot] == 0 ? 0 : seqs[slot];
  }

  /** The entry that holds the session's last request; 0 for a session that is not known. */
  long lastIndex(long session) {
    return indexes[slotOf(session)];
  }

  /** Where the session is, or else the free slot where it would go. */
  private int slotOf(long session) {
    int slot = home(session);
    while (indexes[slot] != 0 && sessions[slot] != session) {
      slot = next(slot);
    }
    return slot;
  }

  /**
   * Sessions may be numbered in a row: their bits are mixed (the finalizer of SplittableRandom).
   */
  private int home(long session) {
    long mixed = (session ^ (session >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return (int) (mixed ^ (mixed >>> 31)) & (sessions.length - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (sessions.length - 1);
  }

  /** Frees a slot; those behind it that would no longer be found move up (Knuth, 6.4, R). */
  private void free(int slot) {
    int hole = slot;
    for (int from = next(hole); indexes[from] != 0; from = next(from)) {
      int home = home(sessions[from]);
      boolean mayStay = hole < from ? hole < home && home <= from : hole < home || home <= from;
      if (!mayStay) {
        sessions[hole] = sessions[from];
        seqs[hole] = seqs[from];
        indexes[hole] = indexes[from];
        hole = from;
      }
    }
    indexes[hole] = 0;
  }

  private void resize(int slots) {
    long[] oldSessions = sessions;
    long[] oldSeqs = seqs;
    long[] oldIndexes = indexes;
    sessions = new long[slots];
    seqs = new long[slots];
    indexes = new long[slots];
    for (int i = 0; i < oldIndexes.length; i++) {
      if (oldIndexes[i] != 0) {
        int slot = slotOf(oldSessions[i]);
        sessions[slot] = oldSessions[i];
        seqs[slot] = oldSeqs[i];
        indexes[slot] = oldIndexes[i];
      }
    }
  }
}
