package io.zabdb.environment.peer;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Hears what the network brings to the replica of one group, in order, by the thread of the
 * replica's event loop.
 */
public interface PeerListener {

  /**
   * The replica's log, so that no memory is taken by entries that wait to be sent; null: it has
   * none, and who does not keep up is cut off.
   */
  @Nullable EntryLog log();

  /** Another replica opened a connection to this one; to be answered by accept or close. */
  void requested(Connection connection);

  void accepted(Connection connection);

  /** Refused, broken, or closed by the other side; nothing more comes over it. */
  void closed(Connection connection);

  /** A checkpoint in it belongs to the listener now. */
  void received(Connection connection, Message message);

  /**
   * A part of a checkpoint has come or gone over the connection: the other side is alive, but busy.
   */
  void progressed(Connection connection);

  void notified(int member, Datagram datagram);

  /** The nodes of these members, as bits, are heard; see {@link HeardNodes}. */
  void nodesHeard(long members);
}
