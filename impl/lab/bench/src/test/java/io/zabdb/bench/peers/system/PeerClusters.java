package io.zabdb.bench.peers.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.load.LoadStore;
import io.zabdb.model.data.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What holds of each system that can be started. */
public final class PeerClusters {

  private static final long SECONDS = 20;

  private PeerClusters() {}

  /** Starts it, writes by one client and reads by all, and sees that nothing is left. */
  public static void check(PeerSystem system, Path parent) throws Exception {
    Set<Long> before = children();
    try (PeerCluster cluster = system.start(parent, 2)) {
      Bytes row = Bytes.of("row-1");
      LoadStore loader = cluster.loader();
      loader.write(row, Bytes.of("old")).get(SECONDS, TimeUnit.SECONDS);
      List<? extends LoadStore> stores = cluster.stores();
      stores.get(0).write(row, Bytes.of("new")).get(SECONDS, TimeUnit.SECONDS);
      for (LoadStore store : stores) {
        assertEquals(Optional.of(Bytes.of("new")), store.read(row).get(SECONDS, TimeUnit.SECONDS));
        assertEquals(Optional.empty(), store.read(Bytes.of("none")).get(SECONDS, TimeUnit.SECONDS));
      }
      assertEquals(Set.of(0, 1, 2), cluster.usage().nodes().keySet());
      assertTrue(
          cluster.usage().nodes().values().stream().allMatch(each -> each.residentBytes() > 0));
    }
    assertEquals(before, children());
    try (Stream<Path> left = Files.list(parent)) {
      assertEquals(List.of(), left.toList());
    }
  }

  private static Set<Long> children() {
    Set<Long> processes = new HashSet<>();
    ProcessHandle.current().children().forEach(child -> processes.add(child.pid()));
    return processes;
  }
}
