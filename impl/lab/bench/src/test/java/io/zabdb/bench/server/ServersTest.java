package io.zabdb.bench.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.error.BenchException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServersTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path parent;

  private static boolean isAlive(long process) {
    return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void theyAreEndedAndTheirFilesDeleted() throws Exception {
    Servers servers = Servers.in(parent, "some");
    servers.start(
        "a", List.of("sh", "-c", "echo $NAME > ready; exec sleep 100"), Map.of("NAME", "x"));
    // One that does not end when it is asked to.
    servers.start("b", List.of("sh", "-c", "trap '' TERM; echo > b-ready; sleep 100"), Map.of());
    Path folder = servers.folder();
    servers.await(
        "both run",
        LIMIT,
        () -> Files.exists(folder.resolve("ready")) && Files.exists(folder.resolve("b-ready")));
    List<Long> processes = servers.processes();
    assertEquals(2, processes.size());
    assertTrue(processes.stream().allMatch(ServersTest::isAlive));
    List<ProcessHandle> children =
        ProcessHandle.of(processes.get(1)).orElseThrow().children().toList();
    servers.close();
    children.forEach(ProcessHandle::destroyForcibly);
    assertFalse(processes.stream().anyMatch(ServersTest::isAlive));
    assertFalse(Files.exists(folder));
  }

  @Test
  void oneThatEndsIsNotWaitedFor() throws Exception {
    try (Servers servers = Servers.in(parent, "some")) {
      servers.start("broken", List.of("sh", "-c", "echo no such disk; exit 3"), Map.of());
      BenchException failure =
          assertThrows(BenchException.class, () -> servers.await("it runs", LIMIT, () -> false));
      assertEquals("broken has ended with exit code 3: no such disk", failure.getMessage());
    }
  }

  @Test
  void nothingIsWaitedForForEver() throws Exception {
    try (Servers servers = Servers.in(parent, "some")) {
      BenchException failure =
          assertThrows(
              BenchException.class, () -> servers.await("it serves", Duration.ZERO, () -> false));
      assertEquals("it serves: not within 0 s", failure.getMessage());
    }
  }

  @Test
  void portsThatAreFreeAndPortsThatAreServed() throws Exception {
    int port = Ports.next();
    assertFalse(Ports.isServed(port));
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      assertTrue(Ports.isServed(port));
    }
    assertNotEquals(port, Ports.next());
  }
}
