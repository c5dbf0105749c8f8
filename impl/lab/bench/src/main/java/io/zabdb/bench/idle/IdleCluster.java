package io.zabdb.bench.idle;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A cluster of processes on this machine. */
final class IdleCluster implements IdleTarget {

  private final OwnCluster cluster;
  private final Proc proc = new Proc();

  /**
   * @param cluster ended when this is closed
   */
  IdleCluster(OwnCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public List<ProcessUsage> usage() throws IOException {
    List<ProcessUsage> usage = new ArrayList<>();
    for (int node = 0; node < cluster.cluster().addresses().size(); node++) {
      int number = node;
      usage.add(
          proc.usage(cluster.cluster().process(node))
              .orElseThrow(
                  () ->
                      new IOException("this system does not tell what node " + number + " took")));
    }
    return usage;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
