package io.zabdb.simulator.fault;

import io.zabdb.replica.GroupMoves;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Operators who move partitions between groups, and think better of it, at whichever node. */
public final class MovesAndAborts extends Operators {

  private static final long LONGEST_REGRET_MICROS = 100_000;
  private static final double REGRETS = 0.2;

  public MovesAndAborts(World world, List<SimulatedNode> nodes, TakenGroups groups) {
    super("moves", world, nodes, groups);
  }

  @Override
  void ask(Map<Integer, ReplicaDriver> drivers, int group) {
    List<Integer> known = groups.numbers();
    int further = known.indexOf(group) + 1 + random.below(known.size() - 1);
    int other = known.get(further % known.size());
    if (!drivers.containsKey(other)) {
      return;
    }
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
}
