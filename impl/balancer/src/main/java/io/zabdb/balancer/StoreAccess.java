package io.zabdb.balancer;

import io.zabdb.client.ZabClient;
import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How a store is asked for its load, and has its balance changed: by one thread, which waits for
 * each answer. A simulation has its own, so that the planner waits in virtual time.
 */
public interface StoreAccess {

  /** By a client, in real time; the client stays open. */
  static StoreAccess of(ZabClient client) {
    return new ClientAccess(client);
  }

  /** Takes the requests. */
  ClusterAdmin admin();

  /**
   * Waits for an answer: for as long as the client's requests may take.
   *
   * @throws ZabException if it is an error
   */
  <T> T await(CompletableFuture<T> answer);

  /** A time in nanoseconds that never goes back. */
  long nanos();

  /** Waits for so long. */
  void pause(Duration time) throws InterruptedException;
}
