package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.network.ClusterNetwork;
import io.zabdb.faults.process.ServerProcess;
import io.zabdb.faults.process.Waiting;
import io.zabdb.schedule.deed.Act;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the faults that took, by what they changed: how a process ended, its state, what a network
 * held back, what replicas saw. For one thread.
 */
final class Proofs {

  private static final int SIGKILL = 128 + 9;
  private static final int SIGTERM = 128 + 15;

  private final ClusterNetwork network;
  private final Chronicle chronicle;
  private final Map<Act, Integer> counts = new EnumMap<>(Act.class);

  /** Cuts that have not been healed, and what the network had held back before each. */
  private final List<Cut> cuts = new ArrayList<>();

  private record Cut(Act act, long heldBack) {}

  Proofs(Cluster cluster, Chronicle chronicle) {
    network = cluster.network();
    this.chronicle = chronicle;
  }

  void count(Act act) {
    counts.merge(act, 1, Integer::sum);
  }

  /** It was killed and has ended: by that? */
  void killed(ClusterNode node) throws InterruptedException {
    countIf(Act.KILL, exit(node) == SIGKILL);
  }

  /** It has ended, and is about to be started again. */
  void ended(ClusterNode node) throws InterruptedException {
    int exit = exit(node);
    countIf(Act.STOP, exit == 0 || exit == SIGTERM);
  }

  private static int exit(ClusterNode node) throws InterruptedException {
    return node.process().awaitExit(Duration.ZERO);
  }

  /** Waits until its process is seen to stand still. */
  void awaitPaused(ClusterNode node) throws Exception {
    ServerProcess process = node.process();
    Waiting.until("a process that stands still", () -> process.state().startsWith("T"));
    count(Act.PAUSE);
  }

  /** Links are about to be cut. */
  void cut(Act act) throws IOException {
    cuts.add(new Cut(act, network.heldBack()));
  }

  /** All links are about to be healed: those cuts took that have held something back. */
  void heal() throws IOException {
    long heldBack = network.heldBack();
    cuts.forEach(cut -> countIf(cut.act(), heldBack > cut.heldBack()));
    cuts.clear();
  }

  private void countIf(Act act, boolean took) {
    if (took) {
      count(act);
    }
  }

  /** How often each fault took. */
  Map<Act, Integer> counts() {
    Map<Act, Integer> all = new EnumMap<>(counts);
    all.put(Act.TRANSFER, chronicle.transfersTakenOver());
    all.put(Act.COMPACT, chronicle.requestedCompactions());
    all.values().removeIf(count -> count == 0);
    return all;
  }
}
