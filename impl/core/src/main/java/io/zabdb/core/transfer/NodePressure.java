package io.zabdb.core.transfer;

import io.zabdb.core.state.RejectedException;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * A node has replicas of several groups, and one disk and one set of processors for all of them: a
 * node that is about to compact anything heavy hands over every group that it leads, and compacts
 * only when all its groups can spare it; and leaders spread over the nodes. One for each node: its
 * part of {@code specs/transfer/NodePressure.tla}.
 *
 * <p>Public methods named as actions of that spec are these actions at this node; its other
 * operators are methods of the same name. {@code HandOver} is left to {@link LeadershipTransfer} of
 * each group, which is told that this replica is hot; so are {@code Elect} and {@code Crash}.
 *
 * <pre>
 * spec             Java
 * leader           leader of each group
 * heavy, held      heavy, held of each group, of this node
 * working          working, of this node
 * </pre>
 *
 * <p>Where it does more: a group whose leaders step aside at request only ({@code OFF}) does not
 * keep its leader from compacting; and groups may come ({@link #born}) and go ({@link #ended}),
 * where the spec has all of them from {@code Init} on: cool, without a leader and without permits.
 * Not thread-safe.
 */
public final class NodePressure {

  /** What a node is to one of its groups. */
  public enum Heat {
    /** It may be chosen to lead. */
    COOL,
    /** It is not to be chosen, and asks for nothing yet. */
    WARM,
    /** If it leads, it is to hand over; if not, it asks for a permit. */
    HOT
  }

  /** No node. */
  public static final int NOBODY = -1;

  private static final class Group {
    int leader = NOBODY;
    boolean stays;
    boolean heavy;
    boolean held;
  }

  private final int node;
  private final SortedMap<Integer, Group> groups = new TreeMap<>();
  private boolean working;

  /**
   * @param node this one
   * @param numbers of the groups of which this node has a replica
   */
  public NodePressure(int node, Collection<Integer> numbers) {
    this.node = node;
    numbers.forEach(number -> groups.put(number, new Group()));
  }

  /** The node has a replica of one group more, which is cool, and which nobody leads. */
  public void born(int number) {
    groups.putIfAbsent(number, new Group());
  }

  /** The node has no replica of the group any more: nobody is asked there, and nothing is heavy. */
  public void ended(int number) {
    groups.remove(number);
  }

  private Group group(int group) {
    Group known = groups.get(group);
    if (known == null) {
      throw new IllegalArgumentException("node " + node + " has no replica of group " + group);
    }
    return known;
  }

  /** Whether this node compacts. */
  public boolean working() {
    return working;
  }

  /** Whether this node holds the group's permit. */
  public boolean held(int group) {
    return group(group).held;
  }

  /** {@code Hot}: something is heavy, whatever group it is of. */
  public boolean hot() {
    return groups.values().stream().anyMatch(group -> group.heavy);
  }

  /** {@code Holds}: a permit of any group. */
  public boolean holds() {
    return groups.values().stream().anyMatch(group -> group.held);
  }

  /** {@code Leads}: a group that it can hand over before it compacts. */
  public boolean leads() {
    return groups.values().stream().anyMatch(group -> group.leader == node && !group.stays);
  }

  /** {@code IsItsTurn}: it asks this group next. */
  public boolean isItsTurn(int group) {
    return hot() && !leads() && groups.headMap(group).values().stream().allMatch(each -> each.held);
  }

  /** What to tell the group. */
  public Heat heat(int group) {
    boolean asks = group(group).leader == node ? hot() : isItsTurn(group);
    return asks ? Heat.HOT : hot() || holds() ? Heat.WARM : Heat.COOL;
  }

  /** The leader of the group now, if any; not an action of this node. */
  public void leader(int group, int leader) {
    group(group).leader = leader;
  }

  /** Whether leadership of the group moves at request only. */
  public void stays(int group, boolean stays) {
    group(group).stays = stays;
  }

  /** {@code Grow}; or there is nothing heavy of the group any more, after light compactions. */
  public void grow(int group, boolean heavy) {
    group(group).heavy = heavy;
  }

  /** {@code Permit}: the group can spare this node. */
  public void permit(int group) {
    group(group).held = true;
  }

  /** Whether {@link #work} may be done. */
  public boolean mayWork() {
    return !working && hot() && groups.values().stream().allMatch(group -> group.held);
  }

  /** {@code Work}: this node compacts. */
  public void work() {
    RejectedException.unless(mayWork(), "not permitted by all groups");
    working = true;
  }

  /** {@code Finish}: all that was heavy is compacted, until samples say otherwise. */
  public void finish() {
    RejectedException.unless(working, "does not compact");
    working = false;
    groups.values().forEach(group -> group.heavy = false);
    returnPermits();
  }

  /** {@code MustGiveBack}: it leads, or has nothing heavy any more. */
  public boolean mustGiveBack() {
    return holds() && !working && (leads() || !hot());
  }

  /** {@code GiveBack}. */
  public void giveBack() {
    RejectedException.unless(mustGiveBack(), "nothing to give back");
    returnPermits();
  }

  /** {@code TimeOut}: it waits too long for the next permit. */
  public void timeOut() {
    RejectedException.unless(holds() && !working, "waits for nothing");
    returnPermits();
  }

  private void returnPermits() {
    groups.values().forEach(group -> group.held = false);
  }

  /**
   * {@code Yield}: the member to hand over to although none is cool, so that this node may compact.
   *
   * @param idle nodes of the group that could lead, none of which asks for a permit
   * @param stuck whether no member of the group is cool, compacts, or is about to ({@code IsStuck})
   * @return a node, or {@link #NOBODY}
   */
  @SuppressWarnings("NamedLikeContextualKeyword") // specs/pressure calls it so
  public int yield(int group, Collection<Integer> idle, boolean stuck) {
    if (group(group).leader != node || group(group).stays || !hot() || !stuck) {
      return NOBODY;
    }
    int first = idle.stream().mapToInt(each -> each).min().orElse(node);
    return first < node ? first : NOBODY;
  }

  /**
   * {@code Spread}: the member to hand over to because it leads fewer groups.
   *
   * @param cool nodes of the group that may be chosen
   * @param same whether another node has no groups but those of this one
   * @return a node, or {@link #NOBODY}
   */
  public int spread(int group, Collection<Integer> cool, IntPredicate same) {
    if (group(group).leader != node || group(group).stays || hot() || holds()) {
      return NOBODY;
    }
    int best = NOBODY;
    for (int other : cool) {
      if (same.test(other) && leadsMore(other) && (best == NOBODY || led(other) < led(best))) {
        best = other;
      }
    }
    return best;
  }

  /** {@code LeadsMore}. */
  private boolean leadsMore(int other) {
    return led(node) >= led(other) + 2;
  }

  /** {@code Led}: how many of this node's groups a node leads. */
  private long led(int leader) {
    return groups.values().stream().filter(group -> group.leader == leader).count();
  }
}
