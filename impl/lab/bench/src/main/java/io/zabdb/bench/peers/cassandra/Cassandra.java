package io.zabdb.bench.peers.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.metadata.NodeState;
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
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Cassandra, with one of the two promises that are measured. */
public final class Cassandra implements PeerSystem {

  /** Three servers that start on two processors take a minute and a half. */
  private static final Duration START_LIMIT = Duration.ofMinutes(4);

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
  private static final String KEYSPACE = "bench";
  private static final String TABLE = KEYSPACE + ".rows";

  /** What runs this process must be able to run Cassandra 5.0, too. */
  private static final List<Integer> JAVA = List.of(11, 17);

  private final boolean isConditional;
  private final Optional<CassandraHome> home;

  private Cassandra(boolean isConditional, Optional<CassandraHome> home) {
    this.isConditional = isConditional;
    this.home = home;
  }

  /**
   * Writes to a quorum, reads from a quorum.
   *
   * @param home as the variable {@code CASSANDRA_HOME} has it
   * @param path folders as the variable {@code PATH} has them
   */
  public static Cassandra quorum(Optional<String> home, String path) {
    return new Cassandra(false, CassandraHome.find(home, path));
  }

  /**
   * Lightweight transactions, and reads at the consistency level {@code SERIAL}.
   *
   * @param home as the variable {@code CASSANDRA_HOME} has it
   * @param path folders as the variable {@code PATH} has them
   */
  public static Cassandra lightweightTransactions(Optional<String> home, String path) {
    return new Cassandra(true, CassandraHome.find(home, path));
  }

  @Override
  public String name() {
    return isConditional ? "cassandra-lwt" : "cassandra";
  }

  @Override
  public String title() {
    return "Cassandra "
        + home.map(CassandraHome::version).orElse("")
        + (isConditional ? " LWT" : " QUORUM");
  }

  @Override
  public Promise promise() {
    return isConditional
        ? new Promise(
            "UPDATE ... IF EXISTS",
            "SELECT at SERIAL",
            true,
            "Each write and each read is a round of Paxos for its partition.")
        : new Promise(
            "INSERT at QUORUM",
            "SELECT at QUORUM",
            false,
            "A write is answered once a quorum has synced it; of two writes the one with the later"
                + " clock wins, and one that failed may show, and come back, at any time.");
  }

  @Override
  public Optional<String> missing() {
    if (home.isEmpty()) {
      return Optional.of(
          "there is no Cassandra: unpack a release (5.0), and set CASSANDRA_HOME to its folder");
    }
    return JAVA.contains(Runtime.version().feature())
        ? Optional.empty()
        : Optional.of("Cassandra runs on Java 11 or 17: set JAVA_HOME to one");
  }

  @Override
  public int connections() {
    return 1;
  }

  /** The driver has a connection to each server, whatever is asked for. */
  @Override
  public PeerCluster start(Path parent, int connections)
      throws BenchException, IOException, InterruptedException {
    Servers servers = Servers.in(parent, name());
    AtomicReference<CqlSession> connected = new AtomicReference<>();
    try {
      CassandraServers all =
          new CassandraServers(home.orElseThrow(), JavaServer.ownHome(), servers, SERVERS);
      int port = all.addresses().get(0).client();
      all.start(0);
      // The driver would warn of each attempt.
      servers.await("Cassandra's first server listens", START_LIMIT, () -> Ports.isServed(port));
      servers.await("Cassandra's first server serves", START_LIMIT, () -> connect(connected, port));
      for (int i = 1; i < SERVERS; i++) {
        all.start(i);
      }
      CqlSession session = connected.get();
      servers.await("Cassandra's servers serve", START_LIMIT, () -> areUp(session));
      session.execute(
          "CREATE KEYSPACE "
              + KEYSPACE
              + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
              + SERVERS
              + "}");
      session.execute("CREATE TABLE " + TABLE + " (key blob PRIMARY KEY, value blob)");
      CassandraStore quorum = CassandraStore.quorum(session, TABLE);
      CassandraStore store =
          isConditional ? CassandraStore.lightweightTransactions(session, TABLE) : quorum;
      servers.await(
          "Cassandra takes writes", START_LIMIT, () -> Answers.all(List.of(quorum, store)));
      return new StartedServers(servers, List.of(store), quorum, session::close);
    } catch (BenchException | IOException | InterruptedException e) {
      close(connected, servers);
      throw e;
    } catch (DriverException e) {
      close(connected, servers);
      throw new BenchException("Cassandra: " + e.getMessage(), e);
    }
  }

  private static void close(AtomicReference<CqlSession> connected, Servers servers) {
    try (servers) {
      CqlSession session = connected.get();
      if (session != null) {
        session.close();
      }
    }
  }

  private static boolean connect(AtomicReference<CqlSession> connected, int port) {
    try {
      connected.set(
          CqlSession.builder()
              .addContactPoint(new InetSocketAddress(CassandraServers.HOST, port))
              .withLocalDatacenter("datacenter1")
              .withConfigLoader(
                  DriverConfigLoader.programmaticBuilder()
                      .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_LIMIT)
                      .build())
              .build());
      return true;
    } catch (AllNodesFailedException e) {
      return false;
    }
  }

  private static boolean areUp(CqlSession session) {
    return session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .count()
        == SERVERS;
  }
}
