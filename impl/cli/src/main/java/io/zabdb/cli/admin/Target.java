package io.zabdb.cli.admin;

import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.local.LocalCluster;
import io.zabdb.client.ZabClient;
import io.zabdb.client.ZabClientBuilder;
import io.zabdb.client.zookeeper.ZooKeeperRings;
import io.zabdb.net.tls.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say which cluster a command is about. */
public final class Target {

  /** As etcdctl waits: on a machine that is busy even this process takes long to begin. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private static final int MAX_SECONDS = 3_600;

  /** The exit code of commands that reach no node: docs/cli.md. */
  private static final int NOBODY = 3;

  /** Certificates: all or none. */
  private static final class Certificates {
    @Option(names = "--tls-certificate", required = true, description = "Your certificate, PEM.")
    private Path certificate;

    @Option(names = "--tls-key", required = true, description = "Its private key, PEM (PKCS #8).")
    private Path key;

    @Option(names = "--tls-trusted", required = true, description = "Authorities trusted, PEM.")
    private Path trusted;
  }

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The directory of the cluster of this machine (default: data).")
  private Path directory = LocalCluster.defaultDirectory();

  @Option(
      names = {"--connect", "--address"},
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Some nodes of another cluster, instead of --dir.")
  private List<String> addresses = List.of();

  @Option(
      names = "--zookeeper",
      paramLabel = "HOST:PORT",
      description = "The configuration manager of another cluster, instead of --dir.")
  private String zookeeper;

  @ArgGroup(exclusive = false)
  private Certificates certificates;

  /**
   * What {@code --timeout} says.
   *
   * @throws CliException if that is not 1 s to an hour
   */
  public static Duration limit(int seconds) throws CliException {
    if (seconds < 1 || seconds > MAX_SECONDS) {
      throw CliException.usage(
          "--timeout is " + seconds + " seconds, allowed are 1 to " + MAX_SECONDS);
    }
    return Duration.ofSeconds(seconds);
  }

  /** The directory of the cluster of this machine, if the command is about that. */
  Optional<Path> directory() {
    return addresses.isEmpty() && zookeeper == null ? Optional.of(directory) : Optional.empty();
  }

  /** What the directory's cluster consists of; empty if another cluster was named. */
  public Optional<ClusterFile> file() throws IOException, CliException {
    if (!addresses.isEmpty() || zookeeper != null) {
      return Optional.empty();
    }
    Optional<ClusterFile> found = ClusterFile.read(directory);
    if (found.isEmpty()) {
      throw CliException.usage(
          "there is no cluster in "
              + directory
              + ": './zabdb up' makes one; --dir, --connect or --zookeeper names another");
    }
    return found;
  }

  /**
   * Looks whether anybody listens at the addresses of nodes.
   *
   * @throws CliException if each of them refuses connections: then no process is there, and waiting
   *     is of no use
   */
  public void requireSomebody() throws IOException, CliException {
    if (zookeeper != null) {
      return;
    }
    Optional<ClusterFile> file = file();
    List<String> all = file.map(ClusterFile::addresses).orElse(addresses);
    for (String address : all) {
      if (!Reach.isRefused(address)) {
        return;
      }
    }
    throw new CliException(
        NOBODY,
        "UNREACHABLE: no process listens at "
            + String.join(", ", all)
            + (file.isPresent() ? "; './zabdb up' starts the cluster" : ""));
  }

  /**
   * Connects, sooner or later.
   *
   * @param timeout of requests that take no long work
   */
  public ZabClient connect(Duration timeout) throws IOException, CliException {
    Optional<ClusterFile> file = file();
    try {
      ZabClientBuilder client =
          ZabClient.builder()
              .nodes(file.map(ClusterFile::addresses).orElse(addresses))
              .threads(1)
              .timeout(timeout);
      if (zookeeper != null) {
        client.directory(ZooKeeperRings.at(zookeeper));
      }
      file.ifPresent(known -> client.cluster(known.cluster()));
      if (certificates != null) {
        client.tls(
            new TlsSettings(certificates.certificate, certificates.key, certificates.trusted));
      }
      return client.build();
    } catch (IllegalArgumentException e) {
      throw CliException.usage(e.getMessage());
    } catch (UncheckedIOException e) {
      throw CliException.usage("the certificates cannot be used: " + e.getMessage());
    }
  }

  /** The same, to ask nodes what they know: each is waited for {@link #ANSWER}. */
  public ZabClient connect() throws IOException, CliException {
    return connect(ANSWER);
  }
}
