package io.zabdb.client;

import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.client.call.CallSettings;
import io.zabdb.client.call.Caller;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.Addresses;
import io.zabdb.client.net.NodeCalls;
import io.zabdb.client.net.Peers;
import io.zabdb.client.net.RpcConnector;
import io.zabdb.client.ring.NodeRings;
import io.zabdb.client.ring.RingDirectory;
import io.zabdb.client.ring.RingSource;
import io.zabdb.client.time.Timers;
import io.zabdb.client.time.WheelTimers;
import io.zabdb.net.tls.Tls;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.rpc.wire.ClientHello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Says how a client is to be. Either {@link #nodes} or {@link #directory} must be given. Methods
 * throw {@link IllegalArgumentException} for values that are not allowed. Not thread-safe.
 */
public final class ZabClientBuilder {

  private static final String SOFTWARE = "zabdb-java";

  /** How long a node has to tell the ring before the next is asked, too. */
  private static final long RING_PATIENCE = TimeUnit.MILLISECONDS.toNanos(200);

  private static final Duration LONGEST = Duration.ofHours(1);

  private List<String> nodes = List.of();
  private RingDirectory directory;
  private UUID cluster;
  private Duration timeout = Duration.ofSeconds(10);
  private Duration quietAfter = Duration.ofMillis(100);
  private int maxCalls = 4_096;
  private long maxBytes = 128L << 20;
  private boolean isServerCoordinated;
  private OperationKind reads = OperationKind.READ;
  private TlsSettings tls;
  private int threads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
  private ClientListener listener = ClientListener.NONE;

  ZabClientBuilder() {}

  /**
   * As {@link #nodes(List)}: {@code nodes("a:7420,b:7420")} or {@code nodes("a:7420", "b:7420")}.
   */
  public ZabClientBuilder nodes(String... addresses) {
    return nodes(List.of(addresses));
  }

  /**
   * Some nodes of the cluster; the others are learnt from them.
   *
   * @param addresses each HOST:PORT, or several with commas between them, as commands take them
   */
  public ZabClientBuilder nodes(List<String> addresses) {
    List<String> single = new ArrayList<>();
    for (String some : addresses) {
      // Empty ones, too: they are mistakes.
      for (String address : some.split(",", -1)) {
        single.add(address.strip());
      }
    }
    single.forEach(Addresses::parse);
    nodes = List.copyOf(single);
    return this;
  }

  /**
   * The source of the nodes' addresses, such as the cluster's configuration manager: {@code
   * ZooKeeperRings.at} in the artifact {@code zabdb-client-zookeeper}.
   */
  public ZabClientBuilder directory(RingDirectory knows) {
    directory = knows;
    return this;
  }

  /** Which cluster it must be; nodes of any other are refused. */
  public ZabClientBuilder cluster(UUID identity) {
    cluster = identity;
    return this;
  }

  /** How long an operation is tried: 1 ms to 1 h; 10 s if not said. */
  public ZabClientBuilder timeout(Duration most) {
    timeout = within("timeout", most);
    return this;
  }

  /**
   * How long a node may be silent before the others are asked, too: 1 ms to 1 h; 100 ms if not
   * said.
   */
  public ZabClientBuilder quietAfter(Duration silence) {
    quietAfter = within("time of silence", silence);
    return this;
  }

  private static Duration within(String what, Duration value) {
    if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the " + what + " is " + value + ", allowed are 1 ms to 1 h");
    }
    return value;
  }

  /**
   * Beyond these limits operations fail as {@code OVERLOADED} at once.
   *
   * @param operations under way, 1 to 1,000,000; 4,096 if not said
   * @param bytes of their requests, about, at least 1; 128 MiB if not said. A request that is alone
   *     may be larger
   */
  public ZabClientBuilder maxInFlight(int operations, long bytes) {
    if (operations < 1 || operations > 1_000_000 || bytes < 1) {
      throw new IllegalArgumentException(
          operations
              + " operations and "
              + bytes
              + " bytes in flight: allowed are 1 to 1000000 operations, and at least 1 byte");
    }
    maxCalls = operations;
    maxBytes = bytes;
    return this;
  }

  /**
   * Whether everything is sent to the nodes given to {@link #nodes}, one of them as long as it
   * answers, which forward it: for clients that cannot reach the others.
   */
  public ZabClientBuilder serverCoordinated(boolean is) {
    isServerCoordinated = is;
    return this;
  }

  /**
   * Whether linearizable reads are spread over the replicas, instead of going to the leader: each
   * replica serves them itself, and asks the leader only how much of the log they must see. That
   * takes load from the leader, and a round trip more.
   */
  public ZabClientBuilder spreadReads(boolean are) {
    reads = are ? OperationKind.SPREAD_READ : OperationKind.READ;
    return this;
  }

  /** The own certificate and the trusted ones; without them connections are not encrypted. */
  public ZabClientBuilder tls(TlsSettings settings) {
    tls = settings;
    return this;
  }

  /** How many threads serve connections: at least 1; half the processors up to 4 if not said. */
  public ZabClientBuilder threads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " threads, where 1 is the least");
    }
    threads = count;
    return this;
  }

  /** The listener that is told what the client does. */
  public ZabClientBuilder listener(ClientListener hears) {
    listener = hears;
    return this;
  }

  /**
   * Makes the client. Does not wait for connections: what is asked meanwhile waits for them.
   *
   * @throws UncheckedIOException if a file of {@link #tls} cannot be read
   */
  public ZabClient build() {
    if (nodes.isEmpty() && (directory == null || isServerCoordinated)) {
      throw new IllegalArgumentException("no addresses of nodes were given");
    }
    Timers timers = new WheelTimers();
    Peers peers = new Peers(connector(), timers);
    CallSettings settings =
        new CallSettings(
            timeout.toNanos(),
            quietAfter.toNanos(),
            maxCalls,
            maxBytes,
            isServerCoordinated ? nodes : List.of(),
            listener);
    Caller caller = new Caller(settings, rings(peers, timers), peers, timers, new SecureRandom());
    return new ZabClient(caller, new ClusterAdmin(caller, new NodeCalls(timers), timeout), reads);
  }

  private RpcConnector connector() {
    ClientHello hello =
        ClientHello.newBuilder()
            .setCluster(cluster == null ? "" : cluster.toString())
            .setSoftware(SOFTWARE)
            .build();
    try {
      return new RpcConnector(hello, threads, maxCalls, tls == null ? null : Tls.load(tls));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private RingSource rings(Peers peers, Timers timers) {
    return directory == null
        ? nodeRings(nodes, !isServerCoordinated, peers, timers)
        : directory.open(cluster, addresses -> nodeRings(addresses, true, peers, timers));
  }

  private static RingSource nodeRings(
      List<String> addresses, boolean learns, Peers peers, Timers timers) {
    return new NodeRings(addresses, learns, peers, timers, RING_PATIENCE);
  }
}
