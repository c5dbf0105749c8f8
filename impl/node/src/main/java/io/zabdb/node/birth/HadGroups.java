package io.zabdb.node.birth;

import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.KnownVoters;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
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
 * @param voters who voted in some of those when the node was removed from them
 * @param returned that it has taken again
 */
record HadGroups(
    SortedMap<Integer, GroupConfig> groups,
    SortedMap<Integer, GroupConfig> left,
    SortedMap<Integer, GroupConfig> removed,
    SortedMap<Integer, KnownVoters> voters,
    SortedSet<Integer> returned) {

  static final HadGroups NONE = new HadGroups(Map.of(), Map.of(), Map.of(), Map.of(), Set.of());

  HadGroups(
      Map<Integer, GroupConfig> groups,
      Map<Integer, GroupConfig> left,
      Map<Integer, GroupConfig> removed,
      Map<Integer, KnownVoters> voters,
      Set<Integer> returned) {
    this(copy(groups), copy(left), copy(removed), copy(voters), new TreeSet<>(returned));
  }

  private static <T> SortedMap<Integer, T> copy(Map<Integer, T> groups) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(groups));
  }

  private static <T> SortedMap<Integer, T> with(Map<Integer, T> all, int id, T one) {
    SortedMap<Integer, T> more = new TreeMap<>(all);
    more.put(id, one);
    return copy(more);
  }

  private static <T> SortedMap<Integer, T> without(Map<Integer, T> all, int id) {
    SortedMap<Integer, T> fewer = new TreeMap<>(all);
    fewer.remove(id);
    return copy(fewer);
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
    return new HadGroups(with(groups, group.id(), group), left, removed, voters, returned);
  }

  /** One has ended. */
  HadGroups without(GroupConfig group) {
    return new HadGroups(groups, with(left, group.id(), group), removed, voters, returned);
  }

  /** The node was removed from one, in which these vote since, if that is known. */
  HadGroups removedFrom(GroupConfig group, Optional<KnownVoters> since) {
    int id = group.id();
    return new HadGroups(
        groups,
        left,
        with(removed, id, group),
        since.map(known -> with(voters, id, known)).orElse(voters),
        returned);
  }

  /** It has taken one again from which it was removed. */
  HadGroups back(GroupConfig group) {
    int id = group.id();
    SortedSet<Integer> more = new TreeSet<>(returned);
    more.add(id);
    return new HadGroups(groups, left, without(removed, id), without(voters, id), more);
  }
}
