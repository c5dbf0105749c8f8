package io.zabdb.conformance.trace;

import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.core.group.Configuration;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Checks traces against {@code specs/zab/TraceZab.tla}. Many traces share a run of TLC, since most
 * of a run's time is its start; a trace that is refused is then looked at alone.
 */
public final class TraceChecker {

  /** What one run takes on; enough for its start not to count. */
  private static final int STEPS_OF_A_RUN = 6000;

  private static final int HEAP_MEGABYTES = 1024;

  private final WalkRun runs;
  private final Refusal refusal;
  private final int parallel;

  /**
   * A checker.
   *
   * @param specs the folder of the specs
   * @param parallel how many runs of TLC at a time
   */
  public TraceChecker(Path specs, int parallel) throws IOException {
    this(specs, parallel, List.of());
  }

  /**
   * A checker of traces in which members change, against {@code TraceZabReconfig}.
   *
   * @param configurations who votes at first, and by each roster of these traces, in their order
   */
  public TraceChecker(Path specs, int parallel, List<Configuration> configurations)
      throws IOException {
    try (Stream<Path> folders = Files.walk(specs)) {
      List<Path> all = folders.filter(Files::isDirectory).toList();
      runs = new WalkRun(new Tlc(all, HEAP_MEGABYTES, null), configurations);
    }
    this.refusal = new Refusal(runs);
    this.parallel = parallel;
  }

  /** The verdict on each trace, in the same order. */
  public List<Verdict> check(List<Trace> traces) throws IOException, InterruptedException {
    List<Walk> walks = walks(traces);
    Set<Walk> accepted = acceptedWalks(walks);
    return inParallel(
        walks, walk -> accepted.contains(walk) ? Verdict.accepted(walk) : refusal.explain(walk));
  }

  /** Those of the traces that are accepted: cheaper, if many are not. */
  public List<Trace> accepted(List<Trace> traces) throws IOException, InterruptedException {
    return acceptedWalks(walks(traces)).stream().map(Walk::trace).toList();
  }

  private static List<Walk> walks(List<Trace> traces) {
    return traces.stream().map(TraceLinearizer::linearize).toList();
  }

  private Set<Walk> acceptedWalks(List<Walk> walks) throws IOException, InterruptedException {
    Set<Walk> accepted = Collections.newSetFromMap(new IdentityHashMap<>());
    inParallel(batches(walks), this::acceptedOfBatch).forEach(accepted::addAll);
    return accepted;
  }

  private List<Walk> acceptedOfBatch(List<Walk> batch) throws IOException, InterruptedException {
    TlcResult result = runs.run(batch, WalkRun.Question.WHICH);
    // A run that failed says little, but what it has accepted it has.
    Set<Integer> numbers = WrittenModule.accepted(result);
    return numbers.stream().map(number -> batch.get(number - 1)).toList();
  }

  /** Walks of the same servers go together, up to a number of steps. */
  private List<List<Walk>> batches(List<Walk> walks) {
    int all = walks.stream().mapToInt(walk -> walk.steps().size()).sum();
    int most = Math.min(STEPS_OF_A_RUN, all / parallel + 1);
    Map<List<String>, List<Walk>> open = new LinkedHashMap<>();
    List<List<Walk>> batches = new ArrayList<>();
    for (Walk walk : walks) {
      List<Walk> batch = open.computeIfAbsent(walk.trace().servers(), key -> new ArrayList<>());
      batch.add(walk);
      if (batch.stream().mapToInt(member -> member.steps().size()).sum() >= most) {
        batches.add(open.remove(walk.trace().servers()));
      }
    }
    batches.addAll(open.values());
    return batches;
  }

  /** Work on one item. */
  private interface Work<T, R> {
    R on(T item) throws IOException, InterruptedException;
  }

  private <T, R> List<R> inParallel(List<T> items, Work<T, R> work)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(parallel);
    try {
      List<Callable<R>> tasks = new ArrayList<>();
      items.forEach(item -> tasks.add(() -> work.on(item)));
      List<Future<R>> futures = pool.invokeAll(tasks);
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
