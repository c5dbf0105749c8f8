package io.zabdb.scale.elastic;

import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.balance.load.PartitionLoads;
import io.zabdb.balance.shard.HeatMeters;
import io.zabdb.balance.shard.ShardingRules;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.balance.shard.SplitMergePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A store of one group and one partition, loaded with records of 1 KiB, hashed keys, while the
 * product's planner splits it (ElasCass, section 5.4). Runs once; not thread-safe.
 */
public final class PartitionedLoad {

  private static final double RECORD = 1 << 10;

  /** What clients load a second. */
  private static final long BYTES_A_SECOND = 8 << 20;

  private static final long TICK_SECONDS = ShardingRules.TICK_MILLIS / 1_000;
  private static final long HOUR = 3_600_000;
  private static final int LEAST_PARTITIONS = 16;

  private final ElasticSettings settings;
  private final SplittableRandom random;
  private final List<LoadedPart> parts = new ArrayList<>();

  public PartitionedLoad(ElasticSettings settings) {
    this.settings = settings;
    random = new SplittableRandom(settings.seed());
  }

  /**
   * A partition.
   *
   * @param bytes at one replica
   */
  public record LoadedPart(RingPart part, double bytes) {}

  /** The partitions when all is loaded and nothing is split any more, in the order of the ring. */
  public List<LoadedPart> run() {
    ShardingRules rules =
        new ShardingRules(
            settings.mostBytes(),
            settings.mostBytes() / 2,
            OperationMix.NODE_WORK / 2,
            OperationMix.NODE_WORK / 1_000,
            HOUR,
            LEAST_PARTITIONS);
    SplitMergePlanner planner = new SplitMergePlanner(rules);
    parts.add(new LoadedPart(RingPart.WHOLE, 0));
    double loaded = 0;
    long now = 0;
    boolean splits = true;
    while (loaded < settings.bytes() || splits) {
      now += ShardingRules.TICK_MILLIS;
      double tick = Math.min(BYTES_A_SECOND * TICK_SECONDS, settings.bytes() - loaded);
      loaded += tick;
      parts.replaceAll(each -> more(each, tick));
      splits = shard(planner, rules, tick, now);
    }
    return List.copyOf(parts);
  }

  /** As many records come as chance has it. */
  private LoadedPart more(LoadedPart each, double tick) {
    double records = tick / RECORD * each.part().width();
    double came = Math.max(0, records + StrictMath.sqrt(records) * random.nextGaussian());
    return new LoadedPart(each.part(), each.bytes() + came * RECORD);
  }

  private boolean shard(SplitMergePlanner planner, ShardingRules rules, double tick, long now) {
    int count = parts.size();
    double[] hits =
        parts.stream()
            .mapToDouble(each -> tick / RECORD / TICK_SECONDS * each.part().width())
            .toArray();
    // Partitions are numbered by their places, anew each time, so nothing is remembered of them:
    // while they are loaded none of them is cold, and none has a key of its own that is hot.
    HeatMeters heat = new HeatMeters(rules);
    heat.tick(hits, count, now);
    int[] order = IntStream.range(0, count).toArray();
    List<ShardingStep> steps =
        planner.plan(heat.ring(view(hits, now), order, new double[count])).stream()
            .filter(step -> step.kind() == ShardingStep.ShardingKind.SPLIT_BY_SIZE)
            .toList();
    for (int i = steps.size() - 1; i >= 0; i--) {
      split(steps.get(i).partition());
    }
    return !steps.isEmpty();
  }

  private LoadView view(double[] hits, long now) {
    NodePlace node =
        new NodePlace(
            "",
            "",
            settings.bytes(),
            OperationMix.NODE_WORK,
            NodePlace.ANY_SEATS,
            NodeLife.STAYS,
            0);
    PartitionLoads loads =
        new PartitionLoads(
            new int[hits.length],
            parts.stream().mapToLong(each -> (long) each.bytes()).toArray(),
            hits,
            new boolean[hits.length],
            new long[hits.length]);
    GroupPlace group = GroupPlace.of(List.of(0), GroupStatus.MEMBER);
    return new LoadView(List.of(node), List.of(group), loads, List.of(), now);
  }

  /** At the median of its records. */
  private void split(int place) {
    LoadedPart old = parts.get(place);
    parts.set(place, new LoadedPart(old.part().firstHalf(), old.bytes() / 2));
    parts.add(place + 1, new LoadedPart(old.part().secondHalf(), old.bytes() / 2));
  }
}
