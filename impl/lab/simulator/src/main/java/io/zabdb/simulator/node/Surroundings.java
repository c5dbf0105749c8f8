package io.zabdb.simulator.node;

import io.zabdb.replica.ReplicaDisk;
import io.zabdb.simulator.client.SimulatedRings;
import io.zabdb.simulator.client.Wires;
import io.zabdb.simulator.peer.GroupNetwork;
import io.zabdb.testkit.sim.engine.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What nodes see of the world.
 *
 * @param networks between replicas, by group
 * @param wires from clients and forwarding nodes to nodes
 * @param rings the configuration manager
 * @param alarm takes violations
 * @param disks what replicas are given in place of their disks
 * @param files a directory for files of partitions that move; empty: none do
 * @param ends whether groups end, which nodes hear of each other
 */
public record Surroundings(
    Cluster cluster,
    Tuning tuning,
    List<GroupNetwork> networks,
    Wires wires,
    SimulatedRings rings,
    Alarm alarm,
    UnaryOperator<ReplicaDisk> disks,
    Optional<Path> files,
    boolean ends) {

  /** With sizes that the seed draws. */
  public static Surroundings of(
      World world,
      Cluster cluster,
      List<GroupNetwork> networks,
      Wires wires,
      SimulatedRings rings,
      Alarm alarm,
      UnaryOperator<ReplicaDisk> disks,
      Optional<Path> files,
      boolean ends) {
    return new Surroundings(
        cluster, Tuning.draw(world), networks, wires, rings, alarm, disks, files, ends);
  }

  void processEnded(int node) {
    networks.forEach(network -> network.processEnded(node));
    wires.processEnded(node);
  }

  void powerLost(int node) {
    networks.forEach(network -> network.powerLost(node));
    wires.powerLost(node);
  }
}
