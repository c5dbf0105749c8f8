package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Link;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Does to a cluster what the scheduler says. For one thread. */
final class Hands {

  /** What it can do without help of the machine. */
  static final Set<Act> FAULTS =
      EnumSet.of(
          Act.KILL,
          Act.STOP,
          Act.PAUSE,
          Act.CUT,
          Act.MUTE,
          Act.DEAFEN,
          Act.COMPACT,
          Act.TRANSFER,
          Act.KILL_MANAGER);

  private final Cluster cluster;
  private final Eyes eyes;
  private final Proofs proofs;
  private final DisksAndClocks disksAndClocks;

  /** Who was told to end and has not been started since. */
  private final Set<ClusterNode> mayBeDown = new HashSet<>();

  Hands(Cluster cluster, Eyes eyes, Proofs proofs, DisksAndClocks disksAndClocks) {
    this.cluster = cluster;
    this.eyes = eyes;
    this.proofs = proofs;
    this.disksAndClocks = disksAndClocks;
  }

  void take(Deed deed) throws Exception {
    List<ClusterNode> nodes = deed.nodes().stream().map(cluster::node).toList();
    switch (deed.act()) {
      case KILL -> {
        mayBeDown.addAll(nodes);
        cluster.kill(nodes);
        for (ClusterNode node : nodes) {
          proofs.killed(node);
        }
      }
      case STOP -> {
        // A process that has hardly begun may not listen to SIGTERM yet, and simply ends.
        mayBeDown.addAll(nodes);
        nodes.forEach(node -> node.process().terminate());
      }
      case START -> start(nodes);
      case PAUSE -> {
        for (ClusterNode node : nodes) {
          node.process().pause();
          proofs.awaitPaused(node);
        }
      }
      case RESUME -> {
        for (ClusterNode node : nodes) {
          node.process().resume();
        }
      }
      case CUT, MUTE, DEAFEN -> cut(deed);
      case HEAL_LINKS -> {
        proofs.heal();
        cluster.network().heal();
        eyes.healed();
      }
      case COMPACT -> nodes.forEach(cluster::compact);
      case TRANSFER -> {
        if (nodes.isEmpty()) {
          cluster.transfer();
        } else {
          cluster.transferTo(nodes.get(0));
        }
      }
      case SLOW_DISK, FILL_DISK, FAIL_SYNC, SKEW_CLOCK -> {
        for (ClusterNode node : nodes) {
          disksAndClocks.strike(deed.act(), node, deed.micros());
        }
      }
      case HEAL_DISK -> nodes.forEach(disksAndClocks::healDisk);
      case SET_CLOCK -> nodes.forEach(disksAndClocks::setClock);
      case KILL_MANAGER -> {
        cluster.configManager().kill();
        proofs.count(Act.KILL_MANAGER);
      }
      case START_MANAGER -> cluster.configManager().start();
      default -> throw new IllegalArgumentException(deed + " is beyond these tests");
    }
  }

  private void start(List<ClusterNode> nodes) throws IOException, InterruptedException {
    for (ClusterNode node : nodes) {
      proofs.ended(node);
      disksAndClocks.starts(node);
      node.start();
      mayBeDown.remove(node);
    }
  }

  private void cut(Deed deed) throws IOException {
    proofs.cut(deed.act());
    for (Link link : deed.cuts()) {
      cluster.network().cut(link.from(), link.to());
    }
    eyes.cut(deed.cuts());
  }

  /**
   * Fails if a process has ended that nobody has ended.
   *
   * @throws AssertionError with what it logged
   */
  void checkNobodyEnded() throws IOException {
    for (ClusterNode node : cluster.nodes()) {
      if (!node.isRunning() && !mayBeDown.contains(node) && !disksAndClocks.hasEndedByDisk(node)) {
        throw new AssertionError("node-" + node.id() + " has ended by itself:\n" + node.logged());
      }
    }
  }
}
