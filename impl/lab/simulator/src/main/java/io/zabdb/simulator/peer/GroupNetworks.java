package io.zabdb.simulator.peer;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
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
  private final SimulatedWords words;
  private final SortedMap<Integer, Host> hosts = new TreeMap<>();

  /**
   * Networks of the first groups.
   *
   * @param first the groups of the cluster
   */
  public GroupNetworks(World world, Links links, List<GroupConfig> first) {
    this.world = world;
    this.links = links;
    words = new SimulatedWords(world, links);
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

  /**
   * The process of a node tells others that it is there, and its ports hear which others are.
   *
   * @param start another one for each process
   * @param patience how long another may say nothing, in nanoseconds
   */
  public void speak(int node, long start, Loop loop, Clock clock, long patience) {
    words.begin(
        node,
        start,
        loop,
        clock,
        patience,
        starts -> networks.values().forEach(network -> network.heard(node, starts)));
  }

  /** Names a node; once for each, before anything is sent. */
  public void add(int node, BooleanSupplier hostUp, BooleanSupplier processUp) {
    hosts.put(node, new Host(node, hostUp, processUp));
    networks.values().forEach(network -> network.add(node, hostUp, processUp));
  }

  /** The process of a node has ended: its system closes its connections. */
  public void processEnded(int node) {
    words.ended(node);
    networks.values().forEach(network -> network.processEnded(node));
  }

  /** A node has lost power; nobody is told. */
  public void powerLost(int node) {
    words.ended(node);
    networks.values().forEach(network -> network.powerLost(node));
  }
}
