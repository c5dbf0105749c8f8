package io.zabdb.transport.peer;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;

/**
 * The network as the replica of one group sees it: carries out the core's outputs ({@link
 * io.zabdb.core.step.Output.Connect} and so on). For the thread of the replica's event loop only.
 * What happens is told to a {@link PeerListener}, by the same thread, never from within these
 * calls.
 */
public interface PeerPort extends AutoCloseable {

  /** Opens a connection; answered by {@code accepted} or {@code closed}. */
  void connect(Connection connection);

  void accept(Connection connection);

  /** Closes or refuses a connection; the listener hears no more of it. Unknown ones are ignored. */
  void close(Connection connection);

  /**
   * Sends a message, behind all that was sent over the connection before; lost if the connection is
   * broken. The entries of a {@link io.zabdb.core.message.Difference} may be all of a retained
   * history, more than a frame holds: they are sent in parts, as the listener's {@code progressed}
   * tells. The checkpoint of a message must be a {@link CheckpointFiles}: its files are sent ahead
   * of the message, and must stay until the connection is closed or another message has been
   * acknowledged.
   */
  void send(Connection connection, Message message);

  /** Sends a datagram; it may be lost. */
  void notify(int member, Datagram datagram);

  /**
   * Everything sent so far leaves this process; until then it may wait, so that many share a write.
   */
  void flush();

  /** Closes all connections; the listener hears no more. */
  @Override
  void close();
}
