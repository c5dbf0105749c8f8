package io.zabdb.simulator.fault;

import io.zabdb.replica.ReplicaDriver;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;

/** Operators who end groups that have nothing, or so they hope, at whichever node. */
public final class Ends extends Operators {

  public Ends(World world, List<SimulatedNode> nodes, TakenGroups groups) {
    super("ends", world, nodes, groups);
  }

  @Override
  void ask(Map<Integer, ReplicaDriver> drivers, int group) {
    heed("end", drivers.get(group).sharding().dissolve());
  }
}
