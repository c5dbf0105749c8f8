package io.zabdb.node.config;

import static io.zabdb.node.config.Types.duration;
import static io.zabdb.node.config.Types.integer;
import static io.zabdb.node.config.Types.text;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** Where the node listens, and where others are. */
final class NetworkOptions {

  private static final OptionPart PART = new OptionPart("network");

  static final Option<String> HOST =
      PART.given(
          "host",
          text("a name or an address of this machine"),
          "127.0.0.1",
          "Where the node listens for clients and other nodes; elsewhere than on loopback only with"
              + " certificates, or if insecure.");
  static final Option<Integer> CLIENT_PORT =
      PART.absent(
          "client-port",
          integer(0, Address.MAX),
          "that of this node in clients, else 7420",
          "The port for clients; 0: any free one.");
  static final Option<Integer> PEER_PORT =
      PART.absent(
          "peer-port",
          integer(0, Address.MAX),
          "that of this node in peers or joined, else 7421",
          "The port for other nodes.");
  static final Option<String> HTTP_HOST =
      PART.given(
          "http-host",
          text("a name or an address of this machine"),
          "127.0.0.1",
          "Where metrics and health are served; elsewhere than on loopback by HTTPS, for clients"
              + " with a certificate, or if insecure.");
  static final Option<Integer> HTTP_PORT =
      PART.given(
          "http-port",
          integer(0, Address.MAX),
          "7422",
          "The port for metrics and health; 0: any free one.");
  static final Option<SortedMap<Integer, Address>> PEERS =
      PART.absent(
          "peers",
          Lists.addresses(),
          "this node alone",
          "Where nodes reach each other: every node that founded the cluster, also those that are not"
              + " there any more.");
  static final Option<SortedMap<Integer, Address>> JOINED =
      PART.absent(
          "joined",
          Lists.addresses(),
          "none",
          "Where nodes reach those that joined the cluster later, as far as that is known; a node"
              + " that is named here joins, and founds no group.");
  static final Option<Boolean> SPARE =
      PART.given(
          "spare",
          Types.yesOrNo(),
          "false",
          "Whether this node, which joined, has no replica of the groups that founded the cluster,"
              + " and waits for groups to be born on it.");
  static final Option<SortedMap<Integer, Address>> CLIENTS =
      PART.absent(
          "clients",
          Lists.addresses(),
          "host and client-port of each node",
          "Where clients reach nodes, if that is not where they listen.");
  static final Option<String> ZOOKEEPER =
      PART.absent(
          "zookeeper", Lists.servers(), "none", "The servers of the configuration manager.");
  static final Option<Integer> MAX_CONNECTIONS =
      PART.given(
          "max-connections",
          integer(1, 1_000_000),
          "4096",
          "How many connections clients may have.");
  static final Option<Duration> IDLE_TIMEOUT =
      PART.given(
          "idle-timeout",
          duration(Duration.ofSeconds(1), Duration.ofDays(1)),
          "10m",
          "How long the connection of a client may be silent before it is closed.");
  static final Option<Duration> SLOW_CLIENT_TIMEOUT =
      PART.given(
          "slow-client-timeout",
          duration(Duration.ofMillis(100), Duration.ofHours(1)),
          "10s",
          "How long a client may read or send less than 16 KiB a second of what is under way"
              + " before its connection is closed; one second, if others wait for the memory. Also"
              + " how long a request waits for memory if it does not say.");

  private NetworkOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
