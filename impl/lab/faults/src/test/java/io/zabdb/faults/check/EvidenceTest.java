package io.zabdb.faults.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a cluster that still runs, files vanish while they are collected. */
class EvidenceTest {

  private static final int TIMES = 300;
  private static final int FILES = 40;

  @TempDir Path directory;

  @Test
  void logsAreCopiedAndFilesListed() throws Exception {
    try (Cluster cluster = cluster()) {
      Path into = directory.resolve("evidence");
      Path log = Files.createDirectories(cluster.directory().resolve("log"));
      Files.writeString(log.resolve("node-0.log"), "it ended");
      Path data = Files.createDirectories(cluster.node(2).data().resolve("group-0"));
      Files.writeString(data.resolve("segment"), "12345");
      Evidence.collect(cluster, into);
      assertEquals("it ended", Files.readString(into.resolve("log/node-0.log")));
      String state = Files.readString(into.resolve("state.txt"));
      assertTrue(state.contains("5 " + data.resolve("segment")), state);
      assertTrue(state.contains("node 1: does not run"), state);
    }
  }

  @Test
  void aNodeThatRunsTellsWhatItsThreadsAreAt() throws Exception {
    try (Cluster cluster = cluster()) {
      ClusterNode node = cluster.node(1);
      node.start();
      Waiting.until("a node that listens", () -> node.logged().contains("listens: clients"));
      Path into = directory.resolve("evidence");
      Evidence.collect(cluster, into);
      String printed = Files.readString(into.resolve("log/node-1.out"));
      assertTrue(printed.contains("Full thread dump"), printed);
      assertTrue(printed.contains("\"zabdb-loop-"), printed);
      assertTrue(node.isRunning());
    }
  }

  /** As of a file that is removed between a look at its folder and the copy. */
  @Test
  void aFileThatIsNotThereWhenItIsCopiedIsLeftOut() throws Exception {
    try (Cluster cluster = cluster()) {
      Path into = directory.resolve("evidence");
      Path log = Files.createDirectories(cluster.directory().resolve("log"));
      Files.createSymbolicLink(log.resolve("gone"), log.resolve("nowhere"));
      Files.writeString(log.resolve("here"), "here");
      Evidence.collect(cluster, into);
      assertFalse(Files.exists(into.resolve("log/gone")));
      assertEquals("here", Files.readString(into.resolve("log/here")));
    }
  }

  @Test
  void foldersMayVanishWhileTheyAreRead() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    try (Cluster cluster = cluster()) {
      Path data = cluster.node(0).data();
      CompletableFuture<Void> churn = CompletableFuture.runAsync(() -> churn(data, done));
      try {
        for (int i = 0; i < TIMES; i++) {
          Evidence.collect(cluster, directory.resolve("evidence"));
        }
      } finally {
        done.set(true);
        churn.join();
      }
    }
  }

  private static void churn(Path data, AtomicBoolean done) {
    try {
      while (!done.get()) {
        for (int i = 0; i < FILES; i++) {
          Path checkpoint = Files.createDirectories(data.resolve("checkpoint-" + i));
          Files.writeString(checkpoint.resolve("file"), "file");
        }
        DiskFiles.delete(data);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Cluster cluster() throws IOException {
    return new Cluster(
        ClusterSpec.three(),
        Files.createDirectories(directory.resolve("cluster")),
        new RelayNetwork(3));
  }
}
