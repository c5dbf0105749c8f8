package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.process.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/** The leader's monotonic clock jumps ahead: all that waits there has waited for too long. */
public final class TimeJumps implements Strike {

  private static final Duration JUMP = Duration.ofHours(1);
  private static final int SUCCESSES = 50;

  @Override
  public String name() {
    return "the leader's monotonic clock jumps an hour ahead";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode leader = victim.cluster().awaitLeader();
    double before = uptime(leader);
    victim.preload(leader.id()).setPace(JUMP, Duration.ZERO);
    Waiting.until(
        "an hour that has passed for node " + leader.id(),
        victim.cluster()::describe,
        () -> hasPassed(leader, before));
    victim.workload().awaitDone(SUCCESSES);
    return new Blow(Set.of(), "an hour has passed for the node, as it says", () -> {});
  }

  private static boolean hasPassed(ClusterNode node, double before) {
    try {
      return uptime(node) - before >= JUMP.toSeconds();
    } catch (IOException e) {
      // Connections have been idle for too long, too: it answers when it is asked again.
      return false;
    }
  }

  private static double uptime(ClusterNode node) throws IOException {
    return node.metric("process_uptime_seconds");
  }
}
