package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.preload.DiskError;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.process.Waiting;
import java.util.Set;

/** EIO at the leader's store: who cannot apply must not go on to lead. */
public final class FlushFails implements Strike {

  @Override
  public String name() {
    return "EIO at a flush of the leader's store";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    Preload.Rule rule =
        victim
            .preload(leader.id())
            .fail(
                Set.of(Operation.WRITE, Operation.SYNC),
                leader.data() + "/group-*/store/*.sst",
                DiskError.EIO);
    victim.cluster().compact(leader);
    Waiting.until("a flush that failed", victim.cluster()::describe, () -> rule.hits() > 0);
    ClusterNode next = victim.cluster().awaitLeaderOtherThan(leader);
    return new Blow(Set.of(leader), "node " + next.id() + " leads", rule::close);
  }
}
