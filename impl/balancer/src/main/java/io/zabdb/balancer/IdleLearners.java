package io.zabdb.balancer;

import io.zabdb.rpc.wire.NodeStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes that have what a group has and are no members of it, as rounds saw them: somebody may have
 * wanted them to be and given up. Whoever still does makes one a member soon, unless something is
 * wrong with it. It keeps as many as were there last. Not thread-safe.
 */
final class IdleLearners {

  /** Since when each is there. */
  private Map<DismissalIntent, Long> since = Map.of();

  /**
   * Those that are there for so long.
   *
   * @param nowMillis a time that never goes back
   */
  List<DismissalIntent> look(StoreReport report, long millis, long nowMillis) {
    Map<DismissalIntent, Long> now = new HashMap<>();
    List<DismissalIntent> idle = new ArrayList<>();
    report
        .nodes()
        .forEach(
            (node, status) -> {
              for (NodeStatus.Replica replica : status.getReplicasList()) {
                DismissalIntent learner = new DismissalIntent(replica.getGroup(), node);
                if (status.getProblemsCount() == 0 && isIdle(report, learner)) {
                  long first = since.getOrDefault(learner, nowMillis);
                  now.put(learner, first);
                  if (nowMillis - first >= millis) {
                    idle.add(learner);
                  }
                }
              }
            });
    since = now;
    return idle;
  }

  private static boolean isIdle(StoreReport report, DismissalIntent learner) {
    return MemberSteps.learns(report.nodes(), learner.node(), learner.group())
        && Leaders.of(report.nodes(), learner.group())
            .map(Leaders.GroupLeader::replica)
            .filter(leader -> leader.getNextVotersCount() == 0)
            .filter(leader -> !leader.getVotersList().contains(learner.node()))
            .isPresent();
  }
}
