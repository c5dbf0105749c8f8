package io.zabdb.balance.load;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which groups are at which nodes, in arrays, since a planner asks it many thousand times a round.
 * Groups that are out are nowhere. Immutable.
 */
public final class GroupLayout {

  private final int[][] members;
  private final int[][] groupsOf;

  /** That of a view: one pass over its groups. */
  public GroupLayout(LoadView view) {
    members =
        view.groups().stream()
            .map(
                group ->
                    group.status() == GroupStatus.OUT
                        ? new int[0]
                        : group.members().stream().mapToInt(node -> node).toArray())
            .toArray(int[][]::new);
    int[] counts = new int[view.nodes().size()];
    for (int[] nodes : members) {
      for (int node : nodes) {
        counts[node]++;
      }
    }
    groupsOf = new int[counts.length][];
    for (int node = 0; node < counts.length; node++) {
      groupsOf[node] = new int[counts[node]];
    }
    Arrays.fill(counts, 0);
    for (int g = 0; g < members.length; g++) {
      for (int node : members[g]) {
        groupsOf[node][counts[node]++] = g;
      }
    }
  }

  /** How many nodes a group has; 0 if it is out. */
  public int size(int group) {
    return members[group].length;
  }

  /** A member of a group, by its place in it. */
  public int member(int group, int place) {
    return members[group][place];
  }

  /** The nodes of a group, none if it is out. */
  public IntStream members(int group) {
    return Arrays.stream(members[group]);
  }

  /** Whether a node is in a group. */
  public boolean has(int group, int node) {
    for (int each : members[group]) {
      if (each == node) {
        return true;
      }
    }
    return false;
  }

  /** The groups of a node, in order of their numbers. */
  public IntStream groupsOf(int node) {
    return Arrays.stream(groupsOf[node]);
  }

  /** How many groups a node is in. */
  public int count(int node) {
    return groupsOf[node].length;
  }

  /** Whether two groups have the same nodes but for one, which is a node of the first. */
  public boolean areSiblings(int group, int butFor, int other) {
    if (group == other || size(group) != size(other) || has(other, butFor)) {
      return false;
    }
    for (int node : members[group]) {
      if (node != butFor && !has(other, node)) {
        return false;
      }
    }
    return true;
  }

  /** The groups with the same nodes as a group but for one of them, and another in its place. */
  public IntStream siblings(int group, int butFor) {
    for (int node : members[group]) {
      if (node != butFor) {
        return groupsOf(node).filter(other -> areSiblings(group, butFor, other));
      }
    }
    return IntStream.empty();
  }

  /** Whether a group of exactly these nodes is there. */
  public boolean isThere(List<Integer> nodes) {
    return groupsOf(nodes.get(0))
        .anyMatch(
            group ->
                size(group) == nodes.size() && nodes.stream().allMatch(node -> has(group, node)));
  }

  /** The other nodes that a node shares groups with; their number is its scatter width. */
  public Set<Integer> partners(int node) {
    Set<Integer> partners = new HashSet<>();
    for (int group : groupsOf[node]) {
      for (int other : members[group]) {
        partners.add(other);
      }
    }
    partners.remove(node);
    return partners;
  }
}
