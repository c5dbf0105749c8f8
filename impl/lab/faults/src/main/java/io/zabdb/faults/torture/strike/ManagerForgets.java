package io.zabdb.faults.torture.strike;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.tree.DiskFiles;
import java.util.Set;

/** The configuration manager loses all its data: the nodes restore what belongs there. */
public final class ManagerForgets implements Strike {

  @Override
  public String name() {
    return "the configuration manager loses its data";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    Cluster cluster = victim.cluster();
    cluster.configManager().kill();
    DiskFiles.delete(cluster.directory().resolve("config-manager"));
    cluster.configManager().start();
    Waiting.until("a client that finds the cluster by its manager", () -> isFound(cluster));
    return new Blow(Set.of(), "clients find the cluster by it again", () -> {});
  }

  private static boolean isFound(Cluster cluster) {
    try (ZabClient client = cluster.clientByManager().build()) {
      ZabClient.await(client.put("manager", "found"));
      return true;
    } catch (ZabException e) {
      return false;
    }
  }
}
