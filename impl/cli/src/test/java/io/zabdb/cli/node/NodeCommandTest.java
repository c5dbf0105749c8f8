package io.zabdb.cli.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Await;
import io.zabdb.cli.Cli;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that are processes of a server. */
@Timeout(180)
class NodeCommandTest {

  private static final String CLUSTER = "0f8fad5b-d9cb-469f-a165-70867728950e";

  @TempDir Path temp;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    for (Process process : started) {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("src/main/jvm/node.jvm").toAbsolutePath(),
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                System.getProperty("java.class.path"),
                "io.zabdb.cli.Zabdb"));
    line.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(line)
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()))
            .start();
    started.add(process);
    return process;
  }

  private Path output() {
    return temp.resolve("output");
  }

  private Process startNode(String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "node",
                "--cluster=" + CLUSTER,
                "--node=0",
                "--founding-wait=0s",
                "--data-directory=" + temp.resolve("data"),
                "--client-port=0",
                "--http-port=0",
                "--peer-port=" + freePort()));
    arguments.addAll(List.of(more));
    return start(arguments.toArray(String[]::new));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitOutput(Process process, String text) throws Exception {
    Await.until(
        "the output " + text,
        () -> {
          boolean alive = process.isAlive();
          boolean said = Files.readString(output()).contains(text);
          assertTrue(alive || said, () -> read());
          return said;
        });
  }

  private String read() {
    try {
      return Files.readString(output());
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static int exitOf(Process process) throws InterruptedException {
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    return process.exitValue();
  }

  @Test
  void aSignalStopsANodeInOrder() throws Exception {
    Process node = startNode();
    awaitOutput(node, "member 0 leads in epoch 1");
    node.destroy();
    assertEquals(0, exitOf(node), read());
    assertTrue(read().contains("node 0 stops: SIGTERM"), read());
    assertTrue(read().contains("node 0 has stopped"), read());
  }

  @Test
  void aSignalDuringTheStartIsObeyedAfterIt() throws Exception {
    Process node = startNode();
    awaitOutput(node, "start 1 of this node");
    node.destroy();
    assertEquals(0, exitOf(node), read());
    assertTrue(read().contains("node 0 has stopped"), read());
  }

  @Test
  void aDirectoryInUseIsRefusedInOneLine() throws Exception {
    Process first = startNode();
    awaitOutput(first, "listens: clients");
    Path log = temp.resolve("second.log");
    Process second = startNode("--log-level=error", "--log-file=" + log);
    assertEquals(69, exitOf(second), read());
    String logged = Files.readString(log);
    assertTrue(logged.contains("node 0 does not start (exit code 69): data directory "), logged);
    assertTrue(logged.contains(" is in use"), logged);
    assertTrue(
        read().contains("zabdb: data directory " + temp.resolve("data") + " is in use"), read());
    assertTrue(read().contains("(process " + first.pid() + ")"), read());
    assertTrue(!read().contains("\tat "), read());
  }

  @Test
  void aNodeThatIsKilledLeavesNoLibraryBehind() throws Exception {
    Process node = startNode();
    awaitOutput(node, "member 0 leads in epoch 1");
    node.destroyForcibly().waitFor();
    try (Stream<Path> files = Files.walk(temp)) {
      assertEquals(
          List.of(),
          files.filter(file -> file.toString().matches(".*(rocksdbjni|zabdb-library).*")).toList(),
          read());
    }
  }

  @Test
  void damagedDataEndsTheNodeWithACodeOfItsOwn() throws Exception {
    Process node = startNode();
    awaitOutput(node, "member 0 leads in epoch 1");
    node.destroy();
    exitOf(node);
    Path metadata = temp.resolve("data/group-0/log/metadata");
    byte[] bytes = Files.readAllBytes(metadata);
    java.util.Arrays.fill(bytes, (byte) 1);
    Files.write(metadata, bytes);
    Process again = startNode();
    assertEquals(70, exitOf(again), read());
    assertTrue(read().contains("zabdb: damaged: " + metadata), read());
    assertTrue(read().contains("rebuild the replica"), read());
  }

  @Test
  void configurationProblemsAreListed() {
    Cli.Ended ended = Cli.run("node", "--cluster=" + CLUSTER, "--tick", "1", "--tock", "2", "x");
    assertEquals(2, ended.exit());
    for (String problem :
        List.of(
            "option tick is '1' (--tick): the unit is missing",
            "unknown option tock (--tock); did you mean tick?",
            "'x' is not a flag --NAME VALUE",
            "option node is missing")) {
      assertTrue(ended.err().contains(problem), ended.err());
    }
  }

  @Test
  void theConfigurationInUseIsPrinted() {
    Cli.Ended ended =
        Cli.run(
            "node",
            "--print-config",
            "--cluster=" + CLUSTER,
            "--node=3",
            "--data-directory=/d",
            "--insecure",
            "--tick",
            "20ms");
    assertEquals(0, ended.exit(), ended.err());
    assertTrue(ended.out().contains("insecure = true"), ended.out());
    assertTrue(ended.out().matches("(?s).*tick = 20ms +# --tick\n.*"), ended.out());
  }

  @Test
  void helpNamesEveryOption() {
    String help = Cli.run("node", "--help").out();
    assertTrue(help.contains("--disk-reserve=VALUE"), help);
    assertTrue(help.contains("With less free disk space"), help);
  }

  @Test
  void aConfigurationManagerStopsInOrderAndStaysOnThisMachine() throws Exception {
    Process manager =
        start("config-manager", "--port=" + freePort(), "--data-directory=" + temp.resolve("zk"));
    awaitOutput(manager, "configuration manager at");
    manager.destroy();
    assertEquals(0, exitOf(manager), read());
    Cli.Ended outside =
        Cli.run("config-manager", "--port=1", "--data-directory=/d", "--host=0.0.0.0");
    assertEquals(2, outside.exit());
    assertTrue(outside.err().contains("unless --insecure is given"), outside.err());
  }
}
