package io.zabdb.bench.timeline;

/**
 * A stretch of time.
 *
 * @param start in microseconds since the begin of the run; may be before it
 * @param end behind the last microsecond; at least the start
 */
public record Span(long start, long end) {

  public Span {
    if (end < start) {
      throw new IllegalArgumentException("a span from " + start + " to " + end);
    }
  }

  public long micros() {
    return end - start;
  }
}
