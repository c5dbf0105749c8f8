package io.zabdb.bench.moves;

import io.zabdb.bench.load.Outcomes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells somebody else how operations end, and keeps the longest one of each client. Thread-safe.
 */
final class LongestWaits implements Outcomes {

  private static final double NANOS_PER_MILLI = 1e6;

  private final Outcomes told;
  private final AtomicLongArray longest;

  LongestWaits(Outcomes told, int clients) {
    this.told = told;
    longest = new AtomicLongArray(clients);
  }

  @Override
  public void succeeded(int client, long epoch, long start, long end) {
    told.succeeded(client, epoch, start, end);
    longest.accumulateAndGet(client, end - start, Math::max);
  }

  @Override
  public void failed(String error) {
    told.failed(error);
  }

  /** Of each client that had an answer since the last call, in milliseconds. */
  List<Double> take() {
    List<Double> waits = new ArrayList<>();
    for (int i = 0; i < longest.length(); i++) {
      long nanos = longest.getAndSet(i, 0);
      if (nanos > 0) {
        waits.add(nanos / NANOS_PER_MILLI);
      }
    }
    return waits;
  }
}
