package io.zabdb.transport.peer;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Hears what the network brings to the replica of one group, in order, by the thread of the
 * replica's event loop.
 */
public interface PeerListener {

  /**
   * The replica's log, so that no memory is taken by entries that wait to be sent; null: it has
   * none, and who does not keep up is cut off.
   */
  EntryLog log();

  /**
   * The files of a checkpoint that is about to be sent; they stay until that is over. By a thread
   * that may wait for disks.
   */
  List<Path> filesOf(CheckpointFiles checkpoint) throws IOException;

  /** Another replica opened a connection to this one; to be answered by accept or close. */
  void requested(Connection connection);

  void accepted(Connection connection);

  /** Refused, broken, or closed by the other side; nothing more comes over it. */
  void closed(Connection connection);

  /**
   * A checkpoint in it is a {@link CheckpointFiles} in a directory that now belongs to the
   * listener.
   */
  void received(Connection connection, Message message);

  /**
   * A part of a checkpoint has come or gone over the connection: the other side is alive, but busy.
   */
  void progressed(Connection connection);

  void notified(int member, Datagram datagram);
}
