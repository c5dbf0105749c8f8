package io.zabdb.core.zab;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Output;
import java.util.Objects;

/**
 * What a replica does with its own log in any role: {@code Synchronization!Install}, and the parts
 * of {@code Broadcast} and {@code Faults} that concern one log alone. Not thread-safe.
 */
final class LogKeeping {

  private final Context context;
  private final ReplicaState state;

  LogKeeping(Context context) {
    this.context = context;
    this.state = context.state;
  }

  /** Adds an entry to the history; it is not on disk yet. */
  void append(Entry entry) {
    state.history.append(entry);
    context.output(new Output.Append(state.history.length(), entry));
  }

  /** Keeps the first {@code length} entries, if there are more. */
  void truncate(long length) {
    if (length < state.history.length()) {
      long rosters = state.history.roster().version();
      state.history.truncate(length);
      context.output(new Output.Truncate(length));
      // It may have been passed over, or the one that is gone was told when the replica began.
      if (state.history.roster().version() < rosters
          && state.history.rosterPlace() <= state.lastCommitted) {
        rosterCommitted();
      }
    }
  }

  /** The log up to its n-th entry is on disk. */
  void synced(long n) {
    RejectedException.unless(
        n > state.synced && n <= state.history.length(),
        "synced is not beyond what was, or beyond the log");
    state.synced = n;
  }

  /** A checkpoint is on disk, of at most so many entries; the log below it is purged. */
  void purge(Checkpoint checkpoint, long checkpointable) {
    RejectedException.unless(
        checkpoint.length() > state.history.checkpoint() && checkpoint.length() <= checkpointable,
        "checkpoint of " + checkpoint.length() + " entries, committed are " + checkpointable);
    ProtocolViolation.unless(
        state.history.zxidAt(checkpoint.length()).equals(checkpoint.zxid()),
        "checkpoint of another history: " + checkpoint.zxid());
    state.history.purge(checkpoint);
    state.synced = Math.max(state.synced, checkpoint.length());
  }

  /** {@code Synchronization!Install}: own history becomes that of the sender. */
  void install(Difference difference) {
    if (difference.mode() == Mode.SNAP) {
      install(Objects.requireNonNull(difference.checkpoint()));
    } else {
      cut(difference);
    }
    difference.entries().forEach(this::append);
  }

  private void install(Checkpoint checkpoint) {
    ProtocolViolation.unless(
        checkpoint.length() >= state.lastCommitted,
        "a checkpoint of " + checkpoint.length() + " entries, older than what is committed");
    Roster before = state.history.roster();
    state.history.install(checkpoint);
    state.synced = checkpoint.length();
    state.lastCommitted = checkpoint.length();
    context.output(new Output.Install(checkpoint));
    // Its entry is none of those that come; nor is there one for a roster that is gone.
    if (!state.history.roster().equals(Roster.NONE) || !before.equals(Roster.NONE)) {
      rosterCommitted();
    }
  }

  private void cut(Difference difference) {
    History history = state.history;
    ProtocolViolation.unless(
        history.holds(difference.from()), "a tail behind " + difference.from() + ", not held");
    long kept = history.countUpTo(difference.from());
    ProtocolViolation.unless(kept >= state.lastCommitted, "cut to " + kept + " what is committed");
    truncate(kept);
    state.synced = Math.min(state.synced, kept);
  }

  /** The first {@code length} entries are known to be committed. */
  void commit(long length) {
    long before = state.lastCommitted;
    state.lastCommitted = length;
    context.output(new Output.Deliver(length));
    long place = state.history.rosterPlace();
    if (place > before && place <= length) {
      rosterCommitted();
    }
  }

  private void rosterCommitted() {
    context.output(new Output.RosterCommitted(state.history.roster()));
  }
}
