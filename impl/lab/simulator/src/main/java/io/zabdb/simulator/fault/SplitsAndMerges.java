package io.zabdb.simulator.fault;

import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.GroupSharding;
import io.zabdb.replica.GroupSharding.HeldPartition;
import io.zabdb.shard.PartitionId;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Operators who split and merge partitions of a group, whichever node they reach. */
public final class SplitsAndMerges {

  private static final int MANY = 6;
  private static final long SHORTEST_MICROS = 5_000;
  private static final long LONGEST_MICROS = 300_000;

  private final World world;
  private final List<SimulatedNode> nodes;
  private final int groups;
  private final SeededRandom random;
  private boolean stopped;

  public SplitsAndMerges(World world, List<SimulatedNode> nodes, int groups) {
    this.world = world;
    this.nodes = nodes;
    this.groups = groups;
    random = world.random("splits");
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
    SimulatedNode node = nodes.get((int) random.between(0, nodes.size() - 1));
    int group = (int) random.between(0, groups - 1);
    if (node.process() != null) {
      GroupSharding sharding = node.process().drivers().get(group).sharding();
      sharding.partitions().thenAccept(held -> ask(sharding, held));
    }
    start();
  }

  private void ask(GroupSharding sharding, List<HeldPartition> held) {
    if (held.isEmpty()) {
      return;
    }
    List<PartitionId> parts = held.stream().map(HeldPartition::id).toList();
    int at = (int) random.between(0, parts.size() - 1);
    boolean isMerge = parts.size() > 1 && (parts.size() >= MANY || random.chance(0.4));
    if (isMerge) {
      int first = Math.min(at, parts.size() - 2);
      heed("merge", sharding.merge(parts.get(first).name(), parts.get(first + 1).name()));
    } else {
      heed("split", sharding.split(parts.get(at).name(), where(parts.get(at).range())));
    }
  }

  /** Somewhere in it, or where the files say. */
  private OptionalLong where(TokenRange range) {
    if (random.chance(0.2)) {
      return OptionalLong.empty();
    }
    double part = random.between(1, 99) / 100.0;
    double width = (double) range.upTo() - range.after();
    return OptionalLong.of((long) (range.after() + part * width));
  }

  private void heed(String what, CompletableFuture<List<PartitionId>> asked) {
    asked.whenComplete(
        (into, failure) ->
            world
                .counts()
                .add(
                    "operator: "
                        + what
                        + (failure == null
                            ? " done"
                            : failure instanceof ZabException known
                                ? " failed, " + known.code()
                                : " failed")));
  }
}
