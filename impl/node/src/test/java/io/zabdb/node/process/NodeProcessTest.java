package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.node.Configs;
import io.zabdb.node.api.Failures;
import io.zabdb.node.api.Starts;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeProcessTest {

  @TempDir Path temp;
  private FakeReplicas replicas;

  private NodeProcess start(NodeConfig config) throws StartRefusedException {
    return NodeProcess.start(config, context -> replicas = new FakeReplicas(context));
  }

  private StartRefusedException refused(NodeConfig config) {
    return assertThrows(StartRefusedException.class, () -> start(config).close());
  }

  private NodeConfig config(String... namesAndValues) {
    return Configs.alone(temp.resolve("data"), namesAndValues);
  }

  private static HttpResponse<String> get(NodeProcess process, String path) throws Exception {
    URI page = URI.create("http://127.0.0.1:" + process.httpPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void stopsInOrder() throws Exception {
    NodeProcess process = start(config("shutdown-timeout", "3s"));
    process.stop("told to");
    assertEquals(ExitCode.STOPPED, process.awaitTermination());
    assertEquals(List.of("start", "hand over within 3000", "stop taking", "close"), replicas.calls);
    process.close();
    assertEquals(4, replicas.calls.size());
  }

  @Test
  void stopsThoughNobodyTakesLeadership() throws Exception {
    NodeProcess process = start(config());
    replicas.handsOver = false;
    process.stop("told to");
    assertEquals(ExitCode.STOPPED, process.awaitTermination());
  }

  @Test
  void aFailedReplicaEndsTheProcessAndTheOthersHandOver() throws Exception {
    NodeProcess process = start(config());
    replicas.context.failures().fatal(0, new ProtocolViolation("synced before appended"));
    assertEquals(ExitCode.FAILED, process.awaitTermination());
    assertEquals(List.of("start", "hand over within 2000", "close"), replicas.calls);
  }

  @Test
  void anErrorEndsTheProcessAndMemoryThatRanOutHasACodeOfItsOwn() throws Exception {
    NodeProcess process = start(config());
    replicas
        .context
        .failures()
        .fatal(Failures.WHOLE_NODE, new OutOfMemoryError("direct buffer memory"));
    assertEquals(ExitCode.OUT_OF_MEMORY, process.awaitTermination());
    NodeProcess other = start(config());
    other.fatal(new NoClassDefFoundError("io/zabdb/Something"));
    assertEquals(ExitCode.FAILED, other.awaitTermination());
  }

  /** Even then: nobody would end the process otherwise. */
  @Test
  void anErrorWhileItStopsEndsTheProcessToo() throws Exception {
    NodeProcess process = start(config());
    replicas.closeError = new StackOverflowError("closing");
    process.stop("told to");
    assertEquals(ExitCode.FAILED, process.awaitTermination());
  }

  @Test
  void whatDoesNotCloseIsAFailure() throws Exception {
    NodeProcess process = start(config());
    replicas.closeFailure = new IllegalStateException("stuck");
    process.stop("told to");
    assertEquals(ExitCode.FAILED, process.awaitTermination());
    start(config()).close();
  }

  /** A disk that hangs, for instance: an operator's stop is obeyed, and told to have failed. */
  @Test
  void whatDoesNotCloseInTimeIsNotWaitedFor() throws Exception {
    NodeProcess process =
        NodeProcess.start(
            config(), context -> replicas = new FakeReplicas(context), Duration.ofMillis(50));
    replicas.closeGate = new CountDownLatch(1);
    process.stop("told to");
    assertEquals(ExitCode.FAILED, process.awaitTermination());
    assertEquals("close", replicas.calls.get(replicas.calls.size() - 1));
    replicas.closeGate.countDown();
  }

  @Test
  void incarnationsGrow() throws Exception {
    start(config()).close();
    Starts first = replicas.context.starts();
    assertEquals(1, first.ofProcess());
    // A replica that was dropped is started once more.
    assertEquals(2, first.another());
    assertEquals(3, first.another());
    assertEquals(1, first.ofProcess());
    start(config()).close();
    assertEquals(4, replicas.context.starts().ofProcess());
  }

  @Test
  void aStartThatFailsLeavesNothingOpen() throws Exception {
    NodeConfig config = config();
    StartRefusedException refused =
        assertThrows(
            StartRefusedException.class,
            () ->
                NodeProcess.start(
                    config,
                    context -> {
                      replicas = new FakeReplicas(context);
                      replicas.startFailure =
                          new StorageException(ErrorCode.CORRUPT, "file 7.sst at byte 12");
                      return replicas;
                    }));
    assertEquals(ExitCode.FAILED, refused.exitCode());
    assertEquals(
        "damaged: file 7.sst at byte 12; rebuild the replica (docs/operations.md, damaged"
            + " replica)",
        refused.getMessage());
    assertEquals(List.of("start", "close"), replicas.calls);
    start(config).close();
  }

  @Test
  void aDirectoryHasOneNode() throws Exception {
    NodeConfig config = config();
    try (NodeProcess first = start(config)) {
      StartRefusedException second = refused(config("peer-port", "" + Configs.freePort()));
      assertEquals(ExitCode.UNAVAILABLE, second.exitCode());
      assertTrue(
          second
              .getMessage()
              .contains("in use by another node (process " + ProcessHandle.current().pid() + ")"),
          second.getMessage());
      assertEquals(200, get(first, "/health/live").statusCode());
    }
  }

  @Test
  void takenPortsAreNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StartRefusedException refused =
          refused(config("client-port", String.valueOf(taken.getLocalPort())));
      assertEquals(ExitCode.UNAVAILABLE, refused.exitCode());
      assertTrue(
          refused.getMessage().contains("127.0.0.1:" + taken.getLocalPort() + " (client-port)"),
          refused.getMessage());
    }
    assertTrue(Files.notExists(temp.resolve("data")));
  }

  @Test
  void noAddressOutsideWithoutEncryption() throws Exception {
    for (String option : List.of("host", "http-host")) {
      StartRefusedException refused =
          refused(config(option, "0.0.0.0", "clients", "0@127.0.0.1:7420"));
      assertEquals(ExitCode.MISCONFIGURED, refused.exitCode());
      assertTrue(refused.getMessage().contains("(" + option + ") without encryption"));
      start(config(option, "0.0.0.0", "insecure", "true", "clients", "0@127.0.0.1:7420")).close();
    }
    assertTrue(refused(config("host", "no.such.host.invalid")).getMessage().contains("no address"));
  }

  @Test
  void certificatesMustBeSome() throws Exception {
    String file = Files.writeString(temp.resolve("pem"), "no certificate").toString();
    StartRefusedException refused =
        refused(config("tls-certificate", file, "tls-key", file, "tls-trusted", file));
    assertEquals(ExitCode.MISCONFIGURED, refused.exitCode());
    assertTrue(refused.getMessage().startsWith("the certificates cannot be used: "));
    assertTrue(refused.getMessage().contains(file), refused.getMessage());
  }

  @Test
  void aNewNodeNeedsRoomOnTheDisk() throws Exception {
    StartRefusedException refused = refused(config("disk-reserve", "1000TiB"));
    assertEquals(ExitCode.UNAVAILABLE, refused.exitCode());
    assertTrue(refused.getMessage().contains("less than the disk-reserve of"));
    start(config()).close();
    try (NodeProcess full = start(config("disk-reserve", "1000TiB"))) {
      assertTrue(replicas.context.disk().isShort());
      assertTrue(get(full, "/health/ready").body().contains("bytes are free on the disk"));
    }
  }

  @Test
  void readyOnceEveryReplicaIs() throws Exception {
    try (NodeProcess process = start(config("groups", "2"))) {
      HttpResponse<String> starting = get(process, "/health/ready");
      assertEquals(503, starting.statusCode());
      assertEquals(
          "{\"ready\":false,\"reasons\":[\"0 of 2 replicas have started\"]}\n", starting.body());
      replicas.status =
          List.of(
              FakeReplicas.replica(0, Role.LEADING, Phase.BROADCAST),
              FakeReplicas.replica(1, Role.FOLLOWING, Phase.SYNCHRONIZATION));
      assertTrue(
          get(process, "/health/ready")
              .body()
              .contains("replica of group 1 is FOLLOWING in phase SYNCHRONIZATION"));
      replicas.status =
          List.of(
              FakeReplicas.replica(0, Role.LEADING, Phase.BROADCAST),
              FakeReplicas.replica(1, Role.FOLLOWING, Phase.BROADCAST));
      assertEquals(200, get(process, "/health/ready").statusCode());
      assertEquals("{\"live\":true,\"reasons\":[]}\n", get(process, "/health/live").body());
    }
  }

  @Test
  void metricsShowReplicas() throws Exception {
    try (NodeProcess process = start(config())) {
      replicas.status = List.of(FakeReplicas.replica(0, Role.LEADING, Phase.BROADCAST));
      String metrics = get(process, "/metrics").body();
      for (String line :
          List.of(
              "zabdb_replica_leads{group=\"0\"} 1.0",
              "zabdb_replica_epoch{group=\"0\"} 7.0",
              "zabdb_log_committed{group=\"0\"} 90.0",
              "zabdb_replica_lag_max{group=\"0\"} 25.0",
              "zabdb_replica_disconnected{group=\"0\"} 1.0",
              "zabdb_disk_short 0.0",
              "jvm_memory_used_bytes",
              "process_cpu_usage")) {
        assertTrue(metrics.contains(line), line + " in\n" + metrics);
      }
    }
  }

  @Test
  void failuresOfStartsAreToldApart() {
    assertEquals(ExitCode.FAILED, Causes.exitCode(new IOException("broken")));
    assertTrue(Causes.explain(new IOException("broken")).contains("java.io.IOException: broken"));
    assertTrue(
        Causes.explain(new IllegalStateException(new ProtocolViolation("p")))
            .startsWith("protocol violation: p; this is a defect"));
  }

  /** Whoever lacks the room: the log, the store, or the file system at a directory. */
  @Test
  void aStartThatFailsForWantOfRoomMayBeTriedAgainLater() {
    IOException system = new IOException("/data/0/store: No space left on device");
    for (Exception cause :
        List.of(
            new DiskFullException("/data/0/log", system),
            new StorageException(ErrorCode.DISK_FULL, "RocksDB cannot open /data/0/store"),
            system)) {
      for (Exception failure : List.of(cause, new IllegalStateException("group 0", cause))) {
        assertEquals(ExitCode.UNAVAILABLE, Causes.exitCode(failure), failure::toString);
        assertEquals(
            "disk full: " + cause.getMessage() + "; make room, then start the node again",
            Causes.explain(failure));
      }
    }
    assertEquals(
        ExitCode.FAILED,
        Causes.exitCode(new StorageException(ErrorCode.IO, "RocksDB cannot open /data/0/store")));
  }
}
