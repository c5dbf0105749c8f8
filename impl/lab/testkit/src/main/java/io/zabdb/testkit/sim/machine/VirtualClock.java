package io.zabdb.testkit.sim.machine;

import io.zabdb.environment.Clock;
import java.util.function.LongSupplier;

/** The clock of a process in virtual time. Not thread-safe. */
public final class VirtualClock implements Clock {

  private final VirtualProcess process;
  private final long bootedMillis;
  private final LongSupplier wall;

  /**
   * @param bootedMillis what its machine's monotonic clock showed at time 0, in milliseconds
   * @param wall what its machine shows for a time of day, in milliseconds since 1970, which may
   *     jump and be wrong
   */
  public VirtualClock(VirtualProcess process, long bootedMillis, LongSupplier wall) {
    this.process = process;
    this.bootedMillis = bootedMillis;
    this.wall = wall;
  }

  @Override
  public long nanos() {
    return bootedMillis * 1_000_000 + process.now() * 1_000;
  }

  @Override
  public long millis() {
    return wall.getAsLong();
  }
}
