package io.zabdb.testkit.sim.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How often what happened, by name. Not thread-safe. */
public final class Counts {

  private final Map<String, Long> byName = new HashMap<>();

  public void add(String name) {
    add(name, 1);
  }

  public void add(String name, long times) {
    byName.merge(name, times, Long::sum);
  }

  public void addAll(Counts other) {
    other.byName.forEach(this::add);
  }

  public long of(String name) {
    return byName.getOrDefault(name, 0L);
  }

  /** All of them, in the order of their names, as a copy. */
  public SortedMap<String, Long> all() {
    return new TreeMap<>(byName);
  }
}
