package io.zabdb.bench.peers.cassandra;

import io.zabdb.bench.peers.system.JavaServer;
import io.zabdb.bench.server.Ports;
import io.zabdb.bench.server.Servers;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts servers of Cassandra. What differs from what a release is configured for: the log of
 * commits is synced before an answer ({@code commitlog_sync: batch}), a heap of 1 GiB, and one
 * token a server, so that they need not negotiate when they start.
 */
final class CassandraServers {

  static final String HOST = "127.0.0.1";

  private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

  /** Murmur3's tokens are 64 bits with a sign. */
  private static final int TOKEN_BITS = 64;

  /** What Cassandra 5.0 opens of a JDK 17 by its {@code jvm17-server.options}. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.module",
          "java.base/java.lang.reflect",
          "java.base/java.math",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "jdk.management/com.sun.management.internal");

  private static final List<String> EXPORTED =
      List.of(
          "java.base/java.lang.ref",
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.management/com.sun.jmx.remote.security",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.rmi/sun.rmi.transport.tcp",
          "java.sql/java.sql",
          "jdk.unsupported/sun.misc");

  private final CassandraHome home;
  private final Path java;
  private final Servers servers;
  private final List<Address> addresses = new ArrayList<>();

  /** The ports of a server: for the others, for clients, for its own tools. */
  record Address(int peer, int client, int tools) {}

  /**
   * @param java the home of a runtime that this release works with
   */
  CassandraServers(CassandraHome home, Path java, Servers servers, int count) throws IOException {
    this.home = home;
    this.java = java;
    this.servers = servers;
    for (int i = 0; i < count; i++) {
      addresses.add(new Address(Ports.next(), Ports.next(), Ports.next()));
    }
  }

  List<Address> addresses() {
    return addresses;
  }

  /** Starts one; the first one must serve before others are started. */
  void start(int server) throws IOException {
    Path folder = Files.createDirectory(servers.folder().resolve("cassandra-" + server));
    Path file = folder.resolve("cassandra.yaml");
    Files.writeString(file, configuration(folder, server, addresses));
    List<String> options = new ArrayList<>();
    Stream.concat(
            OPENED.stream().map(each -> "--add-opens=" + each),
            EXPORTED.stream().map(each -> "--add-exports=" + each))
        .forEach(option -> options.add(option + "=ALL-UNNAMED"));
    options.add("-Xmx1g");
    options.add("-javaagent:" + home.agent());
    options.add("-Djdk.attach.allowAttachSelf=true");
    options.add("-Dio.netty.tryReflectionSetAccessible=true");
    options.add("-Dcassandra.config=" + file.toUri());
    options.add("-Dcassandra.storagedir=" + folder);
    options.add("-Dcassandra.jmx.local.port=" + addresses.get(server).tools());
    options.add("-Dcassandra.consistent.rangemovement=false");
    options.add("-Dcassandra.ring_delay_ms=1000");
    options.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
    servers.start(
        "cassandra-" + server,
        JavaServer.command(
            java, folder, home.lib().resolve("*").toString(), options, List.of(MAIN)),
        Map.of());
  }

  /** The token of a server: they divide all tokens evenly. */
  static BigInteger token(int server, int count) {
    return BigInteger.ONE
        .shiftLeft(TOKEN_BITS)
        .multiply(BigInteger.valueOf(server))
        .divide(BigInteger.valueOf(count))
        .subtract(BigInteger.ONE.shiftLeft(TOKEN_BITS - 1));
  }

  /** The file of one server. */
  static String configuration(Path folder, int server, List<Address> addresses) {
    Address own = addresses.get(server);
    return """
        cluster_name: zabdb-bench
        partitioner: org.apache.cassandra.dht.Murmur3Partitioner
        endpoint_snitch: SimpleSnitch
        num_tokens: 1
        initial_token: '%s'
        auto_bootstrap: false
        start_native_transport: true
        listen_address: %s
        rpc_address: %s
        storage_port: %d
        native_transport_port: %d
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: "%s:%d"
        commitlog_sync: batch
        data_file_directories: ["%s"]
        commitlog_directory: "%s"
        saved_caches_directory: "%s"
        hints_directory: "%s"
        cdc_raw_directory: "%s"
        """
        .formatted(
            token(server, addresses.size()),
            HOST,
            HOST,
            own.peer(),
            own.client(),
            HOST,
            addresses.get(0).peer(),
            folder.resolve("data"),
            folder.resolve("commitlog"),
            folder.resolve("saved_caches"),
            folder.resolve("hints"),
            folder.resolve("cdc_raw"));
  }
}
