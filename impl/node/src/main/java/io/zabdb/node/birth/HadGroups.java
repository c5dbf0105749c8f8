package io.zabdb.node.birth;

import io.zabdb.node.config.GroupConfig;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The groups that a node has or had, by number. Immutable.
 *
 * @param groups that were taken
 * @param left that have ended, of a configuration, too
 * @param removed from which the node was removed, and that it has not taken again
 * @param returned that it has taken again
 */
record HadGroups(
    SortedMap<Integer, GroupConfig> groups,
    SortedMap<Integer, GroupConfig> left,
    SortedMap<Integer, GroupConfig> removed,
    SortedSet<Integer> returned) {

  static final HadGroups NONE = new HadGroups(Map.of(), Map.of(), Map.of(), Set.of());

  HadGroups(
      Map<Integer, GroupConfig> groups,
      Map<Integer, GroupConfig> left,
      Map<Integer, GroupConfig> removed,
      Set<Integer> returned) {
    this(copy(groups), copy(left), copy(removed), new TreeSet<>(returned));
  }

  private static SortedMap<Integer, GroupConfig> copy(Map<Integer, GroupConfig> groups) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(groups));
  }

  private static SortedMap<Integer, GroupConfig> add(
      Map<Integer, GroupConfig> groups, GroupConfig group) {
    SortedMap<Integer, GroupConfig> more = new TreeMap<>(groups);
    more.put(group.id(), group);
    return more;
  }

  boolean isHere(int id) {
    return !left.containsKey(id) && !removed.containsKey(id);
  }

  /** As it was taken, or was had when the node was removed from it; null: neither. */
  @Nullable GroupConfig taken(int id) {
    return removed.getOrDefault(id, groups.get(id));
  }

  /** One more was taken. */
  HadGroups with(GroupConfig group) {
    return new HadGroups(copy(add(groups, group)), left, removed, returned);
  }

  /** One has ended. */
  HadGroups without(GroupConfig group) {
    return new HadGroups(groups, copy(add(left, group)), removed, returned);
  }

  /** The node was removed from one. */
  HadGroups removedFrom(GroupConfig group) {
    return new HadGroups(groups, left, copy(add(removed, group)), returned);
  }

  /** It has taken one again from which it was removed. */
  HadGroups back(GroupConfig group) {
    SortedMap<Integer, GroupConfig> fewer = new TreeMap<>(removed);
    fewer.remove(group.id());
    SortedSet<Integer> more = new TreeSet<>(returned);
    more.add(group.id());
    return new HadGroups(groups, left, copy(fewer), more);
  }
}
