package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import java.util.Set;

/** kill -9 of the leader. */
public final class LeaderKilled implements Strike {

  @Override
  public String name() {
    return "leader killed";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    leader.kill();
    ClusterNode next = victim.cluster().awaitLeaderOtherThan(leader);
    return new Blow(Set.of(leader), "node " + next.id() + " leads", () -> {});
  }
}
