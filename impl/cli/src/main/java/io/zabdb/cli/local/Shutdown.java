package io.zabdb.cli.local;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stops the processes of a cluster, the configuration manager last. */
public final class Shutdown {

  private record Stopping(LocalProcess process, ProcessHandle handle) {}

  /** How long a process that is killed may take to end. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final LocalCluster cluster;
  private final Duration limit;
  private final boolean kill;

  /**
   * @param limit for the nodes together, and again for the configuration manager
   * @param kill what has not stopped then
   */
  public Shutdown(LocalCluster cluster, Duration limit, boolean kill) {
    this.cluster = cluster;
    this.limit = limit;
    this.kill = kill;
  }

  /**
   * What came of it, by names of processes.
   *
   * @param stopped as they were asked to
   * @param killed because they did not stop in time
   * @param running still
   */
  public record StopOutcome(List<String> stopped, List<String> killed, List<String> running) {}

  /** Stops one process, if it runs. */
  public StopOutcome run(LocalProcess process) throws IOException, InterruptedException {
    StopOutcome outcome = nothing();
    stop(List.of(process), outcome);
    return outcome;
  }

  private static StopOutcome nothing() {
    return new StopOutcome(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /** Stops all that run. */
  public StopOutcome run() throws IOException, InterruptedException {
    StopOutcome outcome = nothing();
    List<LocalProcess> nodes = new ArrayList<>();
    for (Layout.LocalNode node : cluster.layout().nodes()) {
      nodes.add(cluster.process(node));
    }
    stop(nodes, outcome);
    stop(List.of(cluster.configManager()), outcome);
    return outcome;
  }

  private void stop(List<LocalProcess> processes, StopOutcome outcome)
      throws IOException, InterruptedException {
    List<Stopping> asked = new ArrayList<>();
    for (LocalProcess process : processes) {
      Optional<ProcessHandle> handle = process.process();
      if (handle.isPresent()) {
        handle.get().destroy();
        asked.add(new Stopping(process, handle.get()));
      } else {
        process.forget();
      }
    }
    long deadline = System.nanoTime() + limit.toNanos();
    for (Stopping each : asked) {
      String name = each.process().name();
      if (ended(each.handle(), Duration.ofNanos(deadline - System.nanoTime()))) {
        outcome.stopped().add(name);
        each.process().forget();
      } else if (kill && each.handle().destroyForcibly() && ended(each.handle(), KILL_LIMIT)) {
        outcome.killed().add(name);
        each.process().forget();
      } else {
        outcome.running().add(name);
      }
    }
  }

  private static boolean ended(ProcessHandle handle, Duration limit) throws InterruptedException {
    CompletableFuture<ProcessHandle> exit = handle.onExit();
    try {
      exit.get(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
