package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.Address;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is damaged, or belongs elsewhere, is refused with a reason, and harms nobody else. */
@Timeout(300)
class RefusalTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int DAMAGED = 70;
  private static final int MISCONFIGURED = 2;
  private static final int UNAVAILABLE = 69;
  private static final Pattern DAMAGE = Pattern.compile("(\\S+) is damaged at byte (\\d+)");

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void aLogThatIsDamagedInTheMiddleIsNotStartedWithAndIsRebuilt() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(300);
    ClusterNode node = cluster.awaitFollower();
    node.stop();
    Map<String, Long> damaged = damageSegments(node);
    node.start();
    assertEquals(DAMAGED, node.process().awaitExit(LIMIT));
    String logged = node.logged();
    Matcher message = DAMAGE.matcher(logged);
    assertTrue(message.find(), logged);
    Long offset = damaged.get(message.group(1));
    assertNotNull(offset, message.group() + " of " + damaged);
    long at = Long.parseLong(message.group(2));
    assertTrue(Math.abs(at - offset) < 64 << 10, "byte " + at + ", not " + offset);
    workload.awaitDone(100);
    // As docs/operations.md says.
    DiskFiles.delete(node.data().resolve("group-0"));
    node.start();
    node.awaitReady();
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  /**
   * All segments, since among the files are some that are no part of the log any more, and are kept
   * to be written again.
   *
   * @return where each was damaged, in bytes
   */
  private static Map<String, Long> damageSegments(ClusterNode node) throws IOException {
    Map<String, Long> damaged = new TreeMap<>();
    try (Stream<Path> files = Files.list(node.data().resolve("group-0").resolve("log"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".segment")).toList()) {
        damaged.put(file.toString(), damageTheMiddle(file));
      }
    }
    return damaged;
  }

  /** Segments are filled with zeros ahead. */
  private static int written(Path segment) throws IOException {
    byte[] bytes = Files.readAllBytes(segment);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private static long damageTheMiddle(Path segment) throws IOException {
    long middle = written(segment) / 2;
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.seek(middle);
      int value = file.read();
      file.seek(middle);
      file.write(value ^ 0x10);
    }
    return middle;
  }

  @Test
  void dataOfAnotherClusterIsNotTaken() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    ClusterNode node = cluster.awaitFollower();
    node.stop();
    UUID other = UUID.randomUUID();
    node.set("cluster", other.toString());
    node.start();
    assertEquals(MISCONFIGURED, node.process().awaitExit(LIMIT));
    assertTrue(
        node.logged().contains("belongs to cluster " + cluster.id() + ", not to " + other),
        node.logged());
    node.set("cluster", cluster.id().toString());
    node.start();
    node.awaitReady();
  }

  /** It has data of its own, and the addresses of nodes that are not of its cluster. */
  @Test
  void aNodeOfAnotherClusterIsKeptOut() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    ClusterNode node = cluster.awaitFollower();
    node.stop();
    Path kept = cluster.directory().resolve("kept");
    Files.move(node.data(), kept);
    node.set("cluster", UUID.randomUUID().toString());
    node.start();
    Waiting.until("a node that listens", () -> node.logged().contains("listens: clients"));
    ClusterNode leader = cluster.awaitLeader();
    Waiting.until(
        "a refusal in the leader's log",
        cluster::describe,
        () -> leader.logged().contains("WRONG_CLUSTER"));
    workload.awaitDone(100);
    assertTrue(!node.isReady());
    node.stop();
    DiskFiles.delete(node.data());
    Files.move(kept, node.data());
    node.set("cluster", cluster.id().toString());
    node.start();
    node.awaitReady();
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  /** Somebody has copied the configuration of a node to another machine. */
  @Test
  void aSecondProcessOfANodeEndsAndTheFirstServes() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three().withConfigManager().withJoiners(1));
    Workload workload = CLUSTERS.use(Load.USUAL);
    workload.awaitDone(50);
    ClusterNode first = cluster.node(1);
    Waiting.until("a node that is known", () -> first.status().getCoordinationKnows());
    long process = first.status().getProcess();
    ClusterNode second = cluster.joiners().get(0);
    second.set("node", "1");
    second.start();
    assertEquals(MISCONFIGURED, second.process().awaitExit(LIMIT), second.logged());
    assertTrue(
        second.logged().contains("another process is registered as node 1 and lives: "),
        second.logged());
    workload.awaitDone(100);
    assertEquals(process, first.status().getProcess());
    first.awaitReady();
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  @Test
  void clientsOfAnotherClusterAreRefused() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    try (ZabClient client = cluster.client().cluster(UUID.randomUUID()).build()) {
      ZabException refused =
          assertThrows(ZabException.class, () -> ZabClient.await(client.put("a", "1")));
      assertEquals(ErrorCode.WRONG_CLUSTER, refused.code(), refused.getMessage());
    }
  }

  @Test
  void clientsWithAWrongAddressAreTold() throws Exception {
    // A port of the discard service, which nobody offers any more.
    try (ZabClient client =
        ZabClient.builder().nodes("127.0.0.1:9").timeout(Duration.ofSeconds(1)).build()) {
      ZabException failed =
          assertThrows(ZabException.class, () -> ZabClient.await(client.get("a")));
      assertEquals(ErrorCode.UNREACHABLE, failed.code(), failed.getMessage());
      assertTrue(failed.getMessage().contains("127.0.0.1:9"), failed.getMessage());
    }
  }

  @Test
  void anAddressOfAnotherMachineIsNotListenedOn() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    ClusterNode node = cluster.awaitFollower();
    node.stop();
    // From a block that is reserved for documentation.
    node.set("host", "192.0.2.1");
    node.start();
    assertEquals(UNAVAILABLE, node.process().awaitExit(LIMIT));
    assertTrue(node.logged().contains("cannot listen on 192.0.2.1:"), node.logged());
    node.set("host", cluster.network().host(node.id()));
    node.start();
    node.awaitReady();
  }

  @Test
  void garbageOnAllPortsHarmsNobody() throws Exception {
    Cluster cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    Random random = new Random(1);
    for (ClusterNode node : cluster.nodes()) {
      for (Address port :
          List.of(
              cluster.network().client(node.id()),
              cluster.network().peer(node.id()),
              cluster.network().http(node.id()))) {
        for (int i = 0; i < 30; i++) {
          send(port, garbage(random, i));
        }
      }
    }
    workload.awaitDone(100);
    for (ClusterNode node : cluster.nodes()) {
      // Collections and elections of a busy machine make nodes unready for moments.
      node.awaitReady();
      // Once each, not for each of the connections.
      long refusals = node.logged().lines().filter(line -> line.contains("WARN")).count();
      assertTrue(refusals < 30, node.logged());
    }
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  private static byte[] garbage(Random random, int i) {
    byte[] bytes = new byte[1 + random.nextInt(20_000)];
    random.nextBytes(bytes);
    if (i % 3 == 0) {
      // As if a long frame came.
      bytes[0] = (byte) random.nextInt(0x80);
    }
    return i % 5 == 0
        ? "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8)
        : bytes;
  }

  private static void send(Address port, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(port.host(), port.port())) {
      socket.setSoTimeout(200);
      socket.getOutputStream().write(bytes);
      socket.getInputStream().read();
    } catch (java.net.SocketException | java.net.SocketTimeoutException e) {
      // It was hung up on, or waits for more: both will do.
      return;
    }
  }
}
