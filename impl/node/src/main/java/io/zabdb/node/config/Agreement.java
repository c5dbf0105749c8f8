package io.zabdb.node.config;

import io.zabdb.core.group.Members;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Checks what no option can tell by itself: that values fit each other. */
final class Agreement {

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
    int node = values.get(Options.NODE);
    Map<Integer, Address> peers = values.find(Options.PEERS).orElse(null);
    if (peers == null) {
      values.check(
          isPort(Options.PEER_PORT), Options.PEER_PORT, "1 to " + Address.MAX + " without peers");
    } else {
      values.check(
          peers.containsKey(node), Options.PEERS, "a list that names this node, " + node + ", too");
      values.check(
          peers.size() <= Members.MAX_MEMBERS || !hasCount(),
          Options.GROUPS,
          "a list of groups with at most " + Members.MAX_MEMBERS + " nodes each");
    }
    for (GroupConfig group : values.get(Options.GROUPS)) {
      List<Integer> strangers =
          group.nodes().stream()
              .filter(member -> peers == null ? member != node : !peers.containsKey(member))
              .toList();
      values.check(
          strangers.isEmpty(),
          Options.GROUPS,
          "nodes that peers names; group " + group.id() + " has " + strangers);
    }
  }

  private boolean isPort(Option<Integer> option) {
    return values.find(option).orElse(1) > 0;
  }

  private boolean hasCount() {
    return values.get(Options.GROUPS).get(0).nodes().isEmpty();
  }

  private void checkTls() {
    List<Option<Path>> files =
        List.of(Options.TLS_CERTIFICATE, Options.TLS_KEY, Options.TLS_TRUSTED);
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
    Duration heartbeat = values.get(Options.HEARTBEAT);
    String more = "more than twice the heartbeat of " + text(Options.HEARTBEAT) + ", in ticks";
    for (Option<Duration> option : List.of(Options.FOLLOWER_TIMEOUT, Options.LEADER_TIMEOUT)) {
      values.check(ticks(option) > 2 * ticks(heartbeat), option, more);
    }
    values.check(
        ticks(Options.ELECTION_TIMEOUT) > ticks(Options.ELECTION_WAIT),
        Options.ELECTION_TIMEOUT,
        "more than the election-wait of " + text(Options.ELECTION_WAIT) + ", in ticks");
    values.check(
        ticks(Options.SYNCHRONIZATION_TIMEOUT) >= ticks(Options.FOLLOWER_TIMEOUT),
        Options.SYNCHRONIZATION_TIMEOUT,
        "at least the follower-timeout of " + text(Options.FOLLOWER_TIMEOUT));
  }

  private void checkTransfer() {
    int levels = values.get(Options.TRANSFER_LEVELS);
    int threshold = values.get(Options.TRANSFER_THRESHOLD);
    values.check(
        threshold <= levels, Options.TRANSFER_THRESHOLD, "2 to the transfer-levels, " + levels);
    values.check(
        values.get(Options.TRANSFER_HYSTERESIS) <= threshold,
        Options.TRANSFER_HYSTERESIS,
        "2 to the transfer-threshold, " + threshold);
    int trigger = values.get(Options.LEVEL0_TRIGGER);
    // Else a compaction would be permitted that RocksDB does not begin, again and again.
    values.check(
        values.get(Options.TRANSFER_HEAVY_FILES) >= trigger,
        Options.TRANSFER_HEAVY_FILES,
        "at least the level0-trigger, " + trigger);
  }

  private void checkSizes() {
    long request = values.get(Options.MAX_REQUEST);
    long segment = values.get(Options.LOG_SEGMENT);
    values.check(
        segment > 2 * request,
        Options.LOG_SEGMENT,
        "more than twice the max-request of " + text(Options.MAX_REQUEST));
    values.check(
        values.get(Options.LOG_PREALLOCATE) <= segment,
        Options.LOG_PREALLOCATE,
        "4KiB to the log-segment of " + text(Options.LOG_SEGMENT));
    values.check(
        values.get(Options.MAX_UPDATE_BYTES) >= request,
        Options.MAX_UPDATE_BYTES,
        "at least the max-request of " + text(Options.MAX_REQUEST));
    values.check(
        values.get(Options.TREE_MEMTABLE) <= values.get(Options.MEMTABLES),
        Options.TREE_MEMTABLE,
        "at most the memtables of " + text(Options.MEMTABLES));
  }

  private long ticks(Option<Duration> option) {
    return ticks(values.get(option));
  }

  private long ticks(Duration time) {
    return Assembly.ticks(time, values.get(Options.TICK));
  }

  private String text(Option<?> option) {
    return values.setting(option).value();
  }
}
