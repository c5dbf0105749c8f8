package io.zabdb.simulator.fault;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.GroupSharding;
import io.zabdb.replica.GroupSharding.HeldPartition;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.shard.PartitionId;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Operators who split and merge partitions of a group, whichever node they reach. */
public final class SplitsAndMerges extends Operators {

  private static final int MANY = 6;

  public SplitsAndMerges(World world, List<SimulatedNode> nodes, TakenGroups groups) {
    super("splits", world, nodes, groups);
  }

  @Override
  void ask(Map<Integer, ReplicaDriver> drivers, int group) {
    GroupSharding sharding = drivers.get(group).sharding();
    sharding.partitions().thenAccept(held -> ask(sharding, held));
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
}
