package io.zabdb.schedule.window;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was done to a cluster from beginning to end. Immutable.
 *
 * @param nodes how many the cluster has
 * @param asked the faults that should come
 * @param recoveryMicros how long a recovery may take, in microseconds
 * @param windows one behind the other, without gaps
 */
public record FaultRun(int nodes, Set<Act> asked, long recoveryMicros, List<FaultWindow> windows) {

  public FaultRun {
    asked = Set.copyOf(asked);
    windows = List.copyOf(windows);
  }

  /** How often each fault was done, on whatever nodes; those that were never done are not in it. */
  public Map<Act, Integer> turns() {
    Map<Act, Integer> turns = new EnumMap<>(Act.class);
    for (FaultWindow window : windows) {
      for (Done done : window.done()) {
        if (done.deed().act().isFault()) {
          turns.merge(done.deed().act(), 1, Integer::sum);
        }
      }
    }
    return turns;
  }

  /** The faults that were asked for and have not been done. */
  public Set<Act> missing() {
    Set<Act> missing = EnumSet.noneOf(Act.class);
    missing.addAll(asked);
    missing.removeAll(turns().keySet());
    return missing;
  }

  /** How many windows of a kind there were. */
  public long count(WindowKind kind) {
    return windows.stream().filter(window -> window.kind() == kind).count();
  }

  /** The run as a scenario: what was done and when, and what must have come true. */
  public String scenario() {
    List<String> lines = new ArrayList<>();
    lines.add("nodes " + nodes);
    long start = windows.isEmpty() ? 0 : windows.get(0).begin();
    for (FaultWindow window : windows) {
      lines.add("# " + window.name(start));
      long now = window.begin();
      for (Done done : window.done()) {
        waitUntil(done.micros(), now, lines);
        now = Math.max(now, done.micros());
        lines.add(done.deed().toString());
      }
      if (window.kind() == WindowKind.RECOVERY) {
        String within = " within " + Deed.time(recoveryMicros);
        lines.add("expect leader any" + within);
        lines.add("expect equal all" + within);
      } else {
        waitUntil(window.end(), now, lines);
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static void waitUntil(long then, long now, List<String> lines) {
    if (then > now) {
      lines.add("wait " + Deed.time(then - now));
    }
  }
}
