package io.zabdb.bench.peers;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.ErrorNames;
import io.zabdb.bench.ops.OpsBench;
import io.zabdb.bench.ops.OpsCase;
import io.zabdb.bench.peers.system.PeerCluster;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Measures one system after another, each alone: started anew, loaded, warmed up, measured, ended.
 * Systems take turns, in each second round from the last to the first, so that a machine that
 * becomes slower or faster meanwhile favours none.
 */
final class PeersBench {

  private final PeersSettings settings;
  private final Consumer<String> progress;
  private final Map<String, String> left = new LinkedHashMap<>();
  private boolean hasFailed;

  /**
   * @param progress hears what is done next
   */
  PeersBench(PeersSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** Measures those that can be started here. What fails is left out from then on. */
  List<PeerResult> run(List<PeerSystem> systems) throws IOException, InterruptedException {
    List<PeerSystem> present = new ArrayList<>();
    for (PeerSystem system : systems) {
      if (system.missing().isPresent()) {
        leave(system, "skipped: " + system.missing().get());
      } else {
        present.add(system);
      }
    }
    Map<PeerSystem, List<List<OpsCase>>> found = new LinkedHashMap<>();
    present.forEach(system -> found.put(system, new ArrayList<>()));
    for (int round = 0; round < settings.rounds(); round++) {
      List<PeerSystem> order = new ArrayList<>(present);
      if (round % 2 == 1) {
        Collections.reverse(order);
      }
      for (PeerSystem system : order) {
        if (!left.containsKey(system.name())) {
          measure(system, round, found.get(system));
        }
      }
    }
    List<PeerResult> results = new ArrayList<>();
    for (PeerSystem system : present) {
      results.add(
          new PeerResult(system.name(), system.title(), system.promise(), found.get(system)));
    }
    return results;
  }

  /** Why systems were not measured, or not in all rounds, by their names. */
  Map<String, String> left() {
    return Collections.unmodifiableMap(left);
  }

  /** Whether a system that is here could not be measured. */
  boolean hasFailed() {
    return hasFailed;
  }

  private void leave(PeerSystem system, String why) {
    left.put(system.name(), why);
    progress.accept(system.name() + " " + why);
  }

  private void measure(PeerSystem system, int round, List<List<OpsCase>> rounds)
      throws InterruptedException {
    String prefix = "round " + (round + 1) + ", " + system.name() + ": ";
    progress.accept(prefix + "starting " + PeerSystem.SERVERS + " servers");
    try (PeerCluster cluster =
        system.start(settings.parent(), settings.connections().orElse(system.connections()))) {
      rounds.add(
          new OpsBench(cluster, settings.load(), what -> progress.accept(prefix + what)).run());
    } catch (BenchException | IOException | ZabException e) {
      failed(system, e.getMessage());
    } catch (CompletionException e) {
      Throwable cause = ErrorNames.cause(e);
      failed(system, cause.getClass().getSimpleName() + ": " + cause.getMessage());
    }
  }

  private void failed(PeerSystem system, String why) {
    hasFailed = true;
    leave(system, "failed: " + why);
  }
}
