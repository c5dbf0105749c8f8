package io.zabdb.schedule.window;

import java.util.List;
import java.util.Locale;

/**
 * A stretch of a run with faults. Times are in microseconds, by the clock of the sights.
 *
 * @param number from 1
 * @param begin its first moment
 * @param struck when what it is for had begun: the first fault was done, of an outage the quorum
 *     was seen to be away; the beginning where nothing is to be done
 * @param end its last moment
 * @param done what was done, in order
 * @param reached whether it came to what it is for: faults were done; the quorum was away; after a
 *     recovery all was well
 */
public record FaultWindow(
    int number,
    WindowKind kind,
    long begin,
    long struck,
    long end,
    List<Done> done,
    boolean reached) {

  public FaultWindow {
    done = List.copyOf(done);
  }

  /** Such as {@code window 3 (outage, 12.5 s to 14.0 s)}; times since a moment. */
  public String name(long since) {
    return String.format(
        Locale.ROOT,
        "window %d (%s, %.1f s to %.1f s)",
        number,
        kind.words(),
        (begin - since) / 1e6,
        (end - since) / 1e6);
  }
}
