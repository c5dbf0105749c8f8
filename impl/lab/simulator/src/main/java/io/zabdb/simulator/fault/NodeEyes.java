package io.zabdb.simulator.fault;

import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.schedule.sight.NodeSight;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.simulator.node.NodeProcess;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Looks at the nodes of a cluster of one group, for a scheduler. Not thread-safe. */
final class NodeEyes {

  /** Who has not answered by then is slow or stands still. */
  static final long ANSWER_MICROS = 50_000;

  /**
   * What a node was asked.
   *
   * @param process that was asked; null: there was none
   */
  private record Asked(NodeProcess process, CompletableFuture<ReplicaStatus> status) {

    /** What this process has said; null: nothing, or it is not there any more. */
    ReplicaStatus answerOf(NodeProcess now) {
      boolean answered =
          process != null
              && process == now
              && status.isDone()
              && !status.isCompletedExceptionally();
      return answered ? status.join() : null;
    }
  }

  private final World world;
  private final List<SimulatedNode> nodes;
  private final NodeHands hands;
  private List<Asked> asked = List.of();

  NodeEyes(World world, List<SimulatedNode> nodes, NodeHands hands) {
    this.world = world;
    this.nodes = nodes;
    this.hands = hands;
  }

  /** Asks all nodes how they are. */
  void ask() {
    asked =
        nodes.stream()
            .map(SimulatedNode::process)
            .map(
                process ->
                    new Asked(process, process == null ? null : process.drivers().get(0).status()))
            .toList();
  }

  /** How things are, by what nodes have answered. */
  Sight sight() {
    List<ReplicaStatus> answers = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      answers.add(asked.get(i).answerOf(nodes.get(i).process()));
    }
    long epoch =
        answers.stream()
            .filter(Objects::nonNull)
            .filter(ReplicaStatus::leads)
            .mapToLong(ReplicaStatus::epoch)
            .max()
            .orElse(-1);
    List<NodeSight> seen = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      seen.add(sight(nodes.get(i), answers.get(i), epoch));
    }
    return new Sight(world.time().now(), seen, hands.cut());
  }

  /**
   * @param answer null: none
   * @param epoch the newest that anybody leads; below 0: none
   */
  private static NodeSight sight(SimulatedNode node, ReplicaStatus answer, long epoch) {
    if (node.process() == null) {
      return NodeSight.DOWN;
    }
    if (node.isPaused()) {
      return NodeSight.PAUSED;
    }
    if (answer == null) {
      return NodeSight.BEHIND;
    }
    boolean current = epoch < 0 || answer.epoch() == epoch;
    return new NodeSight(
        true,
        false,
        answer.ready() && current,
        answer.leads() && current,
        answer.compacting(),
        false);
  }
}
