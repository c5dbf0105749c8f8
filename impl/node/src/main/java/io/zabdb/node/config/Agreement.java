package io.zabdb.node.config;

import io.zabdb.core.group.Members;
import io.zabdb.storage.rocks.RocksOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks what no option can tell by itself: that values fit each other. */
final class Agreement {

  /** Whoever is told to connect to these connects to itself. */
  private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  private final OptionValues values;

  Agreement(OptionValues values) {
    this.values = values;
  }

  void check() {
    checkNodes();
    checkTls();
    checkTiming();
    checkTransfer();
    checkSizes();
  }

  private void checkNodes() {
    int node = values.get(IdentityOptions.NODE);
    Map<Integer, Address> peers = values.find(NetworkOptions.PEERS).orElse(null);
    Map<Integer, Address> joined = values.find(NetworkOptions.JOINED).orElseGet(TreeMap::new);
    if (peers == null) {
      values.check(
          isPort(NetworkOptions.PEER_PORT),
          NetworkOptions.PEER_PORT,
          "1 to " + Address.MAX + " without peers");
    } else {
      values.check(
          peers.containsKey(node) || joined.containsKey(node),
          NetworkOptions.PEERS,
          "a list that names this node, " + node + ", too, unless joined does");
      values.check(
          peers.size() <= Members.MAX_MEMBERS || !hasCount(),
          DataOptions.GROUPS,
          "a list of groups with at most " + Members.MAX_MEMBERS + " nodes each");
    }
    Set<Integer> told = values.find(NetworkOptions.CLIENTS).orElseGet(TreeMap::new).keySet();
    values.check(
        told.contains(node) || !ANY_ADDRESS.contains(values.get(NetworkOptions.HOST)),
        NetworkOptions.HOST,
        "an address at which others reach this node, unless clients says where they do");
    checkSpare(joined.containsKey(node));
    checkJoined(joined.keySet(), peers == null ? Set.of() : peers.keySet());
    for (GroupConfig group : values.get(DataOptions.GROUPS)) {
      List<Integer> strangers =
          group.nodes().stream()
              .filter(member -> peers == null ? member != node : !peers.containsKey(member))
              .toList();
      values.check(
          strangers.isEmpty(),
          DataOptions.GROUPS,
          "nodes that peers names; group " + group.id() + " has " + strangers);
    }
  }

  private void checkSpare(boolean joins) {
    values.check(
        joins || !values.get(NetworkOptions.SPARE),
        NetworkOptions.SPARE,
        "true only of a node that joined names");
    long groups = replicas(joins);
    values.check(
        values.find(DataOptions.MAX_GROUPS).orElse(Lists.MAX_GROUPS) >= groups,
        DataOptions.MAX_GROUPS,
        "at least " + groups + ", as many as groups gives this node");
  }

  /** Of this node, as the configuration says. */
  private long replicas(boolean joins) {
    int node = values.get(IdentityOptions.NODE);
    return values.get(NetworkOptions.SPARE)
        ? 0
        : values.get(DataOptions.GROUPS).stream()
            .filter(group -> joins || group.nodes().isEmpty() || group.nodes().contains(node))
            .count();
  }

  private void checkJoined(Set<Integer> joined, Set<Integer> founders) {
    values.check(
        joined.isEmpty() || !founders.isEmpty(),
        NetworkOptions.JOINED,
        "given together with peers, those that founded the cluster");
    values.check(
        joined.stream().noneMatch(founders::contains),
        NetworkOptions.JOINED,
        "nodes that peers does not name: whoever founded the cluster has not joined it");
    for (GroupConfig group : Lists.fill(values.get(DataOptions.GROUPS), founders)) {
      values.check(
          joined.stream().allMatch(node -> group.memberOf(node) < Members.MAX_MEMBERS),
          NetworkOptions.JOINED,
          "nodes with ids so low that they are among the first "
              + Members.MAX_MEMBERS
              + ", those that founded group "
              + group.id()
              + " included");
    }
  }

  private boolean isPort(Option<Integer> option) {
    return values.find(option).orElse(1) > 0;
  }

  private boolean hasCount() {
    return values.get(DataOptions.GROUPS).get(0).nodes().isEmpty();
  }

  private void checkTls() {
    List<Option<Path>> files =
        List.of(
            EncryptionOptions.TLS_CERTIFICATE,
            EncryptionOptions.TLS_KEY,
            EncryptionOptions.TLS_TRUSTED);
    List<String> missing =
        files.stream().filter(option -> values.find(option).isEmpty()).map(Option::name).toList();
    for (Option<Path> option : files) {
      values
          .find(option)
          .ifPresent(
              file -> {
                values.check(
                    missing.isEmpty(),
                    option,
                    "the three tls options together; missing: " + String.join(", ", missing));
                values.check(Files.isReadable(file), option, "a file that can be read");
              });
    }
  }

  private void checkTiming() {
    Duration heartbeat = values.get(TimingOptions.HEARTBEAT);
    String more =
        "more than twice the heartbeat of " + text(TimingOptions.HEARTBEAT) + ", in ticks";
    for (Option<Duration> option :
        List.of(TimingOptions.FOLLOWER_TIMEOUT, TimingOptions.LEADER_TIMEOUT)) {
      values.check(ticks(option) > 2 * ticks(heartbeat), option, more);
    }
    values.check(
        ticks(TimingOptions.ELECTION_TIMEOUT) > ticks(TimingOptions.ELECTION_WAIT),
        TimingOptions.ELECTION_TIMEOUT,
        "more than the election-wait of " + text(TimingOptions.ELECTION_WAIT) + ", in ticks");
    values.check(
        ticks(TimingOptions.SYNCHRONIZATION_TIMEOUT) >= ticks(TimingOptions.FOLLOWER_TIMEOUT),
        TimingOptions.SYNCHRONIZATION_TIMEOUT,
        "at least the follower-timeout of " + text(TimingOptions.FOLLOWER_TIMEOUT));
  }

  private void checkTransfer() {
    int levels = values.get(TransferOptions.TRANSFER_LEVELS);
    int threshold = values.get(TransferOptions.TRANSFER_THRESHOLD);
    values.check(
        threshold <= levels,
        TransferOptions.TRANSFER_THRESHOLD,
        "2 to the transfer-levels, " + levels);
    values.check(
        values.get(TransferOptions.TRANSFER_HYSTERESIS) <= threshold,
        TransferOptions.TRANSFER_HYSTERESIS,
        "2 to the transfer-threshold, " + threshold);
    int trigger = values.get(StorageOptions.LEVEL0_TRIGGER);
    // Else a compaction would be permitted that RocksDB does not begin, again and again.
    values.check(
        values.get(TransferOptions.TRANSFER_HEAVY_FILES) >= trigger,
        TransferOptions.TRANSFER_HEAVY_FILES,
        "at least the level0-trigger, " + trigger);
  }

  private void checkSizes() {
    long request = values.get(ReplicationOptions.MAX_REQUEST);
    long segment = values.get(StorageOptions.LOG_SEGMENT);
    values.check(
        segment > 2 * request,
        StorageOptions.LOG_SEGMENT,
        "more than twice the max-request of " + text(ReplicationOptions.MAX_REQUEST));
    values.check(
        values.get(StorageOptions.LOG_PREALLOCATE) <= segment,
        StorageOptions.LOG_PREALLOCATE,
        "4KiB to the log-segment of " + text(StorageOptions.LOG_SEGMENT));
    values.check(
        values.get(ReplicationOptions.MAX_UPDATE_BYTES) >= request,
        ReplicationOptions.MAX_UPDATE_BYTES,
        "at least the max-request of " + text(ReplicationOptions.MAX_REQUEST));
    values.check(
        values.get(StorageOptions.TREE_MEMTABLE) <= values.get(StorageOptions.MEMTABLES),
        StorageOptions.TREE_MEMTABLE,
        "at most the memtables of " + text(StorageOptions.MEMTABLES));
    checkMemtables();
  }

  /** Else stores flush whenever something is written to each of their partitions. */
  private void checkMemtables() {
    int node = values.get(IdentityOptions.NODE);
    boolean joins = values.find(NetworkOptions.JOINED).orElseGet(TreeMap::new).containsKey(node);
    long partitions = replicas(joins) * values.get(DataOptions.PARTITIONS_PER_GROUP);
    long least = partitions * RocksOptions.LEAST_TREE_BYTES;
    values.check(
        values.get(StorageOptions.MEMTABLES) >= least,
        StorageOptions.MEMTABLES,
        "at least "
            + least / Units.KIB
            + "KiB for "
            + partitions
            + " partitions: groups of this node times partitions-per-group");
  }

  private long ticks(Option<Duration> option) {
    return ticks(values.get(option));
  }

  private long ticks(Duration time) {
    return Assembly.ticks(time, values.get(TimingOptions.TICK));
  }

  private String text(Option<?> option) {
    return values.setting(option).value();
  }
}
