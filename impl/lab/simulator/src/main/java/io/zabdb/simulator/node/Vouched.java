package io.zabdb.simulator.node;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.testkit.sim.engine.Violation;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a replica has taken for durable, over all of its processes: whatever it told others rests on
 * that, so the next process must find it, whatever ended the one before. Not thread-safe.
 *
 * <p>Source: {@code specs/zab/Faults.tla}, Restart leaves {@code synced} and the epochs as they
 * were.
 */
final class Vouched implements ReplicaTrace {

  /** After which more is durable than before. */
  private static final Set<Action> SYNCED =
      EnumSet.of(Action.Fsync, Action.TakeCheckpoint, Action.Restart);

  private final String replica;
  private final Alarm alarm;
  private long acceptedEpoch;
  private long currentEpoch;
  private long synced;

  private Roster logged = Roster.NONE;

  /** Of the last entry that is synced; null: a checkpoint ends there, and tells no zxid. */
  private Zxid zxid;

  Vouched(int node, int group, Alarm alarm) {
    replica = "the replica of group " + group + " on node " + node;
    this.alarm = alarm;
  }

  /** The last roster that was in its log, which may be lost since. */
  Roster logged() {
    return logged;
  }

  /** How many entries it has taken for durable. */
  long synced() {
    return synced;
  }

  /** Its disk is another one, or somebody has damaged what is on it. */
  void forget() {
    logged = Roster.NONE;
    acceptedEpoch = 0;
    currentEpoch = 0;
    synced = 0;
    zxid = null;
  }

  @Override
  public void taken(TraceEvent event, StateView state) {
    if (event.action() == Action.Restart) {
      check(state);
    }
    acceptedEpoch = state.acceptedEpoch();
    currentEpoch = state.currentEpoch();
    logged = state.roster();
    if (state.synced() > synced && !SYNCED.contains(event.action())) {
      // A checkpoint replaces the log; the core takes nothing else before that is durable.
      synced = 0;
      zxid = null;
    } else {
      synced = state.synced();
      zxid = zxid(state);
    }
  }

  private Zxid zxid(StateView state) {
    return synced > state.checkpoint() ? state.entry(synced).zxid() : null;
  }

  private void check(StateView found) {
    if (found.acceptedEpoch() < acceptedEpoch || found.currentEpoch() < currentEpoch) {
      violated(
          "epochs %d and %d, finds %d and %d"
              .formatted(acceptedEpoch, currentEpoch, found.acceptedEpoch(), found.currentEpoch()));
    } else if (found.historyLength() < synced) {
      violated("%d entries, finds %d".formatted(synced, found.historyLength()));
    } else if (zxid != null && synced > found.checkpoint()) {
      Zxid now = zxid(found);
      if (!zxid.equals(now)) {
        violated("entry %d with %s, finds %s".formatted(synced, zxid, now));
      }
    }
  }

  private void violated(String detail) {
    alarm.raise(new Violation("SyncedIsKept", replica + " took for durable " + detail));
  }

  @Override
  public void accepted(Connection connection, StateView state) {}

  @Override
  public boolean hears(TransferAction action) {
    return false;
  }

  @Override
  public LamportClock clock() {
    return LamportClock.OFF;
  }

  @Override
  public void flush() {}
}
