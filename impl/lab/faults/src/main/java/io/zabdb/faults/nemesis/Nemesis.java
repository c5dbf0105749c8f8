package io.zabdb.faults.nemesis;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.process.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Draws faults from a seed and lets them befall a cluster, several at a time; counts what it did.
 * The draws are the same for a seed, the moments are not. For one thread.
 */
public final class Nemesis {

  private final Cluster cluster;
  private final Random random;
  private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
  private final List<ClusterNode> paused = new ArrayList<>();
  private final List<ClusterNode> stopping = new ArrayList<>();
  private boolean cuts;

  public Nemesis(Cluster cluster, long seed) {
    this.cluster = cluster;
    random = new Random(seed);
  }

  /** Does one thing to the cluster, one that is possible now. Returns what, for people. */
  public String strike() throws Exception {
    while (true) {
      Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
      ClusterNode node = cluster.node(random.nextInt(cluster.nodes().size()));
      if (befall(fault, node)) {
        done.merge(fault, 1, Integer::sum);
        return fault + " " + node.id();
      }
    }
  }

  private boolean befall(Fault fault, ClusterNode node) throws Exception {
    return switch (fault) {
      case KILL -> kill(running().filter(each -> each == node));
      case KILL_LEADER -> kill(cluster.leader().stream());
      case KILL_ALL -> kill(running());
      case START -> start(node);
      case STOP -> isLetAlone(node) && ifRunning(node, () -> stop(node));
      case PAUSE -> isLetAlone(node) && ifRunning(node, () -> pause(node));
      case RESUME -> resumeAll();
      case ISOLATE -> isolate(node);
      case CUT_ONE_WAY -> cutOneWay(node);
      case HEAL -> cuts && heal();
      case TRANSFER -> transfer();
      case COMPACT -> ifRunning(node, () -> cluster.compact(node));
      case COMPACT_ALL -> compactAll();
    };
  }

  private interface Deed {
    void run() throws Exception;
  }

  private static boolean ifRunning(ClusterNode node, Deed deed) throws Exception {
    boolean runs = node.isRunning();
    if (runs) {
      deed.run();
    }
    return runs;
  }

  private Stream<ClusterNode> running() {
    return cluster.nodes().stream().filter(ClusterNode::isRunning);
  }

  /** Waits for their end: who was only sent a signal still runs for whoever asks. */
  private boolean kill(Stream<ClusterNode> chosen) throws InterruptedException {
    List<ClusterNode> killed = chosen.toList();
    cluster.kill(killed);
    paused.removeAll(killed);
    return !killed.isEmpty();
  }

  private boolean start(ClusterNode node) throws Exception {
    boolean wanted = !node.isRunning();
    if (wanted) {
      stopping.remove(node);
      node.start();
    }
    return wanted;
  }

  /** SIGTERM; a process that has hardly begun may not listen to it yet, and simply ends. */
  private void stop(ClusterNode node) {
    node.process().terminate();
    stopping.add(node);
  }

  /** Who is stopping may end at any moment; a second signal would end it at once. */
  private boolean isLetAlone(ClusterNode node) {
    return !paused.contains(node) && !stopping.contains(node);
  }

  private void pause(ClusterNode node) throws Exception {
    node.process().pause();
    paused.add(node);
  }

  private boolean resumeAll() throws Exception {
    boolean any = !paused.isEmpty();
    for (ClusterNode node : paused) {
      if (node.isRunning()) {
        node.process().resume();
      }
    }
    paused.clear();
    return any;
  }

  private boolean isolate(ClusterNode node) throws Exception {
    for (ClusterNode other : cluster.others(node)) {
      cluster.network().separate(node.id(), other.id());
    }
    cuts = true;
    return true;
  }

  private boolean cutOneWay(ClusterNode node) throws Exception {
    List<ClusterNode> others = new ArrayList<>(cluster.others(node));
    Collections.shuffle(others, random);
    cluster.network().cut(node.id(), others.get(0).id());
    cuts = true;
    return true;
  }

  private boolean heal() throws Exception {
    cluster.network().heal();
    cuts = false;
    return true;
  }

  private boolean transfer() {
    boolean led = cluster.leader().isPresent();
    if (led) {
      cluster.transfer();
    }
    return led;
  }

  private boolean compactAll() {
    List<ClusterNode> running = running().toList();
    running.forEach(cluster::compact);
    return !running.isEmpty();
  }

  /** Ends all faults, and waits until all nodes serve. */
  public void relent() throws Exception {
    cluster.network().heal();
    resumeAll();
    for (ClusterNode node : stopping) {
      node.process().awaitExit(Waiting.PATIENCE);
    }
    stopping.clear();
    cluster.startNodes();
  }

  /** What was done how often. */
  public Map<Fault, Integer> done() {
    return new EnumMap<>(done);
  }
}
