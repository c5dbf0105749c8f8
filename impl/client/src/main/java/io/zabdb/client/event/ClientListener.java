package io.zabdb.client.event;

import io.zabdb.model.error.ErrorCode;
import java.time.Duration;

/**
 * Hears what a client does, for metrics and logs. Called by several threads at once, by event loops
 * among them: must return at once. What it throws is dropped.
 */
public interface ClientListener {

  /** Hears nothing. */
  ClientListener NONE = new ClientListener() {};

  /**
   * An operation is sent to a node, for the first time or again.
   *
   * @param operation such as {@code put}
   * @param address HOST:PORT
   */
  default void attempted(String operation, String address) {}

  /**
   * A node named another as the leader.
   *
   * @param from its HOST:PORT
   * @param to the leader's
   */
  default void redirected(String operation, String from, String to) {}

  /**
   * A node passed an operation on to the leader, which this client does not reach itself.
   *
   * @param by its HOST:PORT
   * @param leader the leader's, as far as it is known
   */
  default void forwarded(String operation, String by, String leader) {}

  /** An attempt did not succeed; the operation goes on. */
  default void retried(String operation, String address, ErrorCode reason) {}

  /**
   * A node has not answered for a while: others are asked.
   *
   * @param address of the node
   */
  default void hedged(String operation, String address) {}

  /** An operation succeeded. */
  default void succeeded(String operation, Duration took) {}

  /** An operation failed. */
  default void failed(String operation, Duration took, ErrorCode reason) {}
}
