package io.zabdb.simulator.fault;

import io.zabdb.model.error.ZabException;
import io.zabdb.replica.GroupMoves;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Operators who move partitions between groups, and think better of it, at whichever node. */
public final class MovesAndAborts {

  private static final long SHORTEST_MICROS = 5_000;
  private static final long LONGEST_MICROS = 300_000;
  private static final long LONGEST_REGRET_MICROS = 100_000;
  private static final double REGRETS = 0.2;

  private final World world;
  private final List<SimulatedNode> nodes;
  private final int groups;
  private final SeededRandom random;
  private boolean stopped;

  public MovesAndAborts(World world, List<SimulatedNode> nodes, int groups) {
    this.world = world;
    this.nodes = nodes;
    this.groups = groups;
    random = world.random("moves");
  }

  /** Begins; goes on until it is stopped. */
  public void start() {
    world.time().after(random.spread(SHORTEST_MICROS, LONGEST_MICROS), this::act);
  }

  /** What is under way ends by itself. */
  public void stop() {
    stopped = true;
  }

  private void act() {
    if (stopped) {
      return;
    }
    SimulatedNode node = nodes.get(random.below(nodes.size()));
    int group = random.below(groups);
    int other = (group + 1 + random.below(groups - 1)) % groups;
    if (node.process() != null) {
      Map<Integer, ReplicaDriver> drivers = node.process().drivers();
      ReplicaDriver driver = drivers.get(group);
      driver
          .sharding()
          .partitions()
          .thenAccept(
              held -> {
                if (held.isEmpty()) {
                  world.counts().add("operator: a group has nothing to move");
                } else {
                  String any = held.get(random.below(held.size())).id().name();
                  move(driver.moves(), any, drivers.get(other).moves());
                }
              });
    }
    start();
  }

  private void move(GroupMoves from, String partition, GroupMoves to) {
    CompletableFuture<Long> begun = to.birth().thenCompose(birth -> from.start(partition, birth));
    heed("move", begun);
    begun.thenAccept(
        attempt -> {
          if (random.chance(REGRETS)) {
            long after = random.spread(1, LONGEST_REGRET_MICROS);
            world.time().after(after, () -> heed("abort", from.abort(partition)));
          }
        });
  }

  private void heed(String what, CompletableFuture<?> asked) {
    asked.whenComplete(
        (answer, failure) ->
            world
                .counts()
                .add("operator: " + what + (failure == null ? " done" : " failed" + why(failure))));
  }

  private static String why(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause instanceof ZabException known ? ", " + known.code() : "";
  }
}
