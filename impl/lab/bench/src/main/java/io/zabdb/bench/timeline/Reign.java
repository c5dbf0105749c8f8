package io.zabdb.bench.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A time in which one leader led, as clients saw it: it ends with the last answer before those of
 * the next leader. The former one is not charged with what it does once it has handed over; {@code
 * LedWatch} asks the nodes themselves about the time between.
 *
 * @param node the leader; -1 if nobody was asked in time to tell
 */
public record Reign(long epoch, int node, Span span) {

  public static final int UNKNOWN = -1;

  /** Who was seen leading, and when first. */
  public record Seen(int node, long at) {}

  /**
   * All of a run, in order.
   *
   * @param seen by epoch, by asking nodes; the first one counts from the begin of the run
   * @param changes as clients saw them, which is earlier
   * @param end of the run
   */
  public static List<Reign> of(Map<Long, Seen> seen, List<LeaderChange> changes, long end) {
    TreeMap<Long, Seen> all = new TreeMap<>(seen);
    Map<Long, Long> silences = new HashMap<>();
    for (LeaderChange change : changes) {
      silences.put(change.epoch(), change.silence());
      Seen asked = seen.get(change.epoch());
      int node = asked == null ? UNKNOWN : asked.node();
      all.put(change.epoch(), new Seen(node, change.at()));
    }
    all.values().removeIf(each -> each.at() >= end);
    List<Reign> reigns = new ArrayList<>();
    for (Map.Entry<Long, Seen> each : all.entrySet()) {
      Map.Entry<Long, Seen> next = all.higherEntry(each.getKey());
      long from = reigns.isEmpty() ? 0 : each.getValue().at();
      long to = next == null ? end : lastAnswerBefore(next, silences);
      reigns.add(
          new Reign(each.getKey(), each.getValue().node(), new Span(from, Math.max(from, to))));
    }
    return reigns;
  }

  private static long lastAnswerBefore(Map.Entry<Long, Seen> next, Map<Long, Long> silences) {
    return next.getValue().at() - silences.getOrDefault(next.getKey(), 0L);
  }
}
