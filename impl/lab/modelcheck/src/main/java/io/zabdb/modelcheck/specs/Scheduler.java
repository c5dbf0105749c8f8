package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.tlc.Draws;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.verdict.PastTimes;
import io.zabdb.modelcheck.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs models in parallel, the longest first, so that the last one to end is a short one. A model
 * takes as many of the {@code jobs} places as it has workers.
 */
final class Scheduler {

  private static final Duration UNKNOWN = Duration.ofSeconds(5);

  private final Draws draws;
  private final int jobs;
  private final Function<Model, Duration> limit;
  private final PastTimes past;
  private final Pace pace;

  Scheduler(Tlc tlc, int jobs, Function<Model, Duration> limit, PastTimes past, Pace pace) {
    draws = new Draws(tlc);
    this.jobs = jobs;
    this.limit = limit;
    this.past = past;
    this.pace = pace;
  }

  /**
   * Runs all models.
   *
   * @param onFinished called from worker threads, one call at a time, as each model ends
   * @return the runs in the order of {@code models}
   */
  List<ModelRun> run(List<Model> models, Consumer<ModelRun> onFinished)
      throws InterruptedException {
    pace.begin(jobs);
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Model> longestFirst = new ArrayList<>(models);
    longestFirst.sort(Comparator.comparing(this::expectedTime).reversed());
    try {
      List<Future<ModelRun>> running = new ArrayList<>();
      for (Model model : longestFirst) {
        int width = Math.min(model.workers(), jobs);
        pace.acquire(width);
        running.add(
            threads.submit(
                () -> {
                  try {
                    ModelRun run = runOne(model);
                    synchronized (this) {
                      onFinished.accept(run);
                    }
                    return run;
                  } finally {
                    pace.release(width);
                  }
                }));
      }
      List<ModelRun> runs = new ArrayList<>();
      for (Future<ModelRun> future : running) {
        runs.add(future.get());
      }
      runs.sort(Comparator.comparingInt(run -> models.indexOf(run.model())));
      return runs;
    } catch (ExecutionException broken) {
      throw new IllegalStateException(broken.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private Duration expectedTime(Model model) {
    Duration unknown = model.tier() == Tier.QUICK ? UNKNOWN : limit.apply(model);
    return past.of(model.name()).orElse(unknown);
  }

  private ModelRun runOne(Model model) throws InterruptedException {
    try {
      boolean small =
          past.of(model.name())
              .map(time -> time.compareTo(Tlc.SMALL) < 0)
              .orElse(model.mustFail() || model.tier() == Tier.QUICK);
      TlcResult result = draws.run(model, limit.apply(model), small, pace.isYielding());
      return new ModelRun(model, result, Verdict.of(model, result));
    } catch (IOException | RuntimeException broken) {
      Outcome outcome = new Outcome(Outcome.Kind.TLC_ERROR, broken.toString());
      TlcResult result =
          new TlcResult(
              outcome, -1, -1, -1, false, Duration.ZERO, Trace.NONE, List.of(), List.of());
      return new ModelRun(model, result, Verdict.of(model, result));
    }
  }
}
