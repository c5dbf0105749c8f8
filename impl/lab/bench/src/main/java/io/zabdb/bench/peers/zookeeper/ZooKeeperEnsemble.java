package io.zabdb.bench.peers.zookeeper;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.peers.system.Answers;
import io.zabdb.bench.peers.system.JavaServer;
import io.zabdb.bench.peers.system.PeerCluster;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.bench.peers.system.Promise;
import io.zabdb.bench.peers.system.StartedServers;
import io.zabdb.bench.server.Ports;
import io.zabdb.bench.server.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.apache.zookeeper.version.Info;

/**
 * ZooKeeper, an ensemble of server processes. It syncs each write by default. What differs from its
 * defaults: no HTTP server, any number of connections from one address.
 */
public final class ZooKeeperEnsemble implements PeerSystem {

  private static final String HOST = "127.0.0.1";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final int SESSION_MILLIS = 10_000;

  /** What ZooKeeper's own script gives a server. */
  private static final String HEAP = "-Xmx1000m";

  /** Where clients reach a server, and the other two ports that it needs. */
  record Address(int client, int peer, int election) {}

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public String title() {
    return "ZooKeeper " + Info.MAJOR + "." + Info.MINOR + "." + Info.MICRO;
  }

  @Override
  public Promise promise() {
    return new Promise(
        "setData of any version",
        "sync, then getData",
        false,
        "A write is answered once a quorum has synced it. A sync has the server catch up with the"
            + " leader, but the leader asks no quorum whether it still leads: a read may miss a"
            + " write while leadership changes.");
  }

  /** It comes with the product. */
  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  @Override
  public int connections() {
    return 3;
  }

  @Override
  public PeerCluster start(Path parent, int connections)
      throws BenchException, IOException, InterruptedException {
    List<ZooKeeper> sessions = new ArrayList<>();
    Servers servers = Servers.in(parent, name());
    try {
      List<Address> addresses = start(servers);
      for (int i = 0; i < connections; i++) {
        String address = HOST + ":" + addresses.get(i % SERVERS).client();
        sessions.add(new ZooKeeper(address, SESSION_MILLIS, event -> {}));
      }
      servers.await("ZooKeeper serves", START_LIMIT, () -> hasRoot(sessions.get(0)));
      List<ZooKeeperStore> stores = sessions.stream().map(ZooKeeperStore::new).toList();
      servers.await("ZooKeeper's servers serve", START_LIMIT, () -> Answers.all(stores));
      return new StartedServers(servers, stores, stores.get(0), () -> close(sessions));
    } catch (BenchException | IOException | InterruptedException | RuntimeException e) {
      close(sessions);
      servers.close();
      throw e;
    }
  }

  private static boolean hasRoot(ZooKeeper session) throws InterruptedException {
    try {
      session.create(ZooKeeperStore.ROOT, new byte[0], ZooKeeperStore.OPEN, CreateMode.PERSISTENT);
      return true;
    } catch (KeeperException.NodeExistsException e) {
      return true;
    } catch (KeeperException e) {
      return false;
    }
  }

  private static void close(List<ZooKeeper> sessions) {
    for (ZooKeeper session : sessions) {
      try {
        session.close();
      } catch (InterruptedException e) {
        // The servers end next, and their sessions with them.
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<Address> start(Servers servers) throws IOException {
    List<Address> addresses = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      addresses.add(new Address(Ports.next(), Ports.next(), Ports.next()));
    }
    for (int i = 0; i < SERVERS; i++) {
      Path folder = Files.createDirectory(servers.folder().resolve("zookeeper-" + i));
      Files.writeString(folder.resolve("myid"), (i + 1) + "\n");
      Path file = folder.resolve("zoo.cfg");
      Files.writeString(file, configuration(folder, i, addresses), StandardCharsets.UTF_8);
      servers.start(
          "zookeeper-" + i,
          JavaServer.command(
              JavaServer.ownHome(),
              folder,
              System.getProperty("java.class.path"),
              List.of(HEAP),
              List.of(QuorumPeerMain.class.getName(), file.toString())),
          Map.of());
    }
    return addresses;
  }

  /** The file of one server. */
  static String configuration(Path folder, int server, List<Address> addresses) {
    StringBuilder text = new StringBuilder();
    text.append("dataDir=").append(folder).append('\n');
    text.append("clientPortAddress=").append(HOST).append('\n');
    text.append("clientPort=").append(addresses.get(server).client()).append('\n');
    text.append(
        """
        tickTime=2000
        initLimit=10
        syncLimit=5
        maxClientCnxns=0
        admin.enableServer=false
        """);
    for (int i = 0; i < addresses.size(); i++) {
      Address each = addresses.get(i);
      text.append("server.%d=%s:%d:%d%n".formatted(i + 1, HOST, each.peer(), each.election()));
    }
    return text.toString();
  }
}
