package io.zabdb.balance.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What each group owns and has to do, and will when the moves on their way are done. Kept up during
 * a round of planning. Making it takes two passes over the partitions. Not thread-safe.
 */
public final class GroupBooks {

  private final LoadView view;
  private final MoveBooks moves;
  private final NodeBooks nodes;

  /** The partitions by their owners: those of g are at first[g] to first[g + 1] - 1. */
  private final int[] owned;

  private final int[] first;
  private final double[] load;
  private final double[] expected;
  private final int counted;
  private final Map<GroupStatus, List<Integer>> byStatus = new EnumMap<>(GroupStatus.class);

  /**
   * @param followerShare what a follower has to do for a hit, where its leader does 1
   */
  public GroupBooks(LoadView view, MoveLimits limits, double followerShare) {
    this(view, limits, NodeBooks.expected(view, followerShare));
  }

  /**
   * @param nodes what the nodes have to do; kept up from now on
   */
  public GroupBooks(LoadView view, MoveLimits limits, NodeBooks nodes) {
    this.view = view;
    this.nodes = nodes;
    moves = new MoveBooks(view, limits);
    int groups = view.groups().size();
    PartitionLoads partitions = view.partitions();
    first = new int[groups + 1];
    load = new double[groups];
    for (int p = 0; p < partitions.count(); p++) {
      first[partitions.owner(p) + 1]++;
      load[partitions.owner(p)] += partitions.hits(p);
    }
    Arrays.parallelPrefix(first, Integer::sum);
    owned = new int[partitions.count()];
    int[] next = first.clone();
    for (int p = 0; p < partitions.count(); p++) {
      owned[next[partitions.owner(p)]++] = p;
    }
    expected = load.clone();
    view.moves().forEach(move -> expect(move.partition(), move.from(), move.to()));
    counted = (int) view.groups().stream().filter(group -> group.status().isCounted()).count();
  }

  private void expect(int partition, int from, int to) {
    expected[from] -= view.partitions().hits(partition);
    expected[to] += view.partitions().hits(partition);
  }

  /** Plans a move: it counts from now on. */
  public PlannedMove start(int partition, int from, int to) {
    if (!view.groups().get(from).hasHeir()) {
      nodes.started(partition, from, to);
    }
    expect(partition, from, to);
    return moves.start(partition, from, to);
  }

  public LoadView view() {
    return view;
  }

  public GroupPlace group(int number) {
    return view.groups().get(number);
  }

  public MoveBooks moves() {
    return moves;
  }

  public NodeBooks nodes() {
    return nodes;
  }

  /** {@code Bootstrap!owns}: in order of their numbers. */
  public IntStream owned(int group) {
    return Arrays.stream(owned, first[group], first[group + 1]);
  }

  /** How many partitions a group owns. */
  public int size(int group) {
    return first[group + 1] - first[group];
  }

  /** {@code Bootstrap!Load}: hits on what a group owns. */
  public double load(int group) {
    return load[group];
  }

  /** Hits on what it will own when the moves on their way are done. */
  public double expectedLoad(int group) {
    return expected[group];
  }

  /** {@code Bootstrap!Holding}: how many it will own when the moves on their way are done. */
  public int holding(int group) {
    return size(group) + moves.to(group) - moves.from(group);
  }

  /** {@code Bootstrap!Counted}: how many groups the mean counts. */
  public int counted() {
    return counted;
  }

  /** {@code Bootstrap!With}. */
  public List<Integer> with(GroupStatus status) {
    return byStatus.computeIfAbsent(
        status,
        any ->
            IntStream.range(0, view.groups().size())
                .filter(g -> group(g).status() == status)
                .boxed()
                .toList());
  }

  /** {@code Bootstrap!Movable}: what is neither split, nor merged, nor moving, and has rested. */
  public boolean isMovable(int partition) {
    return isIdle(partition) && !view.partitions().rests(partition, view.nowMillis());
  }

  /** Whether a partition is neither split, merged nor moved; it may rest. */
  public boolean isIdle(int partition) {
    return !view.partitions().isSharding(partition) && !moves.isMoving(partition);
  }
}
