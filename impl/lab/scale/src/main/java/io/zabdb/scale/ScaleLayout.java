package io.zabdb.scale;

import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.NodeLife;
import io.zabdb.balance.load.NodePlace;
import io.zabdb.scale.store.ScaleStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Nodes, groups and owners at the beginning: even, as far as it can be. */
final class ScaleLayout {

  /** Nodes of a group. */
  static final int GROUP_SIZE = 3;

  private static final int ZONES = 3;
  private static final int NODES_OF_A_RACK = 20;

  /** Whom a node of the first zone sits with: four of each other zone, in eight groups. */
  private static final int[][] PARTNERS = {
    {0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {1, 2}, {2, 3}, {3, 0}
  };

  private static final long GIB = 1L << 30;
  private static final double FULL = 0.6;
  private static final long LONG_AGO = -3_600_000;

  private final long[] bytes;
  private final long disk;

  /**
   * @param random draws the partitions' sizes
   */
  ScaleLayout(ScaleOptions options, SplittableRandom random) {
    bytes = new long[options.partitions()];
    for (int p = 0; p < bytes.length; p++) {
      bytes[p] = (long) (GIB * (0.5 + random.nextDouble()));
    }
    double stored = (double) GROUP_SIZE * Arrays.stream(bytes).sum();
    disk = (long) (stored / options.nodes() / FULL);
  }

  /**
   * A store with all partitions.
   *
   * @param first how many nodes there are at the beginning
   */
  ScaleStore store(int first, PlacementRules rules, double[] hits) {
    List<GroupPlace> groups = groups(first);
    ScaleStore store = new ScaleStore(rules, groups, owners(groups.size(), hits, bytes), bytes);
    for (int number = 0; number < first; number++) {
      store.join(node(number, LONG_AGO));
    }
    return store;
  }

  /** A node, of the zones in turn. */
  NodePlace node(int number, long joinedMillis) {
    return new NodePlace(
        "zone" + number % ZONES,
        "rack" + number / ZONES / NODES_OF_A_RACK,
        disk,
        ScaleLoad.NODE_HITS,
        NodePlace.ANY_SEATS,
        NodeLife.STAYS,
        joinedMillis);
  }

  /** Groups of three nodes of different zones, about eight for each of so many nodes. */
  private static List<GroupPlace> groups(int nodes) {
    int[] sizes = IntStream.range(0, ZONES).map(z -> (nodes - z + ZONES - 1) / ZONES).toArray();
    List<GroupPlace> groups = new ArrayList<>();
    for (int i = 0; i < sizes[0]; i++) {
      for (int[] offsets : PARTNERS) {
        List<Integer> members =
            List.of(
                i * ZONES,
                (i + offsets[0]) % sizes[1] * ZONES + 1,
                (i + offsets[1]) % sizes[2] * ZONES + 2);
        int leader = members.get(groups.size() % GROUP_SIZE);
        groups.add(GroupPlace.of(members, GroupStatus.MEMBER).ledBy(leader));
      }
    }
    return groups;
  }

  /** Owners: the hottest first, each to the group that has least of hits and bytes. */
  private static int[] owners(int groups, double[] hits, long[] bytes) {
    double allHits = IntStream.range(0, hits.length).mapToDouble(p -> hits[p]).sum();
    double allBytes = IntStream.range(0, bytes.length).mapToDouble(p -> bytes[p]).sum();
    PriorityQueue<Filled> queue =
        new PriorityQueue<>(
            Comparator.comparingDouble(Filled::share).thenComparingInt(Filled::group));
    IntStream.range(0, groups).forEach(group -> queue.add(new Filled(group, 0)));
    int[] owners = new int[hits.length];
    IntStream.range(0, hits.length)
        .boxed()
        .sorted(Comparator.comparingDouble(p -> -hits[p]))
        .forEach(
            p -> {
              Filled least = queue.remove();
              owners[p] = least.group();
              double share = hits[p] / allHits + bytes[p] / allBytes;
              queue.add(new Filled(least.group(), least.share() + share));
            });
    return owners;
  }

  /** A group and its share of everything. */
  private record Filled(int group, double share) {}
}
