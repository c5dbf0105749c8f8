package io.zabdb.schedule.sight;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What can be seen of a cluster at a moment. Immutable.
 *
 * @param micros the time, in microseconds from any moment on; never goes back from sight to sight
 * @param nodes by number, 1 to {@value #MAX_NODES}
 * @param cut the links over which nothing comes at present
 */
public record Sight(long micros, List<NodeSight> nodes, Set<Link> cut) {

  /** All sets of nodes are looked at. */
  private static final int MAX_NODES = 9;

  /**
   * @throws IllegalArgumentException if there are no nodes, or too many
   */
  public Sight {
    nodes = List.copyOf(nodes);
    cut = Set.copyOf(cut);
    if (nodes.isEmpty() || nodes.size() > MAX_NODES) {
      throw new IllegalArgumentException(nodes.size() + " nodes; allowed are 1 to " + MAX_NODES);
    }
  }

  /** How many nodes are a quorum. */
  public int quorum() {
    return nodes.size() / 2 + 1;
  }

  /** The most nodes that run, are in sync and reach each other; of several such sets, the first. */
  public SortedSet<Integer> together() {
    return together(Set.of(), Set.of());
  }

  /**
   * The same if some nodes were away, and more links cut.
   *
   * @param away nodes on which nobody counts
   * @param alsoCut links over which nothing would come, beside those of {@link #cut}
   */
  public SortedSet<Integer> together(Set<Integer> away, Set<Link> alsoCut) {
    int[] reaches = reaches(away, alsoCut);
    int best = 0;
    for (int some = 1; some < 1 << nodes.size(); some++) {
      if (Integer.bitCount(some) > Integer.bitCount(best) && reachEachOther(some, reaches)) {
        best = some;
      }
    }
    SortedSet<Integer> together = new TreeSet<>();
    for (int node = 0; node < nodes.size(); node++) {
      if ((best >> node & 1) == 1) {
        together.add(node);
      }
    }
    return together;
  }

  /** For each node a bit for each that it reaches both ways, itself among them; 0: none counts. */
  private int[] reaches(Set<Integer> away, Set<Link> alsoCut) {
    int[] reaches = new int[nodes.size()];
    for (int node = 0; node < nodes.size(); node++) {
      boolean counts = nodes.get(node).isSound() && !away.contains(node);
      reaches[node] = counts ? (1 << nodes.size()) - 1 : 0;
    }
    for (Set<Link> links : List.of(cut, alsoCut)) {
      for (Link link : links) {
        reaches[link.from()] &= ~(1 << link.to());
        reaches[link.to()] &= ~(1 << link.from());
      }
    }
    return reaches;
  }

  private static boolean reachEachOther(int some, int[] reaches) {
    for (int node = 0; node < reaches.length; node++) {
      if ((some >> node & 1) == 1 && (reaches[node] & some) != some) {
        return false;
      }
    }
    return true;
  }

  /** Whether a quorum runs, is in sync and reaches each other. */
  public boolean hasQuorum() {
    return together().size() >= quorum();
  }

  /**
   * Who leads: of those that say so, one that reaches a quorum which is in sync. While links are
   * cut that may be more than one, of which the first counts; or none.
   */
  public OptionalInt leader() {
    return IntStream.range(0, nodes.size())
        .filter(node -> nodes.get(node).leading() && reachesQuorum(node))
        .findFirst();
  }

  private boolean reachesQuorum(int leader) {
    int[] reaches = reaches(Set.of(), Set.of());
    long reached = Arrays.stream(reaches).filter(bits -> (bits >> leader & 1) == 1).count();
    return nodes.get(leader).isSound() && reached >= quorum();
  }

  /** Whether every node is in sync, every link works, and somebody leads. */
  public boolean isWell() {
    return cut.isEmpty() && nodes.stream().allMatch(NodeSight::isSound) && leader().isPresent();
  }
}
