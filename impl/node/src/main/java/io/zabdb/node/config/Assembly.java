package io.zabdb.node.config;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.session.Retention;
import io.zabdb.log.LogSettings;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.PressureLevels;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes the configuration from values that fit. */
final class Assembly {

  /** How many groups may be born on a node that has none, unless it is said. */
  private static final int USUAL_GROUPS_OF_SPARES = 4;

  private static final int CLIENT_PORT = 7420;
  private static final int PEER_PORT = 7421;

  /** Of a log file, not for entries: its header and the ends of records. */
  private static final int SEGMENT_OVERHEAD = 8 << 10;

  private final OptionValues values;
  private final int node;

  Assembly(OptionValues values) {
    this.values = values;
    node = values.get(IdentityOptions.NODE);
  }

  NodeConfig config() {
    NetworkConfig network = network();
    ShardingConfig sharding =
        new ShardingConfig(
            Lists.fill(values.get(DataOptions.GROUPS), founders(network)),
            values.get(DataOptions.PARTITIONS_PER_GROUP),
            values.get(DataOptions.FAMILIES),
            withReplicas(),
            values.find(DataOptions.MAX_GROUPS).orElse(isSpare() ? USUAL_GROUPS_OF_SPARES : 0),
            new PlaceConfig(
                isSpare(),
                values.find(DataOptions.ZONE).orElse(""),
                values.find(DataOptions.RACK).orElse("")));
    return new NodeConfig(
        values.get(IdentityOptions.CLUSTER),
        node,
        values.get(IdentityOptions.DATA_DIRECTORY).toAbsolutePath().normalize(),
        network,
        sharding,
        replication(),
        storage(sharding.roomOf(node)),
        operation());
  }

  private boolean isSpare() {
    return values.get(NetworkOptions.SPARE);
  }

  /** Those that joined the founded groups; whether others are spare does not matter here. */
  private Set<Integer> withReplicas() {
    Set<Integer> joined = new TreeSet<>(joined().keySet());
    if (isSpare()) {
      joined.remove(node);
    }
    return joined;
  }

  private SortedMap<Integer, Address> joined() {
    return values.find(NetworkOptions.JOINED).orElseGet(TreeMap::new);
  }

  private Set<Integer> founders(NetworkConfig network) {
    Set<Integer> founders = new TreeSet<>(network.peers().keySet());
    founders.removeAll(joined().keySet());
    return founders;
  }

  private NetworkConfig network() {
    SortedMap<Integer, Address> clients =
        values.find(NetworkOptions.CLIENTS).orElseGet(TreeMap::new);
    SortedMap<Integer, Address> peers =
        new TreeMap<>(values.find(NetworkOptions.PEERS).orElseGet(TreeMap::new));
    peers.putAll(joined());
    Address client = listen(NetworkOptions.CLIENT_PORT, clients, CLIENT_PORT);
    Address peer = listen(NetworkOptions.PEER_PORT, peers, PEER_PORT);
    peers.putIfAbsent(node, peer);
    return new NetworkConfig(
        client,
        peer,
        new Address(values.get(NetworkOptions.HTTP_HOST), values.get(NetworkOptions.HTTP_PORT)),
        peers,
        clients,
        values.find(NetworkOptions.ZOOKEEPER),
        values
            .find(EncryptionOptions.TLS_CERTIFICATE)
            .map(
                certificate ->
                    new TlsSettings(
                        certificate,
                        values.get(EncryptionOptions.TLS_KEY),
                        values.get(EncryptionOptions.TLS_TRUSTED))),
        values.get(EncryptionOptions.TLS_ROLES),
        values.get(EncryptionOptions.INSECURE),
        values.get(NetworkOptions.MAX_CONNECTIONS),
        values.get(NetworkOptions.IDLE_TIMEOUT),
        values.get(NetworkOptions.SLOW_CLIENT_TIMEOUT));
  }

  private Address listen(Option<Integer> port, SortedMap<Integer, Address> known, int otherwise) {
    int inList = Optional.ofNullable(known.get(node)).map(Address::port).orElse(otherwise);
    return new Address(values.get(NetworkOptions.HOST), values.find(port).orElse(inList));
  }

  private ReplicationConfig replication() {
    Settings.Timing timing =
        new Settings.Timing(
            ticks(TimingOptions.HEARTBEAT),
            ticks(TimingOptions.FOLLOWER_TIMEOUT),
            ticks(TimingOptions.LEADER_TIMEOUT),
            ticks(TimingOptions.ELECTION_WAIT),
            ticks(TimingOptions.ELECTION_TIMEOUT),
            ticks(TimingOptions.SYNCHRONIZATION_TIMEOUT),
            ticks(TimingOptions.REST_AFTER));
    Settings.Limits limits =
        new Settings.Limits(
            Math.toIntExact(values.get(ReplicationOptions.MAX_REQUEST))
                + StructureCodec.AROUND_UPDATE,
            values.get(ReplicationOptions.MAX_UPDATES),
            values.get(ReplicationOptions.MAX_UPDATE_BYTES) + StructureCodec.AROUND_UPDATE,
            values.get(ReplicationOptions.MAX_READS));
    TransferSettings transfer =
        new TransferSettings(
            values.get(TransferOptions.TRANSFER_POLICY),
            values.get(TransferOptions.TRANSFER_STAGGERED),
            values.get(TransferOptions.TRANSFER_LEVELS),
            values.get(TransferOptions.TRANSFER_THRESHOLD),
            values.get(TransferOptions.TRANSFER_HYSTERESIS),
            values.get(TransferOptions.TRANSFER_MAX_LAG),
            ticks(TransferOptions.TRANSFER_MIN_INTERVAL),
            ticks(TransferOptions.TRANSFER_DRAIN_TIMEOUT));
    return new ReplicationConfig(
        values.get(ReplicationOptions.DURABILITY),
        values.get(ReplicationOptions.FLUSH_INTERVAL),
        values.get(TimingOptions.TICK),
        timing,
        limits,
        transfer,
        ticks(TimingOptions.FOUNDING_WAIT),
        values.get(TransferOptions.TRANSFER_SPREAD_INTERVAL),
        values.get(TimingOptions.MAX_CLOCK_SKEW),
        new Retention(
            values.get(ReplicationOptions.SESSION_TTL).toMillis(),
            values.get(ReplicationOptions.SESSION_RECORDS)));
  }

  private int ticks(Option<Duration> option) {
    return ticks(values.get(option), values.get(TimingOptions.TICK));
  }

  /** How many ticks a time takes, rounded up. */
  static int ticks(Duration time, Duration tick) {
    return Math.toIntExact((time.toMillis() + tick.toMillis() - 1) / tick.toMillis());
  }

  private StorageConfig storage(int replicas) {
    int segment = Math.toIntExact(values.get(StorageOptions.LOG_SEGMENT));
    LogSettings log =
        new LogSettings(
            segment,
            segment - SEGMENT_OVERHEAD,
            Math.toIntExact(values.get(StorageOptions.LOG_PREALLOCATE)),
            values.get(StorageOptions.LOG_SPARES));
    long memtables = values.get(StorageOptions.MEMTABLES) / replicas;
    RocksOptions rocks =
        new RocksOptions(
            values.get(StorageOptions.CACHE) / replicas,
            memtables,
            Math.min(values.get(StorageOptions.TREE_MEMTABLE), memtables),
            values.get(StorageOptions.STORE_FILE),
            values.get(StorageOptions.LEVEL0_TRIGGER),
            values.get(StorageOptions.BACKGROUND_JOBS),
            // Rounded up: 0 is no limit.
            (values.get(StorageOptions.RATE_LIMIT) + replicas - 1) / replicas,
            values.get(StorageOptions.COMPRESSION));
    return new StorageConfig(
        log,
        rocks,
        Math.max(1, values.get(StorageOptions.CHECKPOINT_INTERVAL) / replicas),
        values.get(StorageOptions.DISK_RESERVE),
        pressureLevels(),
        values.get(TransferOptions.TRANSFER_STEP_RATE),
        values.get(StorageOptions.FLUSH_PACE),
        // Rounded up: 0 is never.
        (values.get(StorageOptions.SCRUB_RATE) + replicas - 1) / replicas,
        values.get(StorageOptions.SCRUB_INTERVAL),
        values.get(StorageOptions.MOVE_RATE));
  }

  /** What the pressure of a store is worth. */
  private PressureLevels pressureLevels() {
    return new PressureLevels(
        values.get(TransferOptions.TRANSFER_LEVELS),
        values.get(TransferOptions.TRANSFER_THRESHOLD),
        values.get(TransferOptions.TRANSFER_HEAVY_BYTES),
        values.get(TransferOptions.TRANSFER_HEAVY_FILES));
  }

  private OperationConfig operation() {
    return new OperationConfig(
        values.find(OperationOptions.TRACE_DIRECTORY),
        values.get(OperationOptions.LOG_LEVEL),
        values.get(OperationOptions.LOG_FORMAT),
        values.find(OperationOptions.LOG_FILE),
        values.get(OperationOptions.LOG_FILE_SIZE),
        values.get(OperationOptions.LOG_FILES),
        values.get(OperationOptions.SHUTDOWN_TIMEOUT));
  }
}
