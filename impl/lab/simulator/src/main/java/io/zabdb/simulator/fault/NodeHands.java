package io.zabdb.simulator.fault;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Link;
import io.zabdb.simulator.client.SimulatedRings;
import io.zabdb.simulator.disk.DiskState.Access;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.peer.GroupNetwork;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.network.Links;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Does what a scheduler says to nodes of one group, and undoes it. Not thread-safe. */
public final class NodeHands {

  private static final long DEBT_BYTES = 4 << 20;

  private final Counts counts;
  private final Links links;
  private final GroupNetwork network;
  private final List<SimulatedNode> nodes;
  private final SimulatedRings rings;
  private final Spare spare;
  private final Set<Link> cut = new HashSet<>();

  /** How much slower the disk of a node is, in microseconds. */
  private final Map<Integer, Long> slowed = new HashMap<>();

  private final Set<Integer> full = new HashSet<>();

  public NodeHands(
      Counts counts,
      Links links,
      GroupNetwork network,
      List<SimulatedNode> nodes,
      SimulatedRings rings,
      TakenGroups groups) {
    this.counts = counts;
    this.links = links;
    this.network = network;
    this.nodes = nodes;
    this.rings = rings;
    spare = new Spare(nodes, groups);
  }

  /** The links that are cut. */
  Set<Link> cut() {
    return cut;
  }

  /**
   * Does it.
   *
   * @param leader the number of the node that leads; below 0: none
   * @throws IllegalArgumentException if it is none of {@link ScheduledFaults#FAULTS} or what undoes
   *     them
   */
  void take(Deed deed, int leader) {
    switch (deed.act()) {
      case CUT, MUTE, DEAFEN -> cut(deed.cuts());
      case HEAL_LINKS -> healLinks();
      case TRANSFER -> transfer(deed.nodes().stream().findFirst(), leader);
      case KILL_MANAGER -> rings.away(1);
      case START_MANAGER -> rings.away(-1);
      default -> deed.nodes().forEach(node -> take(deed, nodes.get(node)));
    }
  }

  private void take(Deed deed, SimulatedNode node) {
    switch (deed.act()) {
      case KILL -> node.kill();
      case LOSE_POWER -> node.losePower();
      case PAUSE -> node.pause();
      case RESUME -> node.resume();
      case FAIL_SYNC -> node.diskState().failNext(Access.SYNC);
      case REPLACE_DISK -> replaceDisk(node);
      case START -> {
        node.diskState().failNext(null);
        node.start();
      }
      case SLOW_DISK -> {
        slowed.merge(node.number(), deed.micros(), Long::sum);
        node.diskState().slow(deed.micros());
      }
      case FILL_DISK -> {
        if (full.add(node.number())) {
          node.diskState().fill(1);
        }
      }
      case HEAL_DISK -> healDisk(node);
      case COMPACT -> node.addDebt(0, DEBT_BYTES);
      default -> throw new IllegalArgumentException("cannot be done here: " + deed);
    }
  }

  /** Only if the group remembers without it; else it is as if it had been killed. */
  private void replaceDisk(SimulatedNode node) {
    if (spare.allowsLoss(node)) {
      node.replaceDisk();
      counts.add("node: disk replaced");
    } else {
      node.kill();
    }
  }

  private void healDisk(SimulatedNode node) {
    Optional.ofNullable(slowed.remove(node.number()))
        .ifPresent(micros -> node.diskState().slow(-micros));
    if (full.remove(node.number())) {
      node.diskState().fill(-1);
    }
  }

  private void cut(Set<Link> more) {
    for (Link link : more) {
      if (cut.add(link)) {
        links.cut(link.from(), link.to(), 1);
      }
    }
  }

  private void healLinks() {
    cut.forEach(link -> links.cut(link.from(), link.to(), -1));
    cut.clear();
    network.network().resume();
  }

  private void transfer(Optional<Integer> successor, int leader) {
    if (leader >= 0 && nodes.get(leader).process() != null) {
      int member = successor.map(node -> nodes.get(node).memberOf(0)).orElse(-1);
      nodes.get(leader).process().drivers().get(0).transfer(member, "a fault of the schedule");
    }
  }
}
