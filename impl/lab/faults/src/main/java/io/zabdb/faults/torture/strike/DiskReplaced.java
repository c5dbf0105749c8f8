package io.zabdb.faults.torture.strike;

import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.storage.tree.DiskFiles;
import java.util.Set;

/** A node's disk is replaced by an empty one. */
public final class DiskReplaced implements Strike {

  @Override
  public String name() {
    return "a node's disk is replaced";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    ClusterNode node =
        victim.cluster().node(victim.random().nextInt(victim.cluster().nodes().size()));
    node.kill();
    DiskFiles.delete(node.data());
    node.start();
    node.awaitReady();
    return new Blow(Set.of(node), "node " + node.id() + " has learnt all", () -> {});
  }
}
