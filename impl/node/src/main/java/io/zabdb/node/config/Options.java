package io.zabdb.node.config;

import static io.zabdb.node.config.Types.bytes;
import static io.zabdb.node.config.Types.duration;
import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.logFile;
import static io.zabdb.node.config.Types.oneOf;
import static io.zabdb.node.config.Types.path;
import static io.zabdb.node.config.Types.text;
import static io.zabdb.node.config.Types.uuid;
import static io.zabdb.node.config.Types.yesOrNo;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.model.data.Family;
import io.zabdb.replica.settings.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;

/** Every option of a node, declared once, in the order of the documentation. */
final class Options {

  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final long TIB = 1L << 40;

  private static final List<Option<?>> ALL = new ArrayList<>();

  // -- identity

  static final Option<UUID> CLUSTER =
      required("identity", "cluster", uuid(), "The cluster that the node belongs to.");
  static final Option<Integer> NODE =
      required("identity", "node", integer(0, Lists.MAX_NODES), "The id of the node.");
  static final Option<Path> DATA_DIRECTORY =
      required("identity", "data-directory", path(), "Where all data of the node is.");

  // -- network

  static final Option<String> HOST =
      given(
          "network",
          "host",
          text("a name or an address of this machine"),
          "127.0.0.1",
          "Where the node listens for clients and other nodes; elsewhere than on loopback only with"
              + " certificates, or if insecure.");
  static final Option<Integer> CLIENT_PORT =
      absent(
          "network",
          "client-port",
          integer(0, Address.MAX),
          "that of this node in clients, else 7420",
          "The port for clients; 0: any free one.");
  static final Option<Integer> PEER_PORT =
      absent(
          "network",
          "peer-port",
          integer(0, Address.MAX),
          "that of this node in peers, else 7421",
          "The port for other nodes.");
  static final Option<String> HTTP_HOST =
      given(
          "network",
          "http-host",
          text("a name or an address of this machine"),
          "127.0.0.1",
          "Where metrics and health are served; elsewhere than on loopback by HTTPS, for clients"
              + " with a certificate, or if insecure.");
  static final Option<Integer> HTTP_PORT =
      given(
          "network",
          "http-port",
          integer(0, Address.MAX),
          "7422",
          "The port for metrics and health; 0: any free one.");
  static final Option<SortedMap<Integer, Address>> PEERS =
      absent(
          "network",
          "peers",
          Lists.addresses(),
          "this node alone",
          "Where nodes reach each other: every node of the cluster.");
  static final Option<SortedMap<Integer, Address>> CLIENTS =
      absent(
          "network",
          "clients",
          Lists.addresses(),
          "host and client-port of each node",
          "Where clients reach nodes, if that is not where they listen.");
  static final Option<String> ZOOKEEPER =
      absent(
          "network",
          "zookeeper",
          Lists.servers(),
          "none",
          "The servers of the configuration manager.");
  static final Option<Integer> MAX_CONNECTIONS =
      given(
          "network",
          "max-connections",
          integer(1, 1_000_000),
          "4096",
          "How many connections clients may have.");
  static final Option<Duration> IDLE_TIMEOUT =
      given(
          "network",
          "idle-timeout",
          duration(Duration.ofSeconds(1), Duration.ofDays(1)),
          "10m",
          "After which silence the connection of a client is closed.");
  static final Option<Duration> SLOW_CLIENT_TIMEOUT =
      given(
          "network",
          "slow-client-timeout",
          duration(Duration.ofMillis(100), Duration.ofHours(1)),
          "10s",
          "After which the connection of a client is closed that reads or sends less than 16 KiB a"
              + " second of what is under way; after a second, if others wait for the memory. Also"
              + " how long a request waits for memory if it does not say.");

  // -- encryption

  static final Option<Path> TLS_CERTIFICATE =
      absent(
          "encryption",
          "tls-certificate",
          path(),
          "no encryption",
          "The node's certificate, a PEM file.");
  static final Option<Path> TLS_KEY =
      absent(
          "encryption",
          "tls-key",
          path(),
          "no encryption",
          "The private key of the certificate, a PEM file (PKCS #8) without a password.");
  static final Option<Path> TLS_TRUSTED =
      absent(
          "encryption",
          "tls-trusted",
          path(),
          "no encryption",
          "The authorities that sign the certificates of nodes and clients, a PEM file.");
  static final Option<Boolean> TLS_ROLES =
      given(
          "encryption",
          "tls-roles",
          yesOrNo(),
          "true",
          "Whether a certificate must name, as a URI, what its owner may be: zabdb://CLUSTER/node/N,"
              + " zabdb://CLUSTER/admin, zabdb://CLUSTER/client. If not, whoever has a certificate"
              + " of the authorities may be any node and an operator.");
  static final Option<Boolean> INSECURE =
      given(
          "encryption",
          "insecure",
          yesOrNo(),
          "false",
          "Listen elsewhere than on loopback without certificates: whoever reaches the ports can"
              + " read and write everything.");

  // -- data

  static final Option<List<GroupConfig>> GROUPS =
      given(
          "data",
          "groups",
          Lists.groups(),
          "1",
          "The replica groups: how many, each with all nodes of peers, or the nodes of each.");
  static final Option<Integer> PARTITIONS_PER_GROUP =
      given(
          "data",
          "partitions-per-group",
          integer(1, 1_024),
          "1",
          "How many partitions each group of a new cluster owns.");
  static final Option<List<Family>> FAMILIES =
      given(
          "data",
          "families",
          Lists.families(),
          "default",
          "The column families of a new cluster: how many versions they keep, and for how long.");

  // -- replication

  static final Option<Durability> DURABILITY =
      given(
          "replication",
          "durability",
          oneOf(Durability.class),
          "sync",
          "When an update is acknowledged: sync, on disk at a quorum; periodic, in memory at a"
              + " quorum: one machine that loses its power can cost acknowledged updates.");
  static final Option<Duration> FLUSH_INTERVAL =
      given(
          "replication",
          "flush-interval",
          duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
          "100ms",
          "With durability periodic: between the beginnings of a replica's syncs of its log.");
  static final Option<Long> MAX_REQUEST =
      given(
          "replication",
          "max-request",
          bytes(4 * KIB, 32 * MIB),
          "8MiB",
          "The greatest encoded update.");
  static final Option<Integer> MAX_UPDATES =
      given(
          "replication",
          "max-updates",
          integer(1, 1 << 24),
          "65536",
          "How many updates of a group may wait to be committed.");
  static final Option<Long> MAX_UPDATE_BYTES =
      given(
          "replication",
          "max-update-bytes",
          bytes(4 * KIB, 16 * GIB),
          "32MiB",
          "How many bytes of updates of a group may wait to be committed.");
  static final Option<Integer> MAX_READS =
      given(
          "replication",
          "max-reads",
          integer(1, 1 << 24),
          "65536",
          "How many reads of a group may wait.");
  static final Option<Duration> SESSION_TTL =
      given(
          "replication",
          "session-ttl",
          duration(Duration.ofSeconds(10), Duration.ofDays(3_650)),
          "7d",
          "How long a session of a client is remembered at least after its last update, by the"
              + " replicated time; a retry that comes later is refused as TOO_OLD.");
  static final Option<Integer> SESSION_RECORDS =
      given(
          "replication",
          "session-records",
          integer(1_000, 1_000_000_000),
          "2000000",
          "How many sessions a partition remembers at most, each some 50 bytes on disk: beyond it"
              + " those that were idle for longest are forgotten.");

  // -- timing

  static final Option<Duration> TICK =
      time("tick", 1, 1_000, "10ms", "Of the clock of replicas; other times are rounded up to it.");
  static final Option<Duration> HEARTBEAT =
      time("heartbeat", 1, 60_000, "40ms", "Between heartbeats of a leader.");
  static final Option<Duration> FOLLOWER_TIMEOUT =
      time(
          "follower-timeout",
          3,
          600_000,
          "240ms",
          "After which silence a follower gives its leader up; more than twice the heartbeat.");
  static final Option<Duration> LEADER_TIMEOUT =
      time(
          "leader-timeout",
          3,
          600_000,
          "240ms",
          "After which silence of a quorum a leader steps down; more than twice the heartbeat.");
  static final Option<Duration> ELECTION_WAIT =
      time(
          "election-wait",
          1,
          60_000,
          "30ms",
          "How long an election waits for members that do not answer.");
  static final Option<Duration> MAX_CLOCK_SKEW =
      given(
          "timing",
          "max-clock-skew",
          duration(Duration.ofMillis(10), Duration.ofHours(1)),
          "500ms",
          "How far a leader's clock may be from those of a quorum and still count: the replicated"
              + " time, by which cells expire, goes no further ahead; a node beyond it does not lead"
              + " while another can.");
  static final Option<Duration> ELECTION_TIMEOUT =
      time(
          "election-timeout",
          2,
          600_000,
          "500ms",
          "After which an attempt to lead or to join a leader is given up; more than the"
              + " election-wait.");
  static final Option<Duration> SYNCHRONIZATION_TIMEOUT =
      time(
          "synchronization-timeout",
          3,
          3_600_000,
          "1s",
          "How long a member that is being synchronized waits for the next message; at least the"
              + " follower-timeout.");

  // -- leadership and compaction

  static final Option<TransferPolicy> TRANSFER_POLICY =
      given(
          "transfer",
          "transfer-policy",
          oneOf(TransferPolicy.class),
          "coldest",
          "To whom a leader hands over before it compacts, at first: 'zabdb policy' changes it.");
  static final Option<Boolean> TRANSFER_STAGGERED =
      given(
          "transfer",
          "transfer-staggered",
          yesOrNo(),
          "true",
          "Whether heavy compactions need the leader's permit, so that never a quorum compacts.");
  static final Option<Integer> TRANSFER_LEVELS =
      given(
          "transfer",
          "transfer-levels",
          integer(1, 1_000),
          "10",
          "The highest level of compaction pressure.");
  static final Option<Integer> TRANSFER_THRESHOLD =
      given(
          "transfer",
          "transfer-threshold",
          integer(2, 1_000),
          "6",
          "The level from which on a compaction is heavy; at most transfer-levels.");
  static final Option<Integer> TRANSFER_HYSTERESIS =
      given(
          "transfer",
          "transfer-hysteresis",
          integer(2, 1_000),
          "2",
          "How many levels below the threshold a successor must be; at most transfer-threshold.");
  static final Option<Long> TRANSFER_HEAVY_BYTES =
      given(
          "transfer",
          "transfer-heavy-bytes",
          bytes(4 * KIB, TIB),
          "16MiB",
          "Compactions that read at least so many bytes together are heavy, and at the threshold"
              + " when they are due; lighter ones go on at once, also at a leader.");
  static final Option<Integer> TRANSFER_HEAVY_FILES =
      given(
          "transfer",
          "transfer-heavy-files",
          integer(1, 100_000),
          "16",
          "Files in level 0 at the threshold, whatever they hold; other levels in proportion. At"
              + " least the level0-trigger.");
  static final Option<Long> TRANSFER_STEP_RATE =
      given(
          "transfer",
          "transfer-step-rate",
          bytes(0, TIB),
          "32MiB",
          "Bytes a second that a replica flushes and compacts when nobody relieves it and writes"
              + " would soon have to wait; 0: no limit.");
  static final Option<Integer> TRANSFER_MAX_LAG =
      given(
          "transfer",
          "transfer-max-lag",
          integer(0, 1_000_000_000),
          "1024",
          "How many entries a successor may lack when it is chosen, and a member that is elected"
              + " for its low pressure.");
  static final Option<Duration> TRANSFER_MIN_INTERVAL =
      given(
          "transfer",
          "transfer-min-interval",
          duration(Duration.ZERO, Duration.ofDays(1)),
          "5s",
          "How long a leader leads before it hands over by itself.");
  static final Option<Duration> TRANSFER_SPREAD_INTERVAL =
      given(
          "transfer",
          "transfer-spread-interval",
          duration(Duration.ZERO, Duration.ofDays(1)),
          "5s",
          "How long a node leads what it leads before it hands a group over to a node that leads at"
              + " least two fewer, and then the next; 0: leaders are not spread.");
  static final Option<Duration> TRANSFER_DRAIN_TIMEOUT =
      given(
          "transfer",
          "transfer-drain-timeout",
          duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
          "500ms",
          "After which a transfer whose updates are not done is given up.");

  // -- storage

  static final Option<Long> LOG_SEGMENT =
      given(
          "storage",
          "log-segment",
          bytes(64 * KIB, 256 * MIB),
          "32MiB",
          "The size of a log file; more than twice max-request.");
  static final Option<Long> LOG_PREALLOCATE =
      given(
          "storage",
          "log-preallocate",
          bytes(4 * KIB, 256 * MIB),
          "1MiB",
          "How far ahead log files are filled; at most log-segment.");
  static final Option<Integer> LOG_SPARES =
      given(
          "storage",
          "log-spares",
          integer(0, 64),
          "4",
          "How many log files that are not needed any more are kept, to be written again.");
  static final Option<Long> CHECKPOINT_INTERVAL =
      given(
          "storage",
          "checkpoint-interval",
          bytes(64 * KIB, TIB),
          "32MiB",
          "After how much log, of all replicas together, a replica flushes its store and purges the"
              + " log up to the flush before; each update counts 128 bytes more. Of each"
              + " update that is kept the heap holds 56 bytes.");
  static final Option<Long> DISK_RESERVE =
      given(
          "storage",
          "disk-reserve",
          bytes(0, 1_024 * TIB),
          "256MiB",
          "With less free than this the node takes no updates and is not ready.");
  static final Option<Long> CACHE =
      given(
          "storage",
          "cache",
          bytes(MIB, TIB),
          "96MiB",
          "RocksDB's block cache, of all replicas together; memtables count against it.");
  static final Option<Long> MEMTABLES =
      given(
          "storage",
          "memtables",
          bytes(MIB, TIB),
          "64MiB",
          "RocksDB's memtables, of all replicas together: beyond it they are flushed.");
  static final Option<Long> TREE_MEMTABLE =
      given(
          "storage",
          "tree-memtable",
          bytes(64 * KIB, TIB),
          "48MiB",
          "RocksDB's memtable of one tree: beyond it all are flushed; at most memtables.");
  static final Option<Long> STORE_FILE =
      given(
          "storage",
          "store-file",
          bytes(32 * KIB, 16 * GIB),
          "32MiB",
          "The size of RocksDB's files, about.");
  static final Option<Integer> LEVEL0_TRIGGER =
      given(
          "storage",
          "level0-trigger",
          integer(1, 1_000),
          "4",
          "How many files in level 0 start a compaction.");
  static final Option<Integer> BACKGROUND_JOBS =
      given(
          "storage", "background-jobs", integer(1, 256), "2", "Flushes and compactions at a time.");
  static final Option<Long> RATE_LIMIT =
      given(
          "storage",
          "rate-limit",
          bytes(0, TIB),
          "0",
          "Bytes a second that flushes and compactions may write; 0: no limit.");
  static final Option<Integer> FLUSH_PACE =
      given(
          "storage",
          "flush-pace",
          integer(0, 1_000),
          "0",
          "How many times as fast as updates come in memtables are written to disk while no heavy"
              + " compaction runs, at least 8 MiB a second; 0: as fast as the disk can.");
  static final Option<Long> SCRUB_RATE =
      given(
          "storage",
          "scrub-rate",
          bytes(0, GIB),
          "1MiB",
          "Bytes a second, of all replicas together, that are read of the files of stores and"
              + " logs to find damage before it is needed; less while a replica compacts or is"
              + " strained; 0: none.");
  static final Option<Duration> SCRUB_INTERVAL =
      given(
          "storage",
          "scrub-interval",
          duration(Duration.ofSeconds(1), Duration.ofDays(365)),
          "1d",
          "Between the beginnings of two such passes over all files of a replica, at least; the"
              + " first one begins with the node.");
  static final Option<Boolean> COMPRESSION =
      given("storage", "compression", yesOrNo(), "true", "Whether stored data is compressed.");

  // -- operation

  static final Option<Path> TRACE_DIRECTORY =
      absent(
          "operation",
          "trace-directory",
          path(),
          "no traces",
          "Where the steps of replicas are recorded, for trace validation.");
  static final Option<LogLevel> LOG_LEVEL =
      given("operation", "log-level", oneOf(LogLevel.class), "info", "How much is logged.");
  static final Option<LogFormat> LOG_FORMAT =
      given(
          "operation",
          "log-format",
          oneOf(LogFormat.class),
          "text",
          "Whether lines of the log are for people or JSON objects.");
  static final Option<Path> LOG_FILE =
      absent(
          "operation",
          "log-file",
          logFile(),
          "standard output",
          "The file that the log goes to; it is rotated.");
  static final Option<Long> LOG_FILE_SIZE =
      given(
          "operation",
          "log-file-size",
          bytes(64 * KIB, 16 * GIB),
          "32MiB",
          "At which size the log file is rotated.");
  static final Option<Integer> LOG_FILES =
      given(
          "operation", "log-files", integer(1, 1_000), "5", "How many rotated log files are kept.");
  static final Option<Duration> SHUTDOWN_TIMEOUT =
      given(
          "operation",
          "shutdown-timeout",
          duration(Duration.ZERO, Duration.ofMinutes(10)),
          "5s",
          "How long a node that stops tries to hand its leadership over.");

  private Options() {}

  static List<Option<?>> all() {
    return List.copyOf(ALL);
  }

  private static <T> Option<T> required(String part, String name, OptionType<T> type, String doc) {
    return add(new Option<>(name, part, type, null, null, doc));
  }

  private static <T> Option<T> given(
      String part, String name, OptionType<T> type, String fallback, String doc) {
    return add(new Option<>(name, part, type, fallback, null, doc));
  }

  private static <T> Option<T> absent(
      String part, String name, OptionType<T> type, String absent, String doc) {
    return add(new Option<>(name, part, type, null, absent, doc));
  }

  private static Option<Duration> time(
      String name, long least, long most, String fallback, String doc) {
    return given(
        "timing", name, duration(Duration.ofMillis(least), Duration.ofMillis(most)), fallback, doc);
  }

  private static <T> Option<T> add(Option<T> option) {
    ALL.add(option);
    return option;
  }
}
