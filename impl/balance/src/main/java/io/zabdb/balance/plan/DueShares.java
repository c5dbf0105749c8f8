package io.zabdb.balance.plan;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code Bootstrap!planned} and {@code due}: how many partitions each heavily loaded group has
 * still to give before the new groups serve. In the memory of a planner only: the next one plans
 * anew. Not thread-safe.
 */
public final class DueShares {

  private boolean planned;
  private final TreeMap<Integer, Integer> due = new TreeMap<>();

  /** There is a plan now. */
  public void plan(Map<Integer, Integer> shares) {
    planned = true;
    due.clear();
    due.putAll(shares);
  }

  /** There is none any more. */
  public void forget() {
    planned = false;
    due.clear();
  }

  void give(int donor) {
    due.merge(donor, -1, Integer::sum);
  }

  /** Whether there is a plan. */
  public boolean isPlanned() {
    return planned;
  }

  /** How many partitions a group has still to give. */
  public int due(int group) {
    return due.getOrDefault(group, 0);
  }

  /** The groups that have something to give. */
  List<Integer> donors() {
    return due.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }
}
