package io.zabdb.environment.peer;

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

  /**
   * Opens a connection; answered by {@code accepted} or {@code closed}. Whoever opens many to the
   * same member in a row may have to wait for the next.
   */
  void connect(Connection connection);

  void accept(Connection connection);

  /**
   * Closes or refuses a connection; the listener is not called for it any more. Unknown ones are
   * ignored.
   */
  void close(Connection connection);

  /**
   * Sends a message, behind all that was sent over the connection before; lost if the connection is
   * broken. The entries of a {@link io.zabdb.core.message.Difference}, and of proposals that the
   * other side is slow to take, are read from the {@link PeerListener#log} when they can be sent;
   * the other side gets a difference in {@link Message.Part}s. If the log is purged meanwhile, the
   * connection is closed. The checkpoint of a message must be one of the kind that the replica was
   * given or has taken; it is sent ahead of the message, and must stay until the connection is
   * closed or another message has been acknowledged.
   */
  void send(Connection connection, Message message);

  /**
   * These members vote, as bits; at first the founders do. Datagrams reach those, and others that
   * connect by themselves.
   */
  void votersChanged(long voters);

  /** Sends a datagram; it may be lost. */
  void notify(int member, Datagram datagram);

  /**
   * Whether messages are read from connections: while they are not, they wait at the other sides.
   * Some that have come already may still be told.
   */
  void setReading(boolean reading);

  /**
   * Whether the replica rests: then it expects to hear nothing, and it is enough to find out in
   * some seconds that datagrams do not get through to another member.
   */
  void setResting(boolean resting);

  /**
   * The index of the oldest entry of the log that is still to be sent to another member; {@link
   * Long#MAX_VALUE}: none is.
   */
  long oldestNeeded();

  /**
   * Everything sent so far leaves this process; until then it may wait, so that many share a write.
   */
  void flush();

  /** Closes all connections; the listener is not called any more. */
  @Override
  void close();
}
