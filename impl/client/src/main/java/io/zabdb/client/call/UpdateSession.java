package io.zabdb.client.call;

import io.zabdb.model.ring.RingPartition;

/**
 * The session of one update, and whether an attempt with its number may have happened: then the
 * session stays with the update. A read has none, and leaves nothing unsure. For turns only.
 * Source: {@code Calls!MayReplace}, {@code Calls!IsUnused}, {@code Calls!Refusal}.
 */
final class UpdateSession {

  private final Caller caller;
  private final boolean isUpdate;
  private Session session;

  /** Whether an attempt that is no longer open may have happened. */
  private boolean isUnsure;

  UpdateSession(Caller caller, boolean isUpdate) {
    this.caller = caller;
    this.isUpdate = isUpdate;
  }

  /**
   * The update goes to a partition, maybe another than before.
   *
   * @param isOpen whether attempts are under way
   */
  void settle(RingPartition place, boolean isOpen) {
    if (!isUpdate) {
      return;
    }
    if (session != null && !isUnsure && !isOpen) {
      session.unused();
      session = null;
    }
    // One that may have been used goes along: the partition remembers it.
    if (session == null) {
      session = caller.sessions(place).take();
    }
  }

  /** Null for reads. */
  Stamp stamp() {
    return isUpdate ? session.stamp() : null;
  }

  /** An attempt ended. */
  void ended(boolean mayHaveHappened) {
    isUnsure |= isUpdate && mayHaveHappened;
  }

  boolean isUnsure() {
    return isUnsure;
  }

  /** See {@link Session#open}. */
  void open(long time) {
    session.open(time);
  }

  /**
   * The nodes have forgotten the session. If no attempt may have been made, another can make one.
   *
   * @param isOpen whether attempts are under way
   * @return whether there is another
   */
  boolean replace(RingPartition place, boolean isOpen) {
    session.forgotten();
    if (isUnsure || isOpen) {
      isUnsure = true;
      return false;
    }
    session = caller.sessions(place).take();
    return true;
  }

  /** The update was answered; the session may be used again, if it was taken there. */
  void answered(RingPartition place) {
    if (isUpdate && session.isOf(caller.sessions(place))) {
      session.answered();
    }
  }

  /** The update was refused: that does not tell whether the session has come to the next number. */
  void refused() {
    session = null;
  }

  /** The update has ended without an answer; its number is used again if nobody has seen it. */
  void release(RingPartition place) {
    if (session != null && !isUnsure && session.isOf(caller.sessions(place))) {
      session.unused();
    }
  }
}
