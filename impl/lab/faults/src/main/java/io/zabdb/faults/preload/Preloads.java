package io.zabdb.faults.preload;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What makes disks and clocks go wrong, for each node of a cluster. Thread-safe. */
public final class Preloads implements AutoCloseable {

  /** By node. */
  private final List<Preload> each;

  private Preloads(List<Preload> each) {
    this.each = List.copyOf(each);
  }

  /**
   * Has all nodes load one from their next start on. They are steered by files in the folder of the
   * cluster.
   *
   * @return empty if there is no Linux, or no C compiler
   */
  public static Optional<Preloads> create(Cluster cluster) throws IOException {
    List<Preload> each = new ArrayList<>();
    for (ClusterNode node : cluster.nodes()) {
      Path file = cluster.directory().resolve("preload-" + node.id());
      Optional<Preload> preload = Preload.create(file);
      if (preload.isEmpty()) {
        return Optional.empty();
      }
      node.setEnvironment(preload.get().environment());
      each.add(preload.get());
    }
    return Optional.of(new Preloads(each));
  }

  /** That of a node. */
  public Preload of(ClusterNode node) {
    return each.get(node.id());
  }

  /** All is well again; the nodes must be started without from now on. */
  @Override
  public void close() {
    each.forEach(Preload::close);
  }
}
