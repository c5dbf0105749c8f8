package io.zabdb.bench.growth;

import io.zabdb.bench.load.Latency;
import io.zabdb.bench.load.Recording;
import java.util.Map;

/**
 * What clients saw for a while.
 *
 * @param errors how many operations failed, by name
 */
public record ServedLoad(double seconds, Latency reads, Latency writes, Map<String, Long> errors) {

  static ServedLoad of(double seconds, Recording.Taken taken) {
    return new ServedLoad(
        seconds, Latency.of(taken.reads()), Latency.of(taken.writes()), taken.errors());
  }

  /** Operations that succeeded. */
  public long operations() {
    return reads.count() + writes.count();
  }

  /** Operations a second that succeeded. */
  public double perSecond() {
    return operations() / seconds;
  }

  /** How many operations failed. */
  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
