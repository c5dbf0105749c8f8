package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import io.zabdb.core.zab.Replica;
import java.util.concurrent.TimeUnit;

/**
 * Has a member whose disk was replaced count again once its replica has the log and lacks no files:
 * else the next disk that is lost might be the last one with them. By the loop of a leader.
 *
 * <p>Source: {@code WholeMembers!Vouch}.
 */
final class ReplacedDisks {

  /** Until somebody that was not whole is asked again. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final ReplicaParts parts;
  private final Replica core;
  private final QuorumFiles files;
  private boolean isAsking;
  private long next;

  ReplacedDisks(ReplicaParts parts, Replica core, QuorumFiles files) {
    this.parts = parts;
    this.core = core;
    this.files = files;
    next = parts.clock().nanos();
  }

  /** Anything may have changed in the turn. */
  void turnEnded() {
    long waiting = isAsking || !core.transferView().leads() ? 0 : waiting(core.state());
    if (waiting != 0 && parts.clock().nanos() - next >= 0) {
      isAsking = true;
      files.askMembers(waiting, this::answered);
    }
  }

  /** Those that have the log, and whose disk nobody counts, as is known to be committed. */
  private long waiting(StateView state) {
    Roster roster = state.roster();
    if (state.rosterPlace() > state.lastCommitted()) {
      return 0;
    }
    Configuration voters = roster.configuration(parts.founders());
    long waiting = 0;
    for (long left = voters.voters() & state.ackLeader(); left != 0; left &= left - 1) {
      int member = Long.numberOfTrailingZeros(left);
      boolean isOut = roster.disk(member) == Roster.NOBODY;
      if (isOut && state.acked(member) >= state.rosterPlace()) {
        waiting = Members.with(waiting, member);
      }
    }
    return waiting;
  }

  private void answered(long whole) {
    isAsking = false;
    next = parts.clock().nanos() + PAUSE_NANOS;
    for (long left = whole; left != 0 && !parts.turns().isOver(); left &= left - 1) {
      parts.turns().step(new Input.MemberIsWhole(Long.numberOfTrailingZeros(left)));
    }
  }
}
