package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.preload.DiskError;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.process.Waiting;
import java.util.Set;

/** EIO at the next sync of the leader's log: what is on disk is not known, so it must end. */
public final class SyncFails implements Strike {

  private static final int FAILED = 70;

  @Override
  public String name() {
    return "EIO at a sync of the leader's log";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    try (Preload.Rule rule =
        victim
            .preload(leader.id())
            .fail(Set.of(Operation.SYNC), leader.data() + "/group-*/log/*", DiskError.EIO)) {
      int exit = leader.process().awaitExit(Waiting.PATIENCE);
      if (exit != FAILED || rule.hits() == 0) {
        throw new AssertionError(
            "node " + leader.id() + " ended with " + exit + " after " + rule.hits() + " failures");
      }
    }
    ClusterNode next = victim.cluster().awaitLeaderOtherThan(leader);
    return new Blow(Set.of(leader), "it ended, node " + next.id() + " leads", () -> {});
  }
}
