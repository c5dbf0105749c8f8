package io.zabdb.faults.network;

import io.zabdb.faults.process.Programs;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network namespace of Linux for each node, with an interface and an address of its own; a bridge
 * joins them. A way is cut by a wrong entry in the sender's table of neighbours: its packets go to
 * an interface that nobody reads, and counts them. Needs root and the program {@code ip}.
 */
public final class NamespaceNetwork implements ClusterNetwork {

  private static final String PREFIX = "zabdb-faults-";
  private static final String NOWHERE = "02:00:00:00:00:fe";
  private static final int CLIENT_PORT = 7420;
  private static final int PEER_PORT = 7421;
  private static final int HTTP_PORT = 7422;
  private static final int CONFIG_MANAGER_PORT = 7423;
  private static final int FIRST_HOST = 10;
  private static final int PROBE_MILLIS = 2_000;
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private record Cut(int from, String to) {}

  private final int nodes;
  private final String namespaces;
  private final String links;
  private final String subnet;
  private final Deque<String> undo = new ArrayDeque<>();
  private final Set<Cut> cuts = new HashSet<>();
  private final Thread lastResort = new Thread(this::removeQuietly);

  private NamespaceNetwork(int nodes, int number) {
    this.nodes = nodes;
    long pid = ProcessHandle.current().pid();
    namespaces = PREFIX + pid + "-" + number + "-";
    // Names of interfaces have at most 15 characters.
    links = "zf" + Long.toString(pid, Character.MAX_RADIX) + "x" + number;
    subnet = "10." + (64 + pid % 128) + "." + (1 + number % 250) + ".";
  }

  /** Makes one; empty if that is not possible here. */
  public static Optional<NamespaceNetwork> create(int nodes) {
    if (!Files.isDirectory(Path.of("/sys/class/net"))) {
      return Optional.empty();
    }
    NamespaceNetwork network = new NamespaceNetwork(nodes, COUNTER.incrementAndGet());
    try {
      sweep();
      Runtime.getRuntime().addShutdownHook(network.lastResort);
      network.build();
      network.probe();
      return Optional.of(network);
    } catch (IOException e) {
      System.out.println("no network namespaces here: " + e.getMessage().strip());
      network.close();
      return Optional.empty();
    }
  }

  /** What tests left behind that were killed, with the processes in it. */
  private static void sweep() throws IOException {
    for (String line : Programs.run("ip netns list").lines().toList()) {
      String name = line.split(" ")[0];
      if (name.matches(PREFIX + "\\d+-\\d+-\\d+")) {
        long owner = Long.parseLong(name.substring(PREFIX.length()).split("-")[0]);
        if (ProcessHandle.of(owner).isEmpty()) {
          for (String pid : Programs.run("ip netns pids " + name).lines().toList()) {
            ProcessHandle.of(Long.parseLong(pid.strip())).ifPresent(ProcessHandle::destroyForcibly);
          }
          Programs.run("ip netns del " + name);
        }
      }
    }
  }

  private void build() throws IOException {
    add("ip link add " + links + "b type bridge", "ip link del " + links + "b");
    Programs.run("ip addr add " + here() + "/24 dev " + links + "b");
    Programs.run("ip link set " + links + "b up");
    // What is sent to nowhere ends here.
    add(
        "ip link add " + links + "s type veth peer name " + links + "t",
        "ip link del " + links + "s");
    Programs.run("ip link set " + links + "s master " + links + "b up");
    Programs.run("ip link set " + links + "t up");
    Programs.run("bridge link set dev " + links + "s flood off mcast_flood off bcast_flood off");
    Programs.run("bridge fdb add " + NOWHERE + " dev " + links + "s master static");
    for (int node = 0; node < nodes; node++) {
      String namespace = namespaces + node;
      add("ip netns add " + namespace, "ip netns del " + namespace);
      String link = links + "n" + node;
      Programs.run("ip link add " + link + " type veth peer name eth0 netns " + namespace);
      Programs.run("ip link set " + link + " master " + links + "b up");
      Programs.run("ip -n " + namespace + " addr add " + host(node) + "/24 dev eth0");
      Programs.run("ip -n " + namespace + " link set eth0 up");
      Programs.run("ip -n " + namespace + " link set lo up");
    }
  }

  private void add(String line, String inverse) throws IOException {
    Programs.run(line);
    undo.push(inverse);
  }

  /** Firewalls may forbid what has been built: a node must reach the tests, and another one. */
  private void probe() throws IOException {
    try (ServerSocket server = new ServerSocket()) {
      server.bind(new InetSocketAddress(here(), 0));
      server.setSoTimeout(PROBE_MILLIS);
      Process caller =
          new ProcessBuilder(
                  "ip",
                  "netns",
                  "exec",
                  namespaces + 0,
                  "bash",
                  "-c",
                  "exec 3<>/dev/tcp/" + here() + "/" + server.getLocalPort())
              .start();
      try (Socket accepted = server.accept()) {
        if (!accepted.getInetAddress().getHostAddress().equals(host(0))) {
          throw new IOException("addresses are translated on the way from a namespace");
        }
      } finally {
        caller.destroyForcibly();
      }
    }
    // Refused means reached.
    String answer =
        Programs.run(
            List.of(
                "ip",
                "netns",
                "exec",
                namespaces + 0,
                "timeout",
                "2",
                "bash",
                "-c",
                "(exec 3<>/dev/tcp/" + host(1) + "/9) 2>&1 || true"));
    if (!answer.contains("refused")) {
      throw new IOException("namespaces do not reach each other: " + answer);
    }
  }

  @Override
  public String name() {
    return "namespaces";
  }

  @Override
  public String host(int node) {
    return subnet + (FIRST_HOST + node);
  }

  @Override
  public Address client(int node) {
    return new Address(host(node), CLIENT_PORT);
  }

  @Override
  public Address peer(int node) {
    return new Address(host(node), PEER_PORT);
  }

  @Override
  public Address http(int node) {
    return new Address(host(node), HTTP_PORT);
  }

  @Override
  public Address configManager() {
    return new Address(here(), CONFIG_MANAGER_PORT);
  }

  @Override
  public Map<Integer, Address> peersSeenBy(int node) {
    Map<Integer, Address> peers = new TreeMap<>();
    for (int other = 0; other < nodes; other++) {
      peers.put(other, peer(other));
    }
    return peers;
  }

  @Override
  public List<String> launcher(int node) {
    return List.of("ip", "netns", "exec", namespaces + node);
  }

  @Override
  public void cut(int from, int to) throws IOException {
    cut(new Cut(from, host(to)));
  }

  /** From now on nothing of what a node sends reaches clients; other nodes hear it as before. */
  public void cutFromClients(int node) throws IOException {
    cut(new Cut(node, here()));
  }

  /** The address of this process. */
  private String here() {
    return subnet + "1";
  }

  private synchronized void cut(Cut cut) throws IOException {
    if (cuts.add(cut)) {
      Programs.run(
          "ip -n "
              + (namespaces + cut.from())
              + " neigh replace "
              + cut.to()
              + " lladdr "
              + NOWHERE
              + " dev eth0 nud permanent");
    }
  }

  @Override
  public synchronized void heal() throws IOException {
    for (Cut cut : Set.copyOf(cuts)) {
      Programs.run("ip -n " + (namespaces + cut.from()) + " neigh del " + cut.to() + " dev eth0");
      cuts.remove(cut);
    }
  }

  @Override
  public long heldBack() throws IOException {
    Path counter = Path.of("/sys/class/net/" + links + "s/statistics/tx_packets");
    return Long.parseLong(Files.readString(counter).strip());
  }

  private synchronized void removeQuietly() {
    while (!undo.isEmpty()) {
      try {
        Programs.run(undo.pop());
      } catch (IOException e) {
        System.out.println("left behind: " + e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    removeQuietly();
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }
}
