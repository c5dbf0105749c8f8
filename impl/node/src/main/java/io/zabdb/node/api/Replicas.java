package io.zabdb.node.api;

import io.zabdb.node.config.Address;
import io.zabdb.node.metrics.PauseReport;
import io.zabdb.replica.status.ReplicaStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The replicas of a node and their connections, as its process sees them. Thread-safe. The process
 * calls {@link #start}, then, to stop, {@link #handLeadershipOver}, {@link #stopTaking}, {@link
 * #close} in this order; after a failure only close.
 */
public interface Replicas extends AutoCloseable {

  /**
   * Recovers the replicas from disk, listens, and takes part; returns once it does, whether or not
   * there is a leader yet.
   *
   * @throws IOException if logs or stores cannot be opened; the process ends with what {@code
   *     Failures} makes of it
   */
  void start() throws IOException;

  /** Where it listens for clients, once started. */
  Address clientAddress();

  /** How many there should be. */
  int expected();

  /** Of each replica, by group; empty before the start. */
  List<ReplicaStatus> status();

  /** The node was held up: whoever reads the replicas' events is to know. */
  void paused(PauseReport report);

  /**
   * Hands over what this node leads.
   *
   * @return whether it leads nothing now
   */
  boolean handLeadershipOver(Duration limit) throws InterruptedException;

  /** Refuses new requests as UNAVAILABLE and waits for those under way, so long at most. */
  void stopTaking(Duration limit) throws InterruptedException;

  /** Flushes and closes everything; nothing after a failed start. */
  @Override
  void close();
}
