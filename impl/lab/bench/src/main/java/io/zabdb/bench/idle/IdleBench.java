package io.zabdb.bench.idle;

import io.zabdb.bench.machine.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Starts clusters of more and more groups, and looks at what their nodes take. */
final class IdleBench {

  /** Lets time pass. */
  interface Rest {
    void rest(Duration time) throws InterruptedException;
  }

  private final IdleTarget.Start start;
  private final IdleSettings settings;
  private final Consumer<String> progress;
  private final LongSupplier nanos;
  private final Rest rest;

  /**
   * @param nanos a clock that never goes back, in nanoseconds
   */
  IdleBench(
      IdleTarget.Start start,
      IdleSettings settings,
      Consumer<String> progress,
      LongSupplier nanos,
      Rest rest) {
    this.start = start;
    this.settings = settings;
    this.progress = progress;
    this.nanos = nanos;
    this.rest = rest;
  }

  /** The cost for each number of groups, in the order of the settings. */
  List<IdleCost> run() throws IOException, InterruptedException {
    List<IdleCost> costs = new ArrayList<>();
    for (int groups : settings.groups()) {
      progress.accept("starting a cluster of " + groups + " group(s)");
      try (IdleTarget target = start.start(groups)) {
        rest.rest(settings.warmUp());
        costs.add(measure(groups, target));
      }
    }
    return costs;
  }

  private IdleCost measure(int groups, IdleTarget target) throws IOException, InterruptedException {
    List<ProcessUsage> before = target.usage();
    long begun = nanos.getAsLong();
    rest.rest(settings.time());
    List<ProcessUsage> after = target.usage();
    return IdleCost.between(groups, before, after, nanos.getAsLong() - begun);
  }
}
