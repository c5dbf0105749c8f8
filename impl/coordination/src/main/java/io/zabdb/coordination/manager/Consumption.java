package io.zabdb.coordination.manager;

import io.zabdb.model.cluster.ClusterState;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** One who wants the news: if slow, only the newest of them. Thread-safe. */
final class Consumption {

  private final ZooKeeperConnection connection;
  private final Consumer<ClusterState> consumer;
  private final AtomicReference<ClusterState> next = new AtomicReference<>();
  private volatile boolean ended;

  Consumption(ZooKeeperConnection connection, Consumer<ClusterState> consumer) {
    this.connection = connection;
    this.consumer = consumer;
  }

  void offer(ClusterState state) {
    if (next.getAndSet(state) == null) {
      connection.callBack(this::deliver);
    }
  }

  private void deliver() {
    ClusterState state = next.getAndSet(null);
    if (!ended) {
      consumer.accept(state);
    }
  }

  void end() {
    ended = true;
  }
}
