package io.zabdb.client.ring;

import io.zabdb.model.cluster.ClusterState;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Tells the state of the cluster. Thread-safe. */
public interface RingSource extends AutoCloseable {

  /**
   * Asks for the newest state.
   *
   * @return fails with {@link io.zabdb.model.error.ZabException} if none can be found
   */
  CompletableFuture<ClusterState> fetch();

  /** Hears of new states from now on, as far as this source notices them by itself. */
  void watch(Consumer<ClusterState> listener);

  @Override
  void close();
}
