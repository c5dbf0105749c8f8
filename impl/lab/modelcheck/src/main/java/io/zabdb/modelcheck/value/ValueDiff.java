package io.zabdb.modelcheck.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Says what changed between two values, as deep as it can: {@code log[s1].epoch = 2} instead of the
 * whole function.
 *
 * <p>Sets report added ({@code +}) and removed ({@code -}) elements, queues the elements appended
 * to the end and taken from the front.
 */
public final class ValueDiff {

  private ValueDiff() {}

  /**
   * The changed parts, one line each; empty if the values are equal.
   *
   * @param path what the values are called, e.g. the variable's name
   */
  public static List<String> diff(String path, Value before, Value after) {
    List<String> lines = new ArrayList<>();
    compare(path, before, after, lines);
    return lines;
  }

  private static void compare(String path, Value before, Value after, List<String> lines) {
    if (Objects.equals(before, after)) {
      return;
    }
    if (before instanceof Value.Record a
        && after instanceof Value.Record b
        && sameKeys(a.fields(), b.fields())) {
      a.fields()
          .forEach((name, old) -> compare(path + "." + name, old, b.fields().get(name), lines));
    } else if (before instanceof Value.Function a && after instanceof Value.Function b) {
      compareGraphs(path, a.graph(), b.graph(), lines);
    } else if (before instanceof Value.SetOf a && after instanceof Value.SetOf b) {
      compareSets(path, a.elements(), b.elements(), lines);
    } else if (before instanceof Value.Sequence a && after instanceof Value.Sequence b) {
      compareSequences(path, a.elements(), b.elements(), lines);
    } else {
      lines.add(path + " = " + after);
    }
  }

  private static boolean sameKeys(Map<String, Value> a, Map<String, Value> b) {
    return a.keySet().equals(b.keySet());
  }

  private static void compareGraphs(
      String path, Map<Value, Value> before, Map<Value, Value> after, List<String> lines) {
    before.forEach(
        (key, old) -> {
          if (after.containsKey(key)) {
            compare(path + "[" + key + "]", old, after.get(key), lines);
          } else {
            lines.add(path + " - [" + key + "]");
          }
        });
    after.forEach(
        (key, now) -> {
          if (!before.containsKey(key)) {
            lines.add(path + "[" + key + "] = " + now);
          }
        });
  }

  private static void compareSets(
      String path, List<Value> before, List<Value> after, List<String> lines) {
    // Small sets of words read best whole: {s1, s2} says more than "+ s2".
    if (after.stream().allMatch(Value.Atom.class::isInstance) && after.size() <= 7) {
      lines.add(path + " = " + new Value.SetOf(after));
      return;
    }
    before.stream()
        .filter(element -> !after.contains(element))
        .forEach(e -> lines.add(path + " - " + e));
    after.stream()
        .filter(element -> !before.contains(element))
        .forEach(e -> lines.add(path + " + " + e));
  }

  private static void compareSequences(
      String path, List<Value> before, List<Value> after, List<String> lines) {
    int taken = taken(before, after);
    if (taken < 0) {
      compareByIndex(path, before, after, lines);
      return;
    }
    for (Value element : before.subList(0, taken)) {
      lines.add(path + " takes " + element);
    }
    for (Value element : after.subList(before.size() - taken, after.size())) {
      lines.add(path + " appends " + element);
    }
  }

  /**
   * How many elements a queue lost at its front to become {@code after}; negative if it is not the
   * same queue.
   */
  private static int taken(List<Value> before, List<Value> after) {
    for (int front = 0; front < before.size(); front++) {
      List<Value> kept = before.subList(front, before.size());
      if (kept.size() <= after.size() && after.subList(0, kept.size()).equals(kept)) {
        return front;
      }
    }
    return (before.size() <= 1 && after.isEmpty()) || before.isEmpty() ? before.size() : -1;
  }

  private static void compareByIndex(
      String path, List<Value> before, List<Value> after, List<String> lines) {
    if (before.size() != after.size()) {
      lines.add(path + " = " + new Value.Sequence(after));
      return;
    }
    for (int i : new TreeSet<>(indices(before.size()))) {
      compare(path + "[" + (i + 1) + "]", before.get(i), after.get(i), lines);
    }
  }

  private static List<Integer> indices(int size) {
    return java.util.stream.IntStream.range(0, size).boxed().toList();
  }
}
