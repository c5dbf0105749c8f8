package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.cli.Await;
import io.zabdb.cli.Cli;
import io.zabdb.cli.KeptLogs;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that start, stop and look after the processes of a cluster: on real processes. */
@Timeout(300)
class ClusterCommandsTest {

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path temp;

  private Path directory;

  @RegisterExtension final KeptLogs logs = new KeptLogs(() -> directory);

  @BeforeEach
  void prepare() {
    Cli.actAsLauncher();
    directory = temp.resolve("my cluster");
  }

  @AfterEach
  void killAll() throws Exception {
    for (String name : List.of("config-manager", "node-0", "node-1", "node-2")) {
      ProcessHandle process = process(name);
      if (process != null) {
        process.destroyForcibly();
        process.onExit().get(1, TimeUnit.MINUTES);
      }
    }
  }

  private Cli.Ended run(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command, "--dir=" + directory));
    all.addAll(List.of(arguments));
    return Cli.run(all.toArray(String[]::new));
  }

  private String succeed(String command, String... arguments) throws IOException {
    Cli.Ended ended = run(command, arguments);
    assertEquals(0, ended.exit(), ended.out() + ended.err() + logs());
    return ended.out();
  }

  private String logs() throws IOException {
    StringBuilder text = new StringBuilder();
    Path logs = directory.resolve("log");
    if (Files.isDirectory(logs)) {
      try (Stream<Path> files = Files.list(logs)) {
        for (Path log : files.toList()) {
          text.append("\n-- ").append(log).append('\n').append(Files.readString(log));
        }
      }
    }
    return text.toString();
  }

  private String fail(int exit, String command, String... arguments) {
    Cli.Ended ended = run(command, arguments);
    assertEquals(exit, ended.exit(), ended.out() + ended.err());
    return ended.out() + ended.err();
  }

  private ProcessHandle process(String name) throws Exception {
    if (Files.notExists(directory)) {
      return null;
    }
    Path file = directory.resolve("run/" + name + ".pid");
    return Files.notExists(file)
        ? null
        : ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0))).orElse(null);
  }

  /** The handle is taken once: after its end there is no process of that number to be found. */
  private void killAndWait(String name) throws Exception {
    ProcessHandle process = process(name);
    process.destroyForcibly();
    process.onExit().get(1, TimeUnit.MINUTES);
  }

  private JsonNode status() throws IOException {
    return new ObjectMapper().readTree(run("status", "--json").out());
  }

  private static void signal(ProcessHandle process, String signal) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor());
  }

  /** Of a row with the value 1. */
  private void splitAndMerge(String row) throws IOException {
    JsonNode whole = partitionOf(row);
    String name = whole.get("name").asText();
    assertEquals(2, new ObjectMapper().readTree(succeed("ring", "--json")).size());
    String split = succeed("split", name);
    JsonNode part = partitionOf(row);
    assertTrue(split.startsWith("partition " + name + " is now "), split);
    assertTrue(split.contains(part.get("name").asText()), split);
    assertEquals(whole.get("group"), part.get("group"));
    assertTrue(succeed("get", row).contains("1"));
    assertEquals("ok\n", succeed("put", "another", "2"));
    assertTrue(succeed("scan").contains("another"));
    assertTrue(fail(1, "split", name).contains("no group has a partition " + name));
    String[] parts = split.trim().substring(split.indexOf("now ") + 4).split(" and ", -1);
    assertTrue(fail(1, "merge", parts[0], parts[0]).contains("are no neighbours"));
    succeed("merge", parts[1], parts[0]);
    assertEquals(whole.get("after"), partitionOf(row).get("after"));
    assertEquals(whole.get("upTo"), partitionOf(row).get("upTo"));
    assertTrue(succeed("get", row).contains("1"));
    String events = succeed("events", "--group=" + whole.get("group").asText());
    assertTrue(events.contains(" SPLIT ") && events.contains(" MERGED "), events);
    assertTrue(succeed("ring").lines().findFirst().orElse("").contains("updates/s"));
    assertTrue(fail(2, "ring", "--group=2").contains("there is no group 2"));
  }

  /** The same. */
  private void move(String row) throws IOException {
    JsonNode part = partitionOf(row);
    String name = part.get("name").asText();
    int from = part.get("group").asInt();
    int to = 1 - from;
    assertTrue(fail(2, "moves", "start", name).contains("start needs --to"));
    assertTrue(fail(2, "moves", "start", name, "--to=7").contains("there is no group 7"));
    assertTrue(fail(2, "moves", "begin", name).contains("'begin' is neither start nor abort"));
    assertTrue(fail(1, "moves", "abort", name).contains("partition " + name + " does not move"));
    String own = fail(1, "moves", "start", name, "--to=" + from);
    assertTrue(own.contains("cannot move to its own group, " + from), own);
    String moved = succeed("moves", "start", name, "--to=" + to);
    assertTrue(moved.contains("goes from group " + from + " to group " + to), moved);
    assertTrue(moved.endsWith("partition " + name + " is group " + to + "'s now\n"), moved);
    assertEquals(to, partitionOf(row).get("group").asInt());
    JsonNode shown = partitionInStatus(name);
    assertEquals(to, shown.get("group").asInt(), shown.toString());
    assertTrue(shown.get("confirmed").asBoolean(), shown.toString());
    assertTrue(succeed("get", row).contains("1"));
    assertEquals("ok\n", succeed("put", row, "1"));
    // Its first group has nothing now, and says so.
    assertEquals("[]\n", succeed("ring", "--group=" + from, "--json"));
    assertEquals(1, succeed("moves").lines().count());
    String events = succeed("events", "--group=" + from);
    assertTrue(events.contains(" MOVE_BEGAN ") && events.contains(" MOVED "), events);
  }

  private JsonNode partitionInStatus(String name) throws IOException {
    for (JsonNode each : status().get("ring").get("partitions")) {
      if (each.get("name").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("status shows no partition " + name + ": " + status());
  }

  private JsonNode partitionOf(String row) throws IOException {
    JsonNode found = new ObjectMapper().readTree(succeed("ring", "--row=" + row, "--json"));
    assertEquals(1, found.size(), found.toString());
    return found.get(0);
  }

  @Test
  void threeNodesWithTwoGroups() throws Exception {
    String up = succeed("up", "--groups", "2", "--family", "default", "--family", "f:3");
    assertTrue(up.startsWith("new cluster "), up);
    assertTrue(up.contains("started config-manager, node-0, node-1, node-2"), up);

    // Nodes register themselves behind their start.
    Await.until(
        "three nodes that are known",
        () -> succeed("status").contains("3 of 3 nodes are connected to it, it knows 3"));
    // While they rehearse, a machine may have nothing left for heartbeats, and leaders change.
    Await.until("three nodes that are warm", () -> logs().split("warm after", -1).length == 1 + 3);
    String status = succeed("status");
    assertTrue(status.contains("2 partitions, 2 groups"), status);
    JsonNode json = status();
    assertTrue(json.get("whole").asBoolean(), json.toString());
    int leader = json.get("groups").get(1).get("leader").asInt();
    int other = (leader + 1) % 3;

    String transfer = succeed("transfer", "--group=1", "--to=" + other);
    assertEquals("node " + other + " leads group 1, before it was node " + leader + "\n", transfer);
    int leads = status().get("groups").get(1).get("leader").asInt();
    assertEquals(other, leads, succeed("events", "--group=1"));
    assertTrue(succeed("transfer", "--group=1", "--to=" + other).contains("already"));
    String events = succeed("events", "--group=1");
    assertTrue(events.contains(" TRANSFER_BEGAN    node " + other + "  "), events);
    assertTrue(events.contains("an operator's request"), events);
    assertTrue(events.contains(" TRANSFERRED       node " + other + "  "), events);
    assertTrue(events.contains(" TOOK_OVER         node " + leader + "  "), events);
    assertTrue(
        events.indexOf(" TRANSFERRED ") < events.lastIndexOf(" LEADER "), "in the order of time");
    assertTrue(succeed("policy", "random").contains("group 1 on node 2: random\n"));
    assertTrue(succeed("policy", "--group=0", "off").contains("group 0 on node 2: off\n"));
    assertTrue(succeed("policy").contains("group 1 on node 0: random\n"));
    assertTrue(succeed("status").contains("group 1 on node " + other + ": took over from node "));
    assertTrue(fail(2, "transfer", "--group=2").contains("there is no group 2"));
    assertTrue(fail(2, "transfer", "--to=9").contains("no replica on node 9, but on [0, 1, 2]"));

    assertEquals("group 1 on node 2: compacted\n", succeed("compact", "--node=2", "--group=1"));
    assertTrue(fail(2, "compact", "--node=7").contains("no such replica"));

    String check = succeed("check");
    assertEquals(6, check.split("files are sound").length - 1, check);
    assertEquals(2, check.split("3 replicas are equal").length - 1, check);

    assertEquals("ok\n", succeed("put", "kept", "1"));
    splitAndMerge("kept");
    move("kept");
    String plan = succeed("rebuild", "--node=" + other, "--group=1", "--dry-run");
    assertTrue(plan.contains("node " + other + " is stopped, "), plan);
    assertTrue(status().get("whole").asBoolean());
    String rebuilt = succeed("rebuild", "--node=" + other, "--group=1");
    assertTrue(rebuilt.endsWith("done: it has learned everything, and its vote counts\n"), rebuilt);
    Path aside = directory.resolve("node-" + other).resolve("group-1.set-aside");
    assertTrue(Files.isDirectory(aside.resolve("store")));
    assertTrue(fail(1, "rebuild", "--node=" + other, "--group=1").contains("is there already"));
    check = succeed("check");
    assertEquals(2, check.split("3 replicas are equal").length - 1, check);
    assertTrue(succeed("get", "kept").contains("1"));

    killAndWait("node-1");
    String refused = fail(1, "rebuild", "--node=0");
    assertTrue(refused.contains("is not rebuilt: 2 other members must have all"), refused);
    assertTrue(refused.contains("node 1 is down"), refused);
    assertTrue(fail(1, "status").contains("1     down: "));
    assertTrue(fail(1, "check").contains("DIFFERS node 1 is down"));
    String again = succeed("up");
    assertTrue(again.contains("started node-1\n"), again);
    assertTrue(status().get("whole").asBoolean());
    assertTrue(succeed("up").contains("it was running already"));

    assertEquals("stopped node-0, node-1, node-2, config-manager\n", succeed("down"));
    assertEquals("nothing was running\n", succeed("down"));
    assertTrue(fail(1, "status").contains("0     down: "));
    assertTrue(Files.readString(directory.resolve("log/node-0.log")).contains("has stopped"));
  }

  @Test
  void theSameDataAndPortsAfterARestart() throws Exception {
    succeed("up", "--nodes=1");
    JsonNode before = status().get("nodes").get(0);
    // Each check passes updates through the log.
    succeed("check");
    long entries = status().get("nodes").get(0).get("replicas").get(0).get("logLength").asLong();
    Layout layout = Layout.read(directory).orElseThrow();
    assertTrue(fail(2, "up", "--set=tick=5ms").contains("config-manager runs: './zabdb down'"));
    succeed("down");
    assertTrue(fail(2, "up", "--nodes=3").contains("was made with --nodes 1, which cannot change"));
    assertTrue(fail(2, "up", "--groups=2").contains("was made with groups the default"));
    succeed("up", "--durability=periodic");
    assertEquals(layout.nodes(), Layout.read(directory).orElseThrow().nodes());
    JsonNode after = status().get("nodes").get(0);
    assertNotEquals(before.get("process").asLong(), after.get("process").asLong());
    assertEquals(entries, after.get("replicas").get(0).get("logLength").asLong());
    assertEquals("PERIODIC", durability());
    assertTrue(fail(2, "up", "--set=durability=").contains("runs: './zabdb down' before"));
    succeed("down");
    succeed("up", "--set=durability=");
    assertEquals(Map.of(), Layout.read(directory).orElseThrow().options());
    assertEquals("SYNC", durability());
    succeed("down");
  }

  private String durability() throws IOException {
    return status().get("nodes").get(0).get("replicas").get(0).get("durability").asText();
  }

  @Test
  void whatShapesTheDataIsNotForgotten() throws Exception {
    LocalCluster.create(directory, 1, new TreeMap<>(Map.of("groups", "2"))).close();
    assertTrue(fail(2, "up", "--set=groups=").contains("was made with groups 2, which cannot"));
    assertTrue(fail(2, "up", "--set=heartbeta=").contains("did you mean heartbeat?"));
    assertTrue(fail(2, "up", "--set=peers=").contains("follows from --dir and --nodes"));
    assertEquals("nothing was running\n", succeed("down"));
  }

  @Test
  void whatDoesNotStopIsNamedAndKilledOnDemand() throws Exception {
    succeed("up", "--nodes=1");
    ProcessHandle node = process("node-0");
    signal(node, "STOP");
    String stuck = fail(1, "down", "--timeout=1");
    assertTrue(stuck.contains("stopped config-manager"), stuck);
    assertTrue(stuck.contains("node-0 did not stop within 1 s; --kill"), stuck);
    assertTrue(node.isAlive());
    assertEquals("killed node-0\n", succeed("down", "--timeout=1", "--kill"));
    assertTrue(!node.isAlive());
  }

  /** A file is where the data of the process should be. */
  @ParameterizedTest
  @ValueSource(strings = {"config-manager", "node-0"})
  void aStartThatFailsShowsTheEndOfTheLog(String name) throws Exception {
    LocalCluster.create(directory, 1, new TreeMap<>()).close();
    Path file = Files.writeString(directory.resolve(name), "");
    String failed = fail(1, "up");
    assertTrue(failed.contains(name + " has ended\n"), failed);
    assertTrue(failed.contains("-- the end of " + directory.resolve("log/" + name)), failed);
    assertTrue(failed.contains(file.toString()), failed);
    succeed("down");
    Files.delete(file);
    succeed("up");
    succeed("down");
  }

  @Test
  void aPortThatIsTakenIsNamedBeforeAnythingIsStarted() throws Exception {
    LocalCluster.create(directory, 3, new TreeMap<>()).close();
    Layout layout = Layout.read(directory).orElseThrow();
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put("config-manager", Address.parse(layout.zookeeper()).port());
    ports.put("node-1", layout.nodes().get(1).peerPort());
    ports.put("node-2", layout.nodes().get(2).httpPort());
    for (Map.Entry<String, Integer> each : ports.entrySet()) {
      try (ServerSocket taken =
          new ServerSocket(each.getValue(), 1, InetAddress.getLoopbackAddress())) {
        String refused = fail(1, "up");
        assertTrue(
            refused.contains(
                each.getKey()
                    + " cannot listen on 127.0.0.1:"
                    + taken.getLocalPort()
                    + ", a port that another process has"),
            refused);
      }
      assertEquals("nothing was running\n", succeed("down"));
    }
  }

  @Test
  void aConfigurationManagerThatDoesNotAnswerIsWaitedFor() throws Exception {
    succeed("up", "--nodes=1");
    signal(process("config-manager"), "STOP");
    String failed = fail(1, "up", "--timeout=1");
    assertTrue(failed.contains("config-manager is not ready after 1 s: "), failed);
    signal(process("config-manager"), "CONT");
    assertTrue(succeed("up").contains("it was running already"));
    succeed("down");
  }

  @Test
  void nothingIsStartedByMistake() throws Exception {
    assertTrue(fail(2, "up", "--nodes=0").contains("--nodes is 0, allowed is 1 to 15"));
    for (String name : List.of("data-directory", "http-port", "peers", "joined")) {
      assertTrue(fail(2, "up", "--set=" + name + "=1").contains("follows from --dir and --nodes"));
    }
    assertTrue(fail(2, "up", "--set=heartbeta=1ms").contains("did you mean heartbeat?"));
    assertTrue(fail(2, "up", "--set=heartbeta=").contains("did you mean heartbeat?"));
    assertTrue(fail(2, "up", "--durability=never").contains("allowed is one of sync, periodic"));
    assertTrue(fail(2, "up", "--family=a", "--family=a").contains("family a is named twice"));
    assertTrue(Files.notExists(directory));
    assertTrue(fail(2, "down").contains("there is no cluster in " + directory));
    assertTrue(fail(2, "status").contains("there is no cluster in " + directory));
    Files.createDirectories(directory.resolve("photos"));
    assertTrue(fail(2, "up").contains("is not empty and not the directory of a cluster"));
    assertTrue(Files.notExists(directory.resolve("cluster.json")));
  }

  @Test
  void onlyOneCommandWorksOnACluster() throws Exception {
    LocalCluster.create(directory, 1, new TreeMap<>()).close();
    try (LocalCluster first = LocalCluster.open(directory)) {
      assertTrue(fail(1, "up").contains("another 'up' or 'down' works on " + first.directory()));
    }
  }

  @Test
  void theConfigurationManagerIsNotNeededToServe() throws Exception {
    succeed("up", "--nodes=3");
    killAndWait("config-manager");
    String check = succeed("check");
    assertTrue(check.contains("3 replicas are equal"), check);
    succeed("down");
  }
}
