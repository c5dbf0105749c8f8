package io.zabdb.coordination.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.coordination.embedded.EmbeddedConfigurationManager;
import io.zabdb.coordination.embedded.EmbeddedSettings;
import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** A server that can be stopped and started, and clients of it; closes all of them. */
final class Fixture implements AutoCloseable {

  /** Far beyond what anything here takes. */
  static final long SECONDS = 90;

  static final UUID CLUSTER = UUID.fromString("9ac1d2a4-08d2-4b8e-8c3a-0d6f1f7f8a11");

  /** The shortest that the server takes, for tests that wait for its end. */
  static final Duration SHORT = Duration.ofSeconds(1);

  private final Path directory;
  private final Deque<Runnable> open = new ArrayDeque<>();
  private EmbeddedConfigurationManager server;
  private final int port;

  Fixture(Path directory) {
    this.directory = directory;
    server = startAnywhere(directory);
    port = server.port();
  }

  /**
   * On a port that the system gives to nobody by itself: else a client that tries to connect while
   * the server is away might get the server's own port.
   */
  private static EmbeddedConfigurationManager startAnywhere(Path directory) {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertEquals(port, free.getLocalPort());
      } catch (IOException e) {
        continue;
      }
      return EmbeddedConfigurationManager.start(EmbeddedSettings.of(directory, port));
    }
  }

  /** On the same port and data as before. */
  void startServer() {
    server = EmbeddedConfigurationManager.start(EmbeddedSettings.of(directory, port));
  }

  void stopServer() {
    server.close();
  }

  /** Stops the server, takes its data away, and starts it. */
  void wipeServer() throws IOException {
    stopServer();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.delete(file);
        }
      }
    }
    startServer();
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  ManagerSettings settings() {
    return ManagerSettings.of(address()).withOperationTimeout(Duration.ofSeconds(SECONDS));
  }

  ManagerSettings through(Proxy proxy) {
    return new ManagerSettings(
        proxy.address(),
        settings().cluster(),
        settings().sessionTimeout(),
        settings().operationTimeout());
  }

  /** A client of no named cluster. */
  ConfigurationManager manager() {
    return manager(settings());
  }

  ConfigurationManager manager(ManagerSettings settings) {
    ConfigurationManager manager = new ConfigurationManager(settings);
    open.push(manager::close);
    return manager;
  }

  /** A plain client, as zkCli is one. */
  CuratorFramework plainClient() {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(address(), new RetryNTimes(100, 100));
    client.start();
    open.push(client::close);
    return client;
  }

  /** Two groups of three nodes, four partitions. */
  static ClusterState definition(UUID cluster) {
    return new ClusterState(
        cluster,
        List.of(new Family("default", 1, 0), new Family("log", 3, 60_000)),
        Ring.even(2, 2),
        List.of(
            new GroupInfo(0, List.of(0, 1, 2), -1, 0), new GroupInfo(1, List.of(0, 1, 2), -1, 0)),
        List.of());
  }

  static NodeInfo node(int id, int port) {
    return new NodeInfo(id, "127.0.0.1", port, ProcessHandle.current().pid(), 9_000, 0);
  }

  /** A way to the server that can be cut. */
  Proxy proxy() throws IOException {
    Proxy proxy = new Proxy(port);
    open.push(proxy::close);
    return proxy;
  }

  /** Ends all sessions except those of the clients given, as if they had expired. */
  static void endSessions(CuratorFramework... except) throws Exception {
    Set<String> spared = new HashSet<>();
    for (CuratorFramework client : except) {
      spared.add("0x" + Long.toHexString(session(client)));
    }
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    for (ObjectName bean :
        beans.queryNames(new ObjectName("org.apache.ZooKeeperService:name1=Connections,*"), null)) {
      try {
        if (!spared.contains(beans.getAttribute(bean, "SessionId"))) {
          beans.invoke(bean, "terminateSession", null, null);
        }
      } catch (InstanceNotFoundException e) {
        // It has ended in the meantime.
      }
    }
  }

  static long session(CuratorFramework client) throws Exception {
    return client.getZookeeperClient().getZooKeeper().getSessionId();
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(SECONDS, TimeUnit.SECONDS);
  }

  static CoordinationException assertFails(ManagerError code, CompletableFuture<?> future) {
    ExecutionException e = assertThrows(ExecutionException.class, () -> get(future));
    CoordinationException failure = assertInstanceOf(CoordinationException.class, e.getCause());
    assertEquals(code, failure.error(), failure.getMessage());
    return failure;
  }

  /** What may fail until it holds. */
  interface Condition {
    boolean holds() throws Exception;
  }

  static void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new TimeoutException("not within " + SECONDS + " s: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  @Override
  public void close() {
    open.forEach(Runnable::run);
    server.close();
  }
}
