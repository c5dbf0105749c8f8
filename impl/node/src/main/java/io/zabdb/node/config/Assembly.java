package io.zabdb.node.config;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.session.Retention;
import io.zabdb.log.LogSettings;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.PressureLevels;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes the configuration from values that fit. */
final class Assembly {

  private static final int CLIENT_PORT = 7420;
  private static final int PEER_PORT = 7421;

  /** Of a log file, not for entries: its header and the ends of records. */
  private static final int SEGMENT_OVERHEAD = 8 << 10;

  private final OptionValues values;
  private final int node;

  Assembly(OptionValues values) {
    this.values = values;
    node = values.get(Options.NODE);
  }

  NodeConfig config() {
    NetworkConfig network = network();
    ShardingConfig sharding =
        new ShardingConfig(
            Lists.fill(values.get(Options.GROUPS), network.peers()),
            values.get(Options.PARTITIONS_PER_GROUP),
            values.get(Options.FAMILIES));
    return new NodeConfig(
        values.get(Options.CLUSTER),
        node,
        values.get(Options.DATA_DIRECTORY).toAbsolutePath().normalize(),
        network,
        sharding,
        replication(),
        storage(Math.max(1, sharding.groupsOf(node).size())),
        operation());
  }

  private NetworkConfig network() {
    SortedMap<Integer, Address> clients = values.find(Options.CLIENTS).orElseGet(TreeMap::new);
    SortedMap<Integer, Address> peers = values.find(Options.PEERS).orElseGet(TreeMap::new);
    Address client = listen(Options.CLIENT_PORT, clients, CLIENT_PORT);
    Address peer = listen(Options.PEER_PORT, peers, PEER_PORT);
    peers.putIfAbsent(node, peer);
    return new NetworkConfig(
        client,
        peer,
        new Address(values.get(Options.HTTP_HOST), values.get(Options.HTTP_PORT)),
        peers,
        clients,
        values.find(Options.ZOOKEEPER),
        values
            .find(Options.TLS_CERTIFICATE)
            .map(
                certificate ->
                    new TlsSettings(
                        certificate, values.get(Options.TLS_KEY), values.get(Options.TLS_TRUSTED))),
        values.get(Options.TLS_ROLES),
        values.get(Options.INSECURE),
        values.get(Options.MAX_CONNECTIONS),
        values.get(Options.IDLE_TIMEOUT),
        values.get(Options.SLOW_CLIENT_TIMEOUT));
  }

  private Address listen(Option<Integer> port, SortedMap<Integer, Address> known, int otherwise) {
    int inList = Optional.ofNullable(known.get(node)).map(Address::port).orElse(otherwise);
    return new Address(values.get(Options.HOST), values.find(port).orElse(inList));
  }

  private ReplicationConfig replication() {
    Settings.Timing timing =
        new Settings.Timing(
            ticks(Options.HEARTBEAT),
            ticks(Options.FOLLOWER_TIMEOUT),
            ticks(Options.LEADER_TIMEOUT),
            ticks(Options.ELECTION_WAIT),
            ticks(Options.ELECTION_TIMEOUT),
            ticks(Options.SYNCHRONIZATION_TIMEOUT));
    Settings.Limits limits =
        new Settings.Limits(
            Math.toIntExact(values.get(Options.MAX_REQUEST)),
            values.get(Options.MAX_UPDATES),
            values.get(Options.MAX_UPDATE_BYTES),
            values.get(Options.MAX_READS));
    TransferSettings transfer =
        new TransferSettings(
            values.get(Options.TRANSFER_POLICY),
            values.get(Options.TRANSFER_STAGGERED),
            values.get(Options.TRANSFER_LEVELS),
            values.get(Options.TRANSFER_THRESHOLD),
            values.get(Options.TRANSFER_HYSTERESIS),
            values.get(Options.TRANSFER_MAX_LAG),
            ticks(Options.TRANSFER_MIN_INTERVAL),
            ticks(Options.TRANSFER_DRAIN_TIMEOUT));
    return new ReplicationConfig(
        values.get(Options.DURABILITY),
        values.get(Options.FLUSH_INTERVAL),
        values.get(Options.TICK),
        timing,
        limits,
        transfer,
        values.get(Options.TRANSFER_SPREAD_INTERVAL),
        values.get(Options.MAX_CLOCK_SKEW),
        new Retention(
            values.get(Options.SESSION_TTL).toMillis(), values.get(Options.SESSION_RECORDS)));
  }

  private int ticks(Option<Duration> option) {
    return ticks(values.get(option), values.get(Options.TICK));
  }

  /** How many ticks a time takes, rounded up. */
  static int ticks(Duration time, Duration tick) {
    return Math.toIntExact((time.toMillis() + tick.toMillis() - 1) / tick.toMillis());
  }

  private StorageConfig storage(int replicas) {
    int segment = Math.toIntExact(values.get(Options.LOG_SEGMENT));
    LogSettings log =
        new LogSettings(
            segment,
            segment - SEGMENT_OVERHEAD,
            Math.toIntExact(values.get(Options.LOG_PREALLOCATE)),
            values.get(Options.LOG_SPARES));
    long memtables = values.get(Options.MEMTABLES) / replicas;
    RocksOptions rocks =
        new RocksOptions(
            values.get(Options.CACHE) / replicas,
            memtables,
            Math.min(values.get(Options.TREE_MEMTABLE), memtables),
            values.get(Options.STORE_FILE),
            values.get(Options.LEVEL0_TRIGGER),
            values.get(Options.BACKGROUND_JOBS),
            // Rounded up: 0 is no limit.
            (values.get(Options.RATE_LIMIT) + replicas - 1) / replicas,
            values.get(Options.COMPRESSION));
    return new StorageConfig(
        log,
        rocks,
        Math.max(1, values.get(Options.CHECKPOINT_INTERVAL) / replicas),
        values.get(Options.DISK_RESERVE),
        pressureLevels(),
        values.get(Options.TRANSFER_STEP_RATE),
        values.get(Options.FLUSH_PACE),
        // Rounded up: 0 is never.
        (values.get(Options.SCRUB_RATE) + replicas - 1) / replicas,
        values.get(Options.SCRUB_INTERVAL));
  }

  /** What the pressure of a store is worth. */
  private PressureLevels pressureLevels() {
    return new PressureLevels(
        values.get(Options.TRANSFER_LEVELS),
        values.get(Options.TRANSFER_THRESHOLD),
        values.get(Options.TRANSFER_HEAVY_BYTES),
        values.get(Options.TRANSFER_HEAVY_FILES));
  }

  private OperationConfig operation() {
    return new OperationConfig(
        values.find(Options.TRACE_DIRECTORY),
        values.get(Options.LOG_LEVEL),
        values.get(Options.LOG_FORMAT),
        values.find(Options.LOG_FILE),
        values.get(Options.LOG_FILE_SIZE),
        values.get(Options.LOG_FILES),
        values.get(Options.SHUTDOWN_TIMEOUT));
  }
}
