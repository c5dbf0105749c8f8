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

  /** Of where the update goes now; null for reads. */
  private SessionPool pool;

  /** Maybe of another pool than that; null: none, or none any more. */
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
    pool = caller.sessions(place);
    if (session != null && !isUnsure && !isOpen) {
      session.unused();
      session = null;
    }
    // One that may have been used goes along, whatever the partition is called now and whoever has
    // it: what is remembered of sessions moves with the tokens.
    if (session == null) {
      session = pool.take();
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
  boolean replace(boolean isOpen) {
    session.forgotten();
    if (isUnsure || isOpen) {
      isUnsure = true;
      return false;
    }
    session = pool.take();
    return true;
  }

  /** The update was answered; the session may be used again, if it was taken there. */
  void answered() {
    if (isUpdate && session.isOf(pool)) {
      session.answered();
    }
  }

  /** The update was refused: that does not tell whether the session has come to the next number. */
  void refused() {
    session = null;
  }

  /** The update has ended without an answer; its number is used again if nobody has seen it. */
  void release() {
    if (session != null && !isUnsure && session.isOf(pool)) {
      session.unused();
    }
  }
}
