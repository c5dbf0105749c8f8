package io.zabdb.simulator.node;

import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.testkit.sim.engine.Violation;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All groups that there ever were: those of the cluster, and those that any node has taken since.
 * Not thread-safe.
 */
public final class TakenGroups {

  private final SortedMap<Integer, GroupConfig> groups = new TreeMap<>();
  private final int first;
  private final Alarm alarm;

  TakenGroups(List<GroupConfig> first, Alarm alarm) {
    first.forEach(group -> groups.put(group.id(), group));
    this.first = first.size();
    this.alarm = alarm;
  }

  /** A node starts a replica of a group: of each number there is one. */
  void taken(int node, GroupConfig group) {
    GroupConfig known = groups.putIfAbsent(group.id(), group);
    if (known != null && !known.equals(group)) {
      alarm.raise(
          new Violation(
              "OneGroupOfANumber",
              "node " + node + " has taken " + group + ", and there is " + known));
    }
  }

  /** Those of the cluster first, then the others, by number. */
  public List<GroupConfig> all() {
    return List.copyOf(groups.values());
  }

  /** Their numbers, in the same order. */
  public List<Integer> numbers() {
    return List.copyOf(groups.keySet());
  }

  /** Those that a node has borne. */
  public List<GroupConfig> bornBy(int node) {
    return groups.values().stream().filter(group -> BornGroups.bearer(group) == node).toList();
  }

  /** How many were born. */
  public int born() {
    return groups.size() - first;
  }

  /** The group of this number, which was taken. */
  public GroupConfig of(int number) {
    return groups.get(number);
  }
}
