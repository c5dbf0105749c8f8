package io.zabdb.core.zab;

import io.zabdb.core.state.Described;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import java.util.Objects;

/**
 * The writes of epochs by a replica in an epoch or on its way into one: FOLLOWING or LEADING
 * ({@code ZabState!pending}). One at a time. Not thread-safe; times are in ticks.
 */
final class EpochWrites {

  /**
   * A slow disk is no dead member: what waits for a write is not impatient, for so many times a
   * synchronization timeout. A member that is not done by then is given up.
   */
  private static final int MAX_WAIT = 10;

  private final Context context;
  private final ReplicaState state;
  private final Guards guards;

  /** Ticks since the role began, until its epoch is adopted. */
  private int age;

  EpochWrites(Context context, Guards guards) {
    this.context = context;
    this.state = context.state;
    this.guards = guards;
  }

  /** A tick has passed on the way into an epoch. */
  void grow() {
    age++;
  }

  /** Whether it is worth while to wait for disks still. */
  boolean waitsForDisks() {
    return age <= MAX_WAIT * context.settings.timing().synchronizationTimeout();
  }

  /** Whether nothing can be expected of this replica until its own disk is done. */
  boolean isWriting() {
    return state.pending != Pending.NONE && waitsForDisks();
  }

  /** Asks for the write of a promise; nothing may end the role until it is done. */
  void promise(long epoch) {
    state.pending = new Pending(EpochField.ACCEPTED, epoch, 0);
    start();
  }

  /** The epoch is adopted once the whole history, and then currentEpoch, is on disk. */
  void adopt(long epoch) {
    state.pending = new Pending(EpochField.CURRENT, epoch, state.history.length());
  }

  /** Asks for the write of currentEpoch once the history that it vouches for is on disk. */
  void writeCurrentEpochIfDue() {
    if (state.pending.is(EpochField.CURRENT) && !state.writing && guards.historyOnDisk(state)) {
      start();
    }
  }

  private void start() {
    state.writing = true;
    EpochField field = Objects.requireNonNull(state.pending.field());
    context.output(new Output.WriteEpoch(field, state.pending.epoch()));
  }

  /** What was asked for is on disk. */
  void written(EpochField field, Described subject) {
    ProtocolViolation.unless(
        state.writing && state.pending.is(field), "written what was not asked for", subject);
    state.writing = false;
  }
}
