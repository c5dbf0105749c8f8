package io.zabdb.coordination.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server in this process, and in one that is killed. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class EmbeddedConfigurationManagerTest {

  @TempDir private Path directory;

  @Test
  void itListensOnTheLoopbackAndAnswersTwoWords() throws Exception {
    try (EmbeddedConfigurationManager server = start(0)) {
      assertEquals("127.0.0.1:" + server.port(), server.address());
      assertTrue(server.port() > 0);
      assertEquals("imok", ask(server, "ruok"));
      assertTrue(ask(server, "srvr").contains("standalone"));
      for (String word : List.of("stat", "cons", "dump", "envi", "wchp", "mntr", "conf")) {
        assertTrue(ask(server, word).contains("not in the whitelist"), word);
      }
    }
  }

  @Test
  void aDirectoryInUseIsRefusedAndFreeAgainWhenItIsClosed() throws Exception {
    try (EmbeddedConfigurationManager first = start(0)) {
      CoordinationException e = assertThrows(CoordinationException.class, () -> start(0));
      assertEquals(ManagerError.DIRECTORY_IN_USE, e.error());
      assertTrue(e.getMessage().contains(directory.toString()), e.getMessage());
      assertEquals("imok", ask(first, "ruok"));
    }
    start(0).close();
  }

  @Test
  void aPortInUseIsRefusedAndTheDirectoryStaysFree() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CoordinationException e =
          assertThrows(CoordinationException.class, () -> start(taken.getLocalPort()));
      assertEquals(ManagerError.SERVER_FAILED, e.error());
      assertTrue(e.getMessage().contains("127.0.0.1:" + taken.getLocalPort()), e.getMessage());
      assertTrue(e.getMessage().contains("in use"), e.getMessage());
    }
    start(0).close();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsRefused() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    CoordinationException e =
        assertThrows(
            CoordinationException.class,
            () -> EmbeddedConfigurationManager.start(EmbeddedSettings.of(file, 0)));
    assertEquals(ManagerError.SERVER_FAILED, e.error());
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
  }

  @Test
  void settingsHaveBounds() {
    assertThrows(IllegalArgumentException.class, () -> EmbeddedSettings.of(directory, -1));
    assertThrows(IllegalArgumentException.class, () -> EmbeddedSettings.of(directory, 65_536));
    assertThrows(IllegalArgumentException.class, () -> new EmbeddedSettings(directory, " ", 1, 10));
    assertThrows(IllegalArgumentException.class, () -> new EmbeddedSettings(directory, "h", 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new EmbeddedSettings(directory, "h", 1, 100_001));
  }

  @Test
  void connectionsAreBounded() throws Exception {
    EmbeddedSettings settings = new EmbeddedSettings(directory, "127.0.0.1", 0, 3);
    List<CuratorFramework> clients = new ArrayList<>();
    try (EmbeddedConfigurationManager server = EmbeddedConfigurationManager.start(settings)) {
      for (int i = 0; i < 3; i++) {
        clients.add(client(server.address()));
        assertTrue(clients.get(i).blockUntilConnected(60, TimeUnit.SECONDS));
      }
      assertEquals("", ask(server, "ruok"), "one too many is closed without an answer");
      clients.get(0).close();
      String answer = ask(server, "ruok");
      while (answer.isEmpty()) {
        answer = ask(server, "ruok");
      }
      assertEquals("imok", answer);
    } finally {
      clients.forEach(CuratorFramework::close);
    }
  }

  @Test
  void manyConnectionsMayComeFromOneAddress() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (EmbeddedConfigurationManager server = start(0)) {
      // ZooKeeper's own limit is 60.
      for (int i = 0; i < 100; i++) {
        sockets.add(connect(server));
      }
      assertEquals("imok", ask(server, "ruok"));
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void whoWaitsForItsEndGoesOnWhenItIsClosed() throws Exception {
    EmbeddedConfigurationManager server = start(0);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<?> waiting =
          executor.submit(
              () -> {
                server.awaitTermination();
                return null;
              });
      assertFalse(waiting.isDone());
      server.close();
      server.close();
      waiting.get(60, TimeUnit.SECONDS);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void whatWasAnsweredSurvivesKills() throws Exception {
    int written = 0;
    for (int round = 0; round < 3; round++) {
      try (ServerProcess running = new ServerProcess(directory)) {
        CoordinationException e = assertThrows(CoordinationException.class, () -> start(0));
        assertEquals(ManagerError.DIRECTORY_IN_USE, e.error());
        try (CuratorFramework client = client(running.address())) {
          assertEquals(written, children(client));
          for (int i = 0; i < 50; i++) {
            client.create().creatingParentsIfNeeded().forPath("/zabdb/" + written, bytes("x"));
            written++;
          }
          running.kill();
        }
      }
    }
    try (EmbeddedConfigurationManager server = start(0);
        CuratorFramework client = client(server.address())) {
      assertEquals(written, children(client));
    }
  }

  private EmbeddedConfigurationManager start(int port) {
    return EmbeddedConfigurationManager.start(EmbeddedSettings.of(directory, port));
  }

  private static CuratorFramework client(String address) {
    CuratorFramework client = CuratorFrameworkFactory.newClient(address, new RetryNTimes(100, 100));
    client.start();
    return client;
  }

  private static int children(CuratorFramework client) throws Exception {
    return client.checkExists().forPath("/zabdb") == null
        ? 0
        : client.getChildren().forPath("/zabdb").size();
  }

  private static String ask(EmbeddedConfigurationManager server, String word) throws IOException {
    try (Socket socket = connect(server)) {
      socket.getOutputStream().write(bytes(word));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException e) {
      // Closed before it was read.
      return "";
    }
  }

  private static Socket connect(EmbeddedConfigurationManager server) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.port());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
