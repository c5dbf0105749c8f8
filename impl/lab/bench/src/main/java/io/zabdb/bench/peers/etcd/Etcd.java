package io.zabdb.bench.peers.etcd;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.peers.system.Answers;
import io.zabdb.bench.peers.system.PeerCluster;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.bench.peers.system.Programs;
import io.zabdb.bench.peers.system.Promise;
import io.zabdb.bench.peers.system.StartedServers;
import io.zabdb.bench.server.Ports;
import io.zabdb.bench.server.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** etcd, with its default options; it syncs each write by default. */
public final class Etcd implements PeerSystem {

  private static final String HOST = "127.0.0.1";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);

  /** {@code etcd Version: 3.4.23} is the first line that it prints. */
  private static final String VERSION = "etcd Version: ";

  private final Optional<Path> binary;

  /**
   * @param path folders in which the binary is looked for, as the variable {@code PATH} has them
   */
  public Etcd(String path) {
    binary = Programs.find("etcd", path);
  }

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public String title() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(binary.orElseThrow().toString(), "--version")
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return title(text);
  }

  /** The name with the version in what {@code etcd --version} prints. */
  static String title(String printed) {
    return printed
        .lines()
        .filter(line -> line.startsWith(VERSION))
        .findFirst()
        .map(line -> "etcd " + line.substring(VERSION.length()).trim())
        .orElse("etcd");
  }

  @Override
  public Promise promise() {
    return new Promise(
        "Put",
        "Range of one key, not serializable",
        true,
        "A write is answered once a quorum has synced it and the server has applied it; a read asks"
            + " the leader, which asks a quorum whether it still leads.");
  }

  @Override
  public Optional<String> missing() {
    return binary.isPresent()
        ? Optional.empty()
        : Optional.of(
            "there is no etcd on PATH: install the package etcd-server (Debian, Ubuntu), or unpack"
                + " a release of etcd");
  }

  @Override
  public int connections() {
    return 3;
  }

  @Override
  public PeerCluster start(Path parent, int connections)
      throws BenchException, IOException, InterruptedException {
    List<EtcdStore> stores = new ArrayList<>();
    Servers servers = Servers.in(parent, "etcd");
    StartedServers started;
    try {
      List<String> clients = urls();
      start(servers, clients, urls());
      for (int i = 0; i < connections; i++) {
        String url = clients.get(i % SERVERS);
        stores.add(new EtcdStore(HOST, Integer.parseInt(url.substring(url.lastIndexOf(':') + 1))));
      }
      servers.await("etcd serves", START_LIMIT, () -> Answers.all(stores));
      started = new StartedServers(servers, stores, stores.get(0), () -> close(stores));
    } catch (BenchException | IOException | InterruptedException | RuntimeException e) {
      close(stores);
      servers.close();
      throw e;
    }
    return started;
  }

  private static void close(List<EtcdStore> stores) {
    stores.forEach(EtcdStore::close);
  }

  private static List<String> urls() throws IOException {
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      urls.add("http://" + HOST + ":" + Ports.next());
    }
    return urls;
  }

  private void start(Servers servers, List<String> clients, List<String> peers) throws IOException {
    for (int i = 0; i < SERVERS; i++) {
      List<String> command = new ArrayList<>();
      command.add(binary.orElseThrow().toString());
      command.addAll(options(servers.folder(), i, clients.get(i), peers));
      servers.start("etcd-" + i, command, Map.of());
    }
  }

  /** The options of one server. */
  static List<String> options(Path folder, int server, String client, List<String> peers) {
    String cluster =
        IntStream.range(0, peers.size())
            .mapToObj(i -> "etcd-" + i + "=" + peers.get(i))
            .collect(Collectors.joining(","));
    return List.of(
        "--name=etcd-" + server,
        "--data-dir=" + folder.resolve("etcd-" + server),
        "--listen-peer-urls=" + peers.get(server),
        "--initial-advertise-peer-urls=" + peers.get(server),
        "--listen-client-urls=" + client,
        "--advertise-client-urls=" + client,
        "--initial-cluster=" + cluster,
        "--initial-cluster-state=new",
        "--logger=zap",
        "--log-level=error");
  }
}
