package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.preload.DiskError;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.process.Waiting;
import java.util.Set;

/** The leader's disk takes nothing more, those of the others do. */
public final class DiskFull implements Strike {

  private static final int SUCCESSES = 20;

  @Override
  public String name() {
    return "the leader's disk is full";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    Preload.Rule rule =
        victim
            .preload(leader.id())
            .fail(Set.of(Operation.WRITE), leader.data() + "/group-*", DiskError.ENOSPC);
    Waiting.until("a write that found no room", victim.cluster()::describe, () -> rule.hits() > 0);
    ClusterNode next = victim.cluster().awaitLeaderOtherThan(leader);
    victim.workload().awaitDone(SUCCESSES);
    return new Blow(Set.of(), "node " + next.id() + " leads", rule::close);
  }
}
