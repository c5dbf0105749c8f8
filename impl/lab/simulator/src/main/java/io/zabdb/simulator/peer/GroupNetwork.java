package io.zabdb.simulator.peer;

import io.zabdb.core.step.Input;
import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.model.cluster.MemberNumbers;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Endpoint;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.network.Network;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/**
 * Connections and datagrams between the replicas of a group, from node to node. What arrives at a
 * node is told to the port of its process. Not thread-safe.
 */
public final class GroupNetwork {

  private final World world;
  private final Network network;
  private final Datagrams datagrams;
  private final SimulatedPort[] ports;

  private final MembersOfNodes members;

  GroupNetwork(World world, Links links, MemberNumbers numbers) {
    this.world = world;
    members = new MembersOfNodes(numbers, world.nodes());
    network = new Network(world, links);
    datagrams = new Datagrams(world, links);
    ports = new SimulatedPort[world.nodes()];
  }

  public Network network() {
    return network;
  }

  public Datagrams datagrams() {
    return datagrams;
  }

  /** Names a node; once for each, before anything is sent. */
  public void add(int node, BooleanSupplier hostUp, BooleanSupplier processUp) {
    Endpoint endpoint =
        new Endpoint() {
          @Override
          public boolean isHostUp() {
            return hostUp.getAsBoolean();
          }

          /** A process that has not opened its port yet refuses what comes. */
          @Override
          public boolean isProcessUp() {
            return processUp.getAsBoolean() && ports[node] != null;
          }

          @Override
          public void give(Input input) {
            ports[node].take(input);
          }
        };
    network.attach(node, endpoint);
    datagrams.attach(node, endpoint);
  }

  /** The port of a process that has started. */
  public PeerPort open(int node, Loop loop, PeerListener listener) {
    ports[node] =
        new SimulatedPort(node, members, network, datagrams, loop, listener, world.counts());
    return ports[node];
  }

  /** The port of a node, if there is one, hears which nodes are heard. */
  void heard(int node, SortedMap<Integer, Long> starts) {
    if (ports[node] != null) {
      ports[node].heard(starts);
    }
  }

  /** The process of a node has ended: its system closes its connections. */
  public void processEnded(int node) {
    ports[node] = null;
    network.processEnded(node);
  }

  /** A node has lost power; nobody is told. */
  public void powerLost(int node) {
    ports[node] = null;
    network.powerLost(node);
  }
}
