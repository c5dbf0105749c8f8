package io.zabdb.modelcheck.tlc;

import io.zabdb.modelcheck.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one run of TLC came to.
 *
 * @param outcome what it found
 * @param distinct distinct states found; -1 if unknown (random behaviours are not compared)
 * @param generated states generated; -1 if unknown
 * @param depth length of the longest shortest path, in states; -1 if unknown
 * @param finished whether the search ended by itself: everything was explored, or a violation was
 *     found
 * @param time wall-clock time, with the start of the JVM
 * @param trace the counterexample; empty if there is none
 * @param missed what the model must reach and never did ({@code @reaches})
 * @param printed the lines that TLC wrote outside of its messages: what a module prints, and SANY
 */
public record TlcResult(
    Outcome outcome,
    long distinct,
    long generated,
    int depth,
    boolean finished,
    Duration time,
    Trace trace,
    List<String> missed,
    List<String> printed) {

  /** This and what another draw of the same random behaviours came to, whose outcome counts. */
  public TlcResult and(TlcResult other) {
    return new TlcResult(
        other.outcome,
        other.distinct,
        generated + other.generated,
        other.depth,
        other.finished,
        time.plus(other.time),
        other.trace,
        missed.stream().filter(other.missed::contains).toList(),
        Stream.concat(printed.stream(), other.printed.stream()).toList());
  }
}
