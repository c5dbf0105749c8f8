package io.zabdb.simulator.fault;

import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.wire.BearGroup;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.simulator.client.AnswerTaker;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Operators who have groups be born, of the first nodes, at any of these: so the number of a member
 * is that of its node.
 */
public final class Births extends Operators {

  /** As many as a run has; then some more may be under way. */
  private static final int MOST = 4;

  private static final int LARGEST = 3;
  private static final double IS_LARGE = 0.7;

  /** After which the next is asked, whatever became of the one before. */
  private static final long PATIENCE_MICROS = 3_000_000;

  private static final int TIMEOUT_MILLIS = 2_000;

  private long next;

  public Births(World world, List<SimulatedNode> nodes, TakenGroups groups) {
    super("births", world, nodes, groups);
  }

  @Override
  void ask(Map<Integer, ReplicaDriver> drivers, int group) {
    int founders = random.chance(IS_LARGE) ? LARGEST : 1 + random.below(LARGEST);
    SimulatedNode bearer = nodes().get(random.below(founders));
    if (groups.born() >= MOST
        || world.time().now() < next
        || bearer.process() == null
        || !knowsItsOwn(bearer)) {
      return;
    }
    next = world.time().now() + PATIENCE_MICROS;
    Request request =
        Request.newBuilder()
            .setTimeoutMillis(TIMEOUT_MILLIS)
            .setBearGroup(
                BearGroup.newBuilder().addAllNodes(IntStream.range(0, founders).boxed().toList()))
            .build();
    bearer.take(request, new Answer());
  }

  /** A node with another disk bears nothing before it has heard of what it has borne. */
  private boolean knowsItsOwn(SimulatedNode bearer) {
    return groups.bornBy(bearer.number()).stream()
        .allMatch(group -> bearer.process().knows(group.id()));
  }

  private final class Answer extends AnswerTaker {

    @Override
    public void respond(Response.Builder response) {
      next = Math.min(next, world.time().now());
      world
          .counts()
          .add(
              "operator: birth "
                  + (response.hasBorn() ? "done" : "failed, " + response.getError().getCode()));
    }
  }
}
