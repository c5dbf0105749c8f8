package io.zabdb.client.zookeeper;

import io.zabdb.client.net.Addresses;
import io.zabdb.client.ring.RingDirectory;
import io.zabdb.client.ring.RingSource;
import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows the configuration manager. Once it has named nodes, these are asked first: they know as
 * much, and are there while the manager is down.
 */
public final class ZooKeeperRings implements RingSource {

  private final ConfigurationManager manager;
  private final Function<List<String>, RingSource> nodeRings;
  private volatile RingSource nodes;

  /**
   * @param manager closed by this
   * @param nodeRings asks nodes at given addresses
   */
  ZooKeeperRings(ConfigurationManager manager, Function<List<String>, RingSource> nodeRings) {
    this.manager = manager;
    this.nodeRings = nodeRings;
  }

  /**
   * A directory for {@code ZabClient.builder()}.
   *
   * @param servers the configuration manager, {@code HOST:PORT,...}, with a path if it has one
   * @throws RuntimeException if they make no sense
   */
  public static RingDirectory at(String servers) {
    ManagerSettings settings = ManagerSettings.of(servers);
    return (cluster, nodes) ->
        new ZooKeeperRings(
            new ConfigurationManager(cluster == null ? settings : settings.withCluster(cluster)),
            nodes);
  }

  @Override
  public CompletableFuture<ClusterState> fetch() {
    RingSource known = nodes;
    return known == null
        ? askManager()
        : known.fetch().exceptionallyCompose(failure -> askManager());
  }

  private CompletableFuture<ClusterState> askManager() {
    return manager
        .getRingInfo()
        .thenApply(this::learn)
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(named(failure)));
  }

  private ClusterState learn(ClusterState state) {
    List<String> addresses =
        state.nodes().stream().map(node -> Addresses.format(node.host(), node.port())).toList();
    if (!addresses.isEmpty()) {
      nodes = nodeRings.apply(addresses);
    }
    // Whatever a group says itself outweighs it: the manager may be behind, or restored, or wrong.
    return state.with(state.ring().withoutNumbers());
  }

  private static ZabException named(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    ErrorCode code =
        cause instanceof CoordinationException named ? named.code() : ErrorCode.UNREACHABLE;
    return new ZabException(code, cause.getMessage(), false, cause);
  }

  @Override
  public void watch(Consumer<ClusterState> listener) {
    manager.watch(state -> listener.accept(learn(state)));
  }

  @Override
  public void close() {
    manager.close();
  }
}
