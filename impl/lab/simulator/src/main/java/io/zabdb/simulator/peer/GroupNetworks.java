package io.zabdb.simulator.peer;

import io.zabdb.model.cluster.MemberNumbers;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The networks of all groups, each of which there is once it is asked for. Not thread-safe. */
public final class GroupNetworks {

  private record Host(int node, BooleanSupplier isUp, BooleanSupplier hasProcess) {}

  private final World world;
  private final Links links;
  private final SortedMap<Integer, GroupNetwork> networks = new TreeMap<>();
  private final SortedMap<Integer, Host> hosts = new TreeMap<>();

  /**
   * Networks of the first groups.
   *
   * @param first the groups of the cluster
   */
  public GroupNetworks(World world, Links links, List<GroupConfig> first) {
    this.world = world;
    this.links = links;
    first.forEach(this::of);
  }

  /** The network of a group that there is at the beginning, or that was opened. */
  public GroupNetwork of(int group) {
    return networks.get(group);
  }

  /** The same, opened if need be. */
  public GroupNetwork of(GroupConfig group) {
    return networks.computeIfAbsent(group.id(), number -> open(group.numbers()));
  }

  private GroupNetwork open(MemberNumbers numbers) {
    GroupNetwork network = new GroupNetwork(world, links, numbers);
    hosts.values().forEach(host -> network.add(host.node, host.isUp, host.hasProcess));
    return network;
  }

  /** Those that there are. */
  public List<GroupNetwork> all() {
    return List.copyOf(networks.values());
  }

  /** Names a node; once for each, before anything is sent. */
  public void add(int node, BooleanSupplier hostUp, BooleanSupplier processUp) {
    hosts.put(node, new Host(node, hostUp, processUp));
    networks.values().forEach(network -> network.add(node, hostUp, processUp));
  }

  /** The process of a node has ended: its system closes its connections. */
  public void processEnded(int node) {
    networks.values().forEach(network -> network.processEnded(node));
  }

  /** A node has lost power; nobody is told. */
  public void powerLost(int node) {
    networks.values().forEach(network -> network.powerLost(node));
  }
}
