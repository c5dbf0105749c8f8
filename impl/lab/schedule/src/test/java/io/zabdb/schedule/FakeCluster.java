package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Link;
import io.zabdb.schedule.sight.NodeSight;
import io.zabdb.schedule.sight.Sight;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/**
 * A cluster that does what is done to it, in a time of its own: restarts take a while, leaders are
 * elected among those that reach each other, compactions and transfers take some moments. Times are
 * in microseconds.
 */
final class FakeCluster {

  static final long SECOND = 1_000_000;

  /** How long it takes until somebody leads. */
  long election = SECOND / 2;

  /** How long a compaction takes. */
  long compaction = SECOND / 3;

  private static final class Node {
    boolean running = true;
    boolean paused;
    boolean hung;
    long soundAt;
    long compactsUntil;
    boolean full;
    boolean dying;
  }

  private final List<Node> nodes = new ArrayList<>();
  private final Set<Link> cut = new HashSet<>();
  private final long restart;
  private long now;
  private int leader;
  private long leadsAt;

  /**
   * @param restart how long it takes from the start of a process until the node is in sync
   */
  FakeCluster(int count, long restart) {
    this.restart = restart;
    for (int i = 0; i < count; i++) {
      nodes.add(new Node());
    }
  }

  long now() {
    return now;
  }

  void pass(long micros) {
    now += micros;
  }

  /** From now on this node starts, and never gets in sync. */
  void hang(int node) {
    nodes.get(node).hung = true;
  }

  /** The process of a node ends by itself, now and whenever it is started. */
  void die(int node) {
    nodes.get(node).dying = true;
    nodes.get(node).running = false;
  }

  /** It is well again, and can be started. */
  void live(int node) {
    nodes.get(node).dying = false;
  }

  /** Whether a quorum acknowledges: that a disk is full, sights do not show. */
  boolean hasQuorum() {
    List<NodeSight> seen = new ArrayList<>(sight().nodes());
    for (int node = 0; node < seen.size(); node++) {
      if (nodes.get(node).full) {
        seen.set(node, NodeSight.BEHIND);
      }
    }
    return new Sight(now, seen, cut).hasQuorum();
  }

  Sight sight() {
    elect();
    List<NodeSight> seen = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      seen.add(sight(node));
    }
    return new Sight(now, seen, cut);
  }

  private NodeSight sight(int number) {
    Node node = nodes.get(number);
    boolean sound = isSound(number);
    boolean leads = sound && number == leader && now >= leadsAt;
    return new NodeSight(
        node.running, node.running && node.paused, sound, leads, now < node.compactsUntil, false);
  }

  private boolean isSound(int number) {
    Node node = nodes.get(number);
    return node.running && !node.paused && !node.hung && now >= node.soundAt;
  }

  private void elect() {
    List<NodeSight> plain = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      plain.add(isSound(node) ? NodeSight.FOLLOWS : NodeSight.DOWN);
    }
    Sight without = new Sight(now, plain, cut);
    SortedSet<Integer> together = without.together();
    if (leader >= 0 && together.contains(leader) && without.hasQuorum()) {
      return;
    }
    leader = without.hasQuorum() ? together.first() : -1;
    leadsAt = now + election;
  }

  void take(Deed deed) {
    for (int number : deed.nodes()) {
      take(deed.act(), number);
    }
    cut.addAll(
        switch (deed.act()) {
          case CUT, MUTE, DEAFEN -> deed.cuts();
          default -> Set.of();
        });
    if (deed.act() == Act.HEAL_LINKS) {
      cut.clear();
    }
  }

  private void take(Act act, int number) {
    Node node = nodes.get(number);
    switch (act) {
      case KILL, STOP, LOSE_POWER, REPLACE_DISK -> {
        node.running = false;
        node.paused = false;
      }
      case FAIL_SYNC -> node.running = false;
      case PAUSE -> node.paused = true;
      case RESUME -> {
        node.paused = false;
        node.soundAt = now + SECOND / 10;
      }
      case START -> {
        node.running = !node.dying;
        node.soundAt = now + restart;
      }
      case FILL_DISK -> node.full = true;
      case HEAL_DISK -> node.full = false;
      case COMPACT -> node.compactsUntil = now + compaction;
      case TRANSFER -> {
        leader = number;
        leadsAt = now + SECOND / 20;
      }
      default -> {
        // Nothing of it is seen.
      }
    }
  }
}
