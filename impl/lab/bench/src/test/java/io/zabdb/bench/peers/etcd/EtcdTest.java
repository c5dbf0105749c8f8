package io.zabdb.bench.peers.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zabdb.bench.peers.system.PeerClusters;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EtcdTest {

  @TempDir Path folder;

  @Test
  void theVersionThatItPrints() {
    assertEquals("etcd 3.4.23", Etcd.title("etcd Version: 3.4.23\nGit SHA: x\n"));
    assertEquals("etcd", Etcd.title(""));
  }

  @Test
  void optionsNameAllMembers() {
    List<String> options =
        Etcd.options(Path.of("/d"), 1, "http://h:1", List.of("http://h:2", "http://h:3"));
    assertTrue(options.contains("--initial-cluster=etcd-0=http://h:2,etcd-1=http://h:3"));
    assertTrue(options.contains("--listen-peer-urls=http://h:3"));
    assertTrue(options.contains("--data-dir=" + Path.of("/d", "etcd-1")));
  }

  @Test
  void whereItIsMissingItIsSkippedWithAHint() {
    assertTrue(new Etcd("").missing().orElseThrow().contains("etcd-server"));
  }

  @Test
  @Timeout(120)
  @DisplayName("a cluster of etcd")
  void aCluster() throws Exception {
    Etcd etcd = new Etcd(System.getenv("PATH"));
    assumeTrue(etcd.missing().isEmpty(), () -> "etcd " + etcd.missing().orElse(""));
    PeerClusters.check(etcd, folder);
  }
}
