package io.zabdb.balance.shard;

import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.load.PlannedMove;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits what is too large (ElasCass, Equation 1) or too hot, and merges neighbours of one group
 * that are small (Equation 2) and cold. Never what moves (rule 1); a group is in one operation at a
 * time. Where one token has more than half of the hits, it is named instead. One pass over the
 * partitions, in the order of the ring. Keeps nothing.
 */
public final class SplitMergePlanner {

  private static final double HALF = 0.5;

  private final ShardingRules rules;

  public SplitMergePlanner(ShardingRules rules) {
    this.rules = rules;
  }

  /** What should be begun. */
  public List<ShardingStep> plan(RingLoads ring) {
    MergingRound round = new MergingRound(ring);
    for (int i = 0; i < ring.order().length; i++) {
      round.split(ring.order()[i]);
    }
    for (int i = 0; i + 1 < ring.order().length; i++) {
      round.merge(ring.order()[i], ring.order()[i + 1]);
    }
    return round.steps;
  }

  /** One round. Not thread-safe. */
  private final class MergingRound {

    private final RingLoads ring;
    private final LoadView view;
    private final PartitionLoads partitions;
    private final boolean[] moving;
    private final boolean[] busyGroups;
    private final List<ShardingStep> steps = new ArrayList<>();
    private int left;

    MergingRound(RingLoads ring) {
      this.ring = ring;
      view = ring.view();
      partitions = view.partitions();
      left = partitions.count();
      moving = new boolean[left];
      for (PlannedMove move : view.moves()) {
        moving[move.partition()] = true;
      }
      busyGroups = new boolean[view.groups().size()];
      for (int p = 0; p < left; p++) {
        busyGroups[partitions.owner(p)] |= partitions.isSharding(p);
      }
    }

    /** Not of a group that is down, or leaves: what it has is to go, as it is. */
    private boolean isFree(int partition) {
      int owner = partitions.owner(partition);
      GroupPlace group = view.groups().get(owner);
      return !moving[partition] && !busyGroups[owner] && group.up() && group.status().isCounted();
    }

    private void begin(ShardingStep.ShardingKind kind, int partition, int other) {
      busyGroups[partitions.owner(partition)] = true;
      steps.add(new ShardingStep(kind, partition, other));
    }

    void split(int p) {
      boolean isLarge = partitions.bytes(p) > rules.mostBytes();
      boolean isHot =
          rules.isHot(partitions.hits(p)) && ring.hotTicks()[p] >= ShardingRules.HOT_TICKS;
      if (isHot && ring.hottest()[p] > HALF) {
        steps.add(new ShardingStep(ShardingStep.ShardingKind.HOT_KEY, p, ShardingStep.NONE));
        isHot = false;
      }
      if ((isLarge || isHot) && isFree(p)) {
        ShardingStep.ShardingKind kind =
            isLarge
                ? ShardingStep.ShardingKind.SPLIT_BY_SIZE
                : ShardingStep.ShardingKind.SPLIT_BY_LOAD;
        begin(kind, p, ShardingStep.NONE);
      }
    }

    void merge(int p, int q) {
      if (left > rules.leastPartitions()
          && partitions.owner(p) == partitions.owner(q)
          && partitions.bytes(p) + partitions.bytes(q) < rules.leastBytes()
          && hasBeenCold(p)
          && hasBeenCold(q)
          && isFree(p)
          && isFree(q)) {
        begin(ShardingStep.ShardingKind.MERGE, p, q);
        left--;
      }
    }

    private boolean hasBeenCold(int p) {
      long since = ring.coldSince()[p];
      return since <= view.nowMillis() && view.nowMillis() - since >= rules.coldMillis();
    }
  }
}
