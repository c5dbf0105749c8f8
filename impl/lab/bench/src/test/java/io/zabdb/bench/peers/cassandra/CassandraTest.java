package io.zabdb.bench.peers.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zabdb.bench.peers.cassandra.CassandraServers.Address;
import io.zabdb.bench.peers.system.PeerClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CassandraTest {

  @TempDir Path folder;

  private void install(String name) throws Exception {
    Files.createFile(Files.createDirectories(folder.resolve("lib")).resolve(name));
  }

  @Test
  void aReleaseIsFoundByItsFolderOrItsProgram() throws Exception {
    assertEquals(Optional.empty(), CassandraHome.find(Optional.of(folder.toString()), ""));
    install("jamm-0.4.0.jar");
    install("other-1.0.jar");
    assertEquals(Optional.empty(), CassandraHome.find(Optional.of(folder.toString()), ""));
    install("apache-cassandra-5.0.6.jar");
    Optional<CassandraHome> found = CassandraHome.find(Optional.of(folder.toString()), "");
    assertEquals("5.0.6", found.orElseThrow().version());
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("cassandra");
    Files.createFile(program).toFile().setExecutable(true);
    assertEquals(
        "5.0.6",
        CassandraHome.find(Optional.empty(), program.getParent().toString())
            .orElseThrow()
            .version());
  }

  @Test
  void serversDivideAllTokens() {
    assertEquals(Long.toString(Long.MIN_VALUE), CassandraServers.token(0, 3).toString());
    assertEquals("-3074457345618258603", CassandraServers.token(1, 3).toString());
    assertEquals("3074457345618258602", CassandraServers.token(2, 3).toString());
  }

  @Test
  void theFileOfAServerHasItsOwnPortsAndTheSeed() {
    String text =
        CassandraServers.configuration(
            Path.of("/d"), 1, List.of(new Address(1, 2, 3), new Address(4, 5, 6)));
    assertTrue(text.contains("storage_port: 4\n"), text);
    assertTrue(text.contains("native_transport_port: 5\n"), text);
    assertTrue(text.contains("- seeds: \"127.0.0.1:1\"\n"), text);
    assertTrue(text.contains("commitlog_sync: batch\n"), text);
  }

  @Test
  void whereItIsMissingItIsSkippedWithAHint() {
    Cassandra none = Cassandra.quorum(Optional.empty(), "");
    assertTrue(none.missing().orElseThrow().contains("CASSANDRA_HOME"));
  }

  @Test
  @Timeout(600)
  @DisplayName("a cluster of Cassandra")
  void aCluster() throws Exception {
    Cassandra cassandra =
        Cassandra.lightweightTransactions(
            Optional.ofNullable(System.getenv("CASSANDRA_HOME")), System.getenv("PATH"));
    assumeTrue(cassandra.missing().isEmpty(), () -> "cassandra: " + cassandra.missing().orElse(""));
    PeerClusters.check(cassandra, folder);
  }
}
