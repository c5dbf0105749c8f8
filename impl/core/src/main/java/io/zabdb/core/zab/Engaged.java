package io.zabdb.core.zab;

import io.zabdb.core.message.Message;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.trace.Action;

/**
 * A replica in an epoch or on its way into one: FOLLOWING or LEADING. It writes epochs, and does
 * not leave its role in the middle of that.
 */
abstract class Engaged extends Role {

  /**
   * A slow disk is no dead member: what waits for a write is not impatient, for so many times a
   * synchronization timeout. Who is not done then is given up.
   */
  private static final int LONGEST_WAIT = 10;

  /** Ticks since the role began, until its epoch is adopted. */
  private int age;

  /** The role ends as soon as the write under way is done. */
  private boolean leaving;

  protected Engaged(Context context) {
    super(context);
  }

  /** A tick has passed on the way into an epoch. */
  void grow() {
    age++;
  }

  /** Whether it is worth while to wait for disks still. */
  boolean waitsForDisks() {
    return age <= LONGEST_WAIT * context.settings.timing().synchronizationTimeout();
  }

  /** Whether nothing can be expected of this replica until its own disk is done. */
  boolean isWriting() {
    return state.pending != Pending.NONE && waitsForDisks();
  }

  /** The promise is on disk. */
  abstract void persistAcceptedEpoch();

  /** The epoch is adopted, on disk. */
  abstract void persistCurrentEpoch();

  /** The role ends, now. */
  abstract void giveUp();

  /** A write that has begun is waited for, so that it is never neither done nor undone. */
  @Override
  protected void leave() {
    if (state.writing) {
      leaving = true;
    } else {
      giveUp();
    }
  }

  @Override
  void epochWritten(EpochField field) {
    ProtocolViolation.unless(
        state.writing && state.pending.is(field), "written what was not asked for", this);
    state.writing = false;
    if (field == EpochField.ACCEPTED) {
      persistAcceptedEpoch();
    } else {
      persistCurrentEpoch();
    }
    if (leaving) {
      giveUp();
    }
  }

  /** Whether a SYNC or PULLED is what comes next. */
  abstract boolean awaitsDifference();

  /**
   * {@code Synchronization!TakePart}: the beginning of a SYNC or PULLED is installed; the rest goes
   * on from there.
   */
  public void takePart(int from, Connection connection, Message.Part message) {
    expect(awaitsDifference() && !message.difference().entries().isEmpty(), message);
    install(message.difference());
    context.trace(Action.TakePart, from, connection, message);
  }

  /** What the spec proves of each message that arrives (MCZab, MessagesExpected). */
  void expect(boolean expected, Message message) {
    if (!expected) {
      throw new ProtocolViolation(message + " was not expected: " + describe());
    }
  }
}
