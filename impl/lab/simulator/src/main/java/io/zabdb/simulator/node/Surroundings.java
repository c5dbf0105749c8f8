package io.zabdb.simulator.node;

import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.settings.Durability;
import io.zabdb.simulator.client.SimulatedRings;
import io.zabdb.simulator.client.Wires;
import io.zabdb.simulator.peer.GroupNetworks;
import io.zabdb.testkit.sim.engine.World;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What nodes see of the world.
 *
 * @param groups that there are
 * @param networks between replicas, by group
 * @param wires from clients and forwarding nodes to nodes
 * @param rings the configuration manager
 * @param alarm takes violations
 * @param disks what replicas are given in place of their disks
 * @param files a directory for files of partitions that move; empty: none do
 * @param ends whether groups end and are born, which nodes hear of each other
 * @param foundingWait in ticks: how long who founds a group alone looks for others first
 */
public record Surroundings(
    Cluster cluster,
    Tuning tuning,
    TakenGroups groups,
    GroupNetworks networks,
    Wires wires,
    SimulatedRings rings,
    Alarm alarm,
    UnaryOperator<ReplicaDisk> disks,
    Optional<Path> files,
    boolean ends,
    int foundingWait) {

  /** With sizes that the seed draws. */
  public static Surroundings of(
      World world,
      Cluster cluster,
      GroupNetworks networks,
      Wires wires,
      SimulatedRings rings,
      Alarm alarm,
      UnaryOperator<ReplicaDisk> disks,
      Optional<Path> files,
      boolean ends,
      int foundingWait,
      Durability durability) {
    return new Surroundings(
        cluster,
        Tuning.draw(world, durability),
        new TakenGroups(cluster.groups(), alarm),
        networks,
        wires,
        rings,
        alarm,
        disks,
        files,
        ends,
        foundingWait);
  }

  void processEnded(int node) {
    networks.processEnded(node);
    wires.processEnded(node);
  }

  void powerLost(int node) {
    networks.powerLost(node);
    wires.powerLost(node);
  }
}
