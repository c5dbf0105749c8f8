package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import java.util.Set;

/** SIGSTOP of the leader, SIGCONT later. */
public final class LeaderStopped implements Strike {

  @Override
  public String name() {
    return "leader stands still";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    leader.process().pause();
    ClusterNode next = victim.cluster().awaitLeaderOtherThan(leader);
    return new Blow(Set.of(), "node " + next.id() + " leads", leader.process()::resume);
  }
}
