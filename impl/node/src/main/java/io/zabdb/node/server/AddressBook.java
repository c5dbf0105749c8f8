package io.zabdb.node.server;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.model.cluster.MemberNumbers;
import io.zabdb.net.socket.Background;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.NetworkConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.peer.MemberAddresses;
import io.zabdb.peer.Whereabouts;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the nodes of the cluster are: as the configuration says; of those that it does not name, as
 * they told when they connected. What was told is kept in the data directory, in {@value #FILE}:
 * without it a node that starts would wait for them to connect. Nothing rests on it. Thread-safe;
 * never waits for the disk.
 */
final class AddressBook implements Places {

  /** Begins as files do that may be in a directory without data. */
  static final String FILE = "zabdb-node.addresses";

  private static final Logger LOG = LoggerFactory.getLogger(AddressBook.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NodeConfig config;
  private final NetworkConfig network;
  private final Topology topology;
  private final Path file;

  /** Whether a write waits for its turn. */
  private final AtomicBoolean isWaiting = new AtomicBoolean();

  private final Executor disk;

  /** More nodes than there are numbers for. */
  private static final int MOST = 10_000;

  /** By node. */
  private final Map<Integer, Whereabouts> learnt = new ConcurrentHashMap<>();

  AddressBook(NodeConfig config, Topology topology) {
    this(config, topology, Background.threads("zabdb-addresses", 1));
  }

  /**
   * Reads what was learnt before.
   *
   * @param disk writes it, one task at a time
   */
  AddressBook(NodeConfig config, Topology topology, Executor disk) {
    this.disk = disk;
    this.config = config;
    this.topology = topology;
    network = config.network();
    file = config.dataDirectory().resolve(FILE);
    if (Files.exists(file)) {
      try {
        JSON.readValue(file.toFile(), new TypeReference<Map<Integer, Whereabouts>>() {})
            .forEach(this::learn);
      } catch (IOException | IllegalArgumentException e) {
        LOG.warn("{} is of no use; nodes tell again where they are", file, e);
      }
    }
  }

  /** For a group. */
  MemberAddresses of(MemberNumbers numbers) {
    return new OfGroup(numbers);
  }

  @Override
  public Whereabouts known(int node) {
    return new Whereabouts(
        peer(node).map(Address::toString).orElse(""),
        topology.clientAddress(node).map(Address::toString).orElse(""));
  }

  @Override
  public Set<Integer> nodes() {
    Set<Integer> nodes = new TreeSet<>(network.peers().keySet());
    nodes.addAll(learnt.keySet());
    nodes.addAll(topology.clientAddresses().keySet());
    return nodes;
  }

  @Override
  public void heard(int node, Whereabouts where) {
    Whereabouts known = known(node);
    Whereabouts more =
        new Whereabouts(
            known.peers().isEmpty() ? where.peers() : known.peers(),
            known.clients().isEmpty() ? where.clients() : known.clients());
    if (!more.equals(known)) {
      told(node, more);
    }
  }

  private Optional<Address> peer(int node) {
    Address configured = network.peers().get(node);
    Whereabouts told = learnt.get(node);
    return configured != null || told == null || told.peers().isEmpty()
        ? Optional.ofNullable(configured)
        : Optional.of(Address.parse(told.peers()));
  }

  /**
   * Notes what makes sense.
   *
   * @throws IllegalArgumentException if it is no address
   */
  private void learn(int node, Whereabouts where) {
    if (!where.peers().isEmpty()) {
      Address.parse(where.peers());
    }
    if (!where.clients().isEmpty() && !network.clients().containsKey(node)) {
      topology.learn(node, Address.parse(where.clients()));
    }
    learnt.put(node, where);
  }

  /** Of new ones, only so many are noted. */
  @Override
  public void told(int node, Whereabouts where) {
    boolean isTooMany = learnt.size() >= MOST && !learnt.containsKey(node);
    if (isTooMany || where.equals(Whereabouts.UNKNOWN) || where.equals(learnt.get(node))) {
      return;
    }
    try {
      learn(node, where);
      LOG.info("node {} is at {}, for clients at {}", node, where.peers(), where.clients());
      writeSoon();
    } catch (IllegalArgumentException e) {
      LOG.warn("node {} says that it is at {}, which is no address", node, where, e);
    }
  }

  /** What comes until it is written is written with it. */
  private void writeSoon() {
    if (isWaiting.compareAndSet(false, true)) {
      disk.execute(this::write);
    }
  }

  private void write() {
    isWaiting.set(false);
    try {
      DiskFiles.replace(file, JSON.writeValueAsBytes(new TreeMap<>(learnt)));
    } catch (IOException e) {
      LOG.warn("{} cannot be written; nodes tell again where they are", file, e);
    }
  }

  /** What this node tells; of its port for clients only if the configuration names it. */
  private Whereabouts own() {
    Address client = network.clients().get(config.node());
    if (client == null && network.client().port() > 0) {
      client = network.client();
    }
    return new Whereabouts(
        network.peers().get(config.node()).toString(), client == null ? "" : client.toString());
  }

  private final class OfGroup implements MemberAddresses {

    private final MemberNumbers numbers;

    OfGroup(MemberNumbers numbers) {
      this.numbers = numbers;
    }

    @Override
    public int node(int member) {
      return numbers.nodeOf(member);
    }

    @Override
    public InetSocketAddress of(int member) {
      return peer(node(member)).map(Address::unresolved).orElse(null);
    }

    @Override
    public Whereabouts own() {
      return AddressBook.this.own();
    }

    @Override
    public void told(int member, Whereabouts where) {
      AddressBook.this.told(node(member), where);
    }
  }
}
