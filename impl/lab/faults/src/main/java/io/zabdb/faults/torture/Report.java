package io.zabdb.faults.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The table of a run: what was done how often, and what came of it. For one thread. */
final class Report {

  private static final String FORMAT = "%-46s %5s %12s %14s %10s %10s  %s%n";

  private final List<StrikeResult> results = new ArrayList<>();

  void add(StrikeResult result) {
    results.add(result);
  }

  int strikes() {
    return results.size();
  }

  /** Of these strikes those that were never done. */
  List<String> missing(List<String> names) {
    return names.stream()
        .filter(name -> results.stream().noneMatch(result -> result.name().equals(name)))
        .toList();
  }

  /** Times are medians in milliseconds; successes are of clients that are checked. */
  String table() {
    Map<String, List<StrikeResult>> byName = new TreeMap<>();
    results.forEach(
        each -> byName.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each));
    StringBuilder text =
        new StringBuilder(
            String.format(
                FORMAT,
                "what befell the cluster",
                "times",
                "effect in",
                "successes in",
                "new epochs",
                "well in",
                "seen the last time"));
    byName.forEach(
        (name, each) ->
            text.append(
                String.format(
                    FORMAT,
                    name,
                    each.size(),
                    median(each.stream().map(StrikeResult::took).toList()) + " ms",
                    each.stream().mapToLong(StrikeResult::successes).sum(),
                    each.stream().mapToLong(StrikeResult::epochs).sum(),
                    median(each.stream().map(StrikeResult::recovery).toList()) + " ms",
                    each.get(each.size() - 1).effect())));
    return text.toString();
  }

  private static long median(List<Duration> times) {
    return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow().toMillis();
  }
}
