package io.zabdb.replica.pressure;

import io.zabdb.core.transfer.NodePressure;
import io.zabdb.core.transfer.NodePressure.Heat;
import io.zabdb.model.cluster.MemberNumbers;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Decides for all replicas of a node together: what is heavy, when the node compacts, and when it
 * hands a group over for the sake of the node. Replicas post samples, and hear what to tell their
 * groups. One for each process; thread-safe, never waits.
 *
 * <p>Source: {@code specs/transfer/NodePressure.tla}, by {@link NodePressure}.
 */
public final class NodeArbiter {

  /** How long a node keeps permits that are not enough, from the last one on. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Leaders are placed by somebody else for so long at most, unless that is said again. */
  public static final Duration LONGEST_PLACED = Duration.ofHours(2);

  /** A replica as the arbiter sees it; called with the arbiter's lock, so it only notes. */
  public interface Seat {

    /** All groups permit it: the store may compact, until {@link NodeArbiter#finished}. */
    void compact();

    /** The node's compactions are over, or the permit is of no use: the core is to be told so. */
    void released();

    /** The group is to be told something else of the node: a replica that rests takes a sample. */
    void turned();
  }

  /**
   * What a replica knows of itself and of its group.
   *
   * @param dueBytes that compactions of its store read which run or are due
   * @param heavy whether they are heavy, all others of the node aside
   * @param stays whether its leaders step aside at request only
   * @param idle nodes, of a leader: those that could lead, and do not ask for a permit
   * @param cool nodes, of a leader: those of them that are cool
   * @param busy of a leader: whether any node asks for a permit, has one, or compacts
   */
  public record Sample(
      long dueBytes,
      boolean heavy,
      boolean stays,
      Collection<Integer> idle,
      Collection<Integer> cool,
      boolean busy) {}

  /** What decides what groups are told of the node. */
  private record Posture(boolean hot, boolean leads, long held) {}

  /**
   * What a replica is to do.
   *
   * @param heat to tell its group
   * @param hot whether something is heavy on the node: light compactions wait, too
   * @param successor a node to hand over to, or -1
   * @param why for people
   */
  public record Advice(Heat heat, boolean hot, int successor, String why) {}

  private final int node;
  // Guarded by this.
  private final Set<Integer> own;

  private final Map<Integer, MemberNumbers> numbers = new ConcurrentHashMap<>();

  /** The nodes that have a replica of each group. */
  private final Map<Integer, Set<Integer>> present = new TreeMap<>();

  private final long heavyBytes;
  private final long spreadNanos;
  private final LongSupplier clock;

  // Guarded by this.
  private final NodePressure pressure;

  /** By node: groups of which others have told. */
  private IntFunction<Set<Integer>> others = other -> Set.of();

  private final Map<Integer, Seat> seats = new TreeMap<>();
  private final Map<Integer, Sample> samples = new TreeMap<>();
  private final Set<Integer> compacting = new HashSet<>();

  /** What each group was told of the node. */
  private final Map<Integer, Heat> told = new HashMap<>();

  private Posture posture = new Posture(false, false, 0);
  private long holdsSince;
  private long lastSpread;
  private long placedUntil;

  /**
   * @param node this one
   * @param groups the nodes that founded the groups of the cluster, by group; this one has replicas
   *     of those that it founded
   * @param heavyBytes compactions that read so much, all replicas together, are heavy
   * @param spread how long the node leads what it leads before it hands one group over to a node
   *     that leads fewer, and then the next; zero: never
   * @param clock in nanoseconds from any moment on
   */
  public NodeArbiter(
      int node,
      Map<Integer, ? extends Collection<Integer>> groups,
      long heavyBytes,
      Duration spread,
      LongSupplier clock) {
    this(
        node,
        groups,
        groups.keySet().stream()
            .filter(group -> groups.get(group).contains(node))
            .collect(Collectors.toSet()),
        heavyBytes,
        spread,
        clock);
  }

  /**
   * The same, of a node that may have joined.
   *
   * @param own the groups of which this node has a replica
   */
  public NodeArbiter(
      int node,
      Map<Integer, ? extends Collection<Integer>> groups,
      Set<Integer> own,
      long heavyBytes,
      Duration spread,
      LongSupplier clock) {
    this.node = node;
    this.own = new HashSet<>(own);
    groups.forEach(
        (group, nodes) -> {
          numbers.put(group, new MemberNumbers(List.copyOf(nodes)));
          votersChanged(group, nodes);
        });
    this.heavyBytes = heavyBytes;
    this.spreadNanos = spread.toNanos();
    this.clock = clock;
    pressure = new NodePressure(node, this.own);
    lastSpread = clock.getAsLong();
    placedUntil = lastSpread;
  }

  /**
   * Somebody places the leaders of the store by what they have to do: until the time is over this
   * node hands no group over because another leads fewer ({@code Placement!ActAsTold}). Nobody
   * makes the time shorter that another has given.
   *
   * @param time from now on
   * @throws IllegalArgumentException if it is not above zero, or above {@link #LONGEST_PLACED}
   */
  public synchronized void leadersArePlaced(Duration time) {
    if (time.isNegative() || time.isZero() || time.compareTo(LONGEST_PLACED) > 0) {
      throw new IllegalArgumentException(
          "leaders are placed for %d ms, 1 to %d are allowed"
              .formatted(time.toMillis(), LONGEST_PLACED.toMillis()));
    }
    long until = clock.getAsLong() + time.toNanos();
    if (until - placedUntil > 0) {
      placedUntil = until;
    }
  }

  /**
   * This node has a replica of a group from now on that it had none of: the group was born, or the
   * node joins it. Nothing happens if it has one.
   *
   * @param founders by member number
   */
  public synchronized void taken(int group, List<Integer> founders) {
    if (own.add(group)) {
      numbers.put(group, new MemberNumbers(founders));
      pressure.born(group);
      votersChanged(group, founders);
    }
  }

  /** This node has no replica of a group any more: that has ended, or the node was removed. */
  public synchronized void ended(int group) {
    own.remove(group);
    present.remove(group);
    numbers.remove(group);
    pressure.ended(group);
    told.remove(group);
    settle();
    tellTurned();
  }

  /** These nodes vote in a group now. */
  public final synchronized void votersChanged(int group, Collection<Integer> nodes) {
    Set<Integer> now = new HashSet<>(nodes);
    if (own.contains(group)) {
      now.add(node);
    }
    present.put(group, now);
  }

  /**
   * Who knows in which groups a node votes, also in those of which this node has no replica. Two
   * nodes that do not know of each other's groups would each find that the other leads fewer.
   *
   * @param known of a node; by any thread
   */
  public synchronized void othersAreKnown(IntFunction<Set<Integer>> known) {
    others = known;
  }

  private Set<Integer> groupsOf(int node) {
    Set<Integer> numbers = new HashSet<>(others.apply(node));
    present.forEach(
        (group, nodes) -> {
          if (nodes.contains(node)) {
            numbers.add(group);
          }
        });
    return numbers;
  }

  /** Which node is which member of a group. */
  public MemberNumbers numbers(int group) {
    return numbers.get(group);
  }

  /** A replica takes part. */
  public synchronized void attach(int group, Seat seat) {
    seats.put(group, seat);
  }

  /** A replica has ended: nothing of it is heavy any more, and no other waits for it. */
  public synchronized void detach(int group) {
    seats.remove(group);
    samples.remove(group);
    pressure.grow(group, false);
    pressure.leader(group, NodePressure.NOBODY);
    finished(group);
  }

  /** Another node leads the group, or -1: none. */
  public synchronized void leaderChanged(int group, int leader) {
    pressure.leader(group, leader);
    if (leader == node) {
      lastSpread = clock.getAsLong();
    }
    settle();
    tellTurned();
  }

  /** A replica has sampled its store. */
  public synchronized Advice sampled(int group, Sample sample) {
    samples.put(group, sample);
    pressure.stays(group, sample.stays());
    long due = samples.values().stream().mapToLong(Sample::dueBytes).sum();
    samples.forEach(
        (each, last) ->
            pressure.grow(each, last.heavy() || (last.dueBytes() > 0 && due >= heavyBytes)));
    settle();
    Advice advice = advice(group, sample);
    told.put(group, advice.heat());
    tellTurned();
    return advice;
  }

  /**
   * Who rests takes no sample for seconds, and a node that asks group after group for a permit
   * would wait for each of them.
   */
  private void tellTurned() {
    long held = own.stream().filter(pressure::held).count();
    Posture now = new Posture(pressure.hot(), pressure.leads(), held);
    if (now.equals(posture)) {
      return;
    }
    posture = now;
    seats.forEach(
        (group, seat) -> {
          Heat heat = pressure.heat(group);
          if (told.put(group, heat) != heat) {
            seat.turned();
          }
        });
  }

  private Advice advice(int group, Sample sample) {
    Heat heat = pressure.heat(group);
    boolean stuck = !sample.busy() && sample.cool().isEmpty();
    int first = pressure.yield(group, sample.idle(), stuck);
    if (first >= 0) {
      return new Advice(heat, true, first, "nobody is cool: this node gives way, to compact");
    }
    long now = clock.getAsLong();
    if (maySpread(now) && !sample.busy()) {
      int fewer = pressure.spread(group, sample.cool(), other -> own.containsAll(groupsOf(other)));
      if (fewer >= 0) {
        lastSpread = now;
        return new Advice(heat, pressure.hot(), fewer, "it leads fewer groups");
      }
    }
    return new Advice(heat, pressure.hot(), -1, "");
  }

  private boolean maySpread(long now) {
    return spreadNanos > 0 && now - lastSpread >= spreadNanos && now - placedUntil >= 0;
  }

  /** The leader of the group permits a compaction of this node. */
  public synchronized void permitted(int group) {
    // One behind the other: the more groups, the longer it takes until all have.
    holdsSince = clock.getAsLong();
    pressure.permit(group);
    settle();
    tellTurned();
  }

  /** A store that was to compact has nothing more to do. */
  public synchronized void finished(int group) {
    if (compacting.remove(group) && compacting.isEmpty()) {
      release(pressure::finish);
    }
    tellTurned();
  }

  private void settle() {
    if (pressure.mustGiveBack()) {
      release(pressure::giveBack);
    } else if (pressure.mayWork()) {
      pressure.work();
      compacting.addAll(seats.keySet());
      seats.values().forEach(Seat::compact);
    } else if (pressure.holds()
        && !pressure.working()
        && clock.getAsLong() - holdsSince > PATIENCE.toNanos()) {
      release(pressure::timeOut);
    }
  }

  /** Only of those that hold one: another may be permitted before it hears of this. */
  private void release(Runnable returning) {
    List<Seat> holders =
        seats.entrySet().stream()
            .filter(seat -> pressure.held(seat.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    returning.run();
    holders.forEach(Seat::released);
  }
}
