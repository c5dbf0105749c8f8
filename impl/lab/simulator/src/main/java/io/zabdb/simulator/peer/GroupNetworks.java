package io.zabdb.simulator.peer;

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
   * @param groups how many
   */
  public GroupNetworks(World world, Links links, int groups) {
    this.world = world;
    this.links = links;
    for (int group = 0; group < groups; group++) {
      of(group);
    }
  }

  /** The network of a group. */
  public GroupNetwork of(int group) {
    return networks.computeIfAbsent(group, number -> open());
  }

  private GroupNetwork open() {
    GroupNetwork network = new GroupNetwork(world, links);
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
