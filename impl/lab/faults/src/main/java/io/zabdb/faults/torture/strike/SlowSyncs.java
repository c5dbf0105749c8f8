package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.preload.Operation;
import io.zabdb.faults.preload.Preload;
import io.zabdb.faults.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Every sync takes much longer: at the leader, or at all nodes. */
public final class SlowSyncs implements Strike {

  private static final int MIN_MILLIS = 50;
  private static final int MAX_MILLIS = 200;
  private static final int SYNCS = 10;

  private final boolean everywhere;

  public SlowSyncs(boolean everywhere) {
    this.everywhere = everywhere;
  }

  @Override
  public String name() {
    return everywhere ? "slow syncs everywhere" : "slow syncs of the leader";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    Duration delay = Duration.ofMillis(victim.random().nextInt(MIN_MILLIS, MAX_MILLIS));
    List<ClusterNode> slow =
        everywhere ? victim.cluster().nodes() : List.of(victim.cluster().awaitLeader());
    List<Preload.Rule> rules = new ArrayList<>();
    for (ClusterNode node : slow) {
      rules.add(victim.preload(node.id()).slow(Set.of(Operation.SYNC), node.data() + "/*", delay));
    }
    for (Preload.Rule rule : rules) {
      Waiting.until("slow syncs", victim.cluster()::describe, () -> rule.hits() > SYNCS);
    }
    victim.workload().awaitDone(SYNCS);
    return new Blow(
        Set.of(), delay.toMillis() + " ms more", () -> rules.forEach(Preload.Rule::close));
  }
}
