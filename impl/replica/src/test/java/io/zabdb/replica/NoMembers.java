package io.zabdb.replica;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.PeerPort;

/** A network of a replica that is alone in its group. */
final class NoMembers implements PeerPort {
  @Override
  public void connect(Connection connection) {}

  @Override
  public void accept(Connection connection) {}

  @Override
  public void close(Connection connection) {}

  @Override
  public void send(Connection connection, Message message) {}

  @Override
  public void votersChanged(long voters) {}

  @Override
  public void notify(int member, Datagram datagram) {}

  @Override
  public void setReading(boolean reading) {}

  /** There are no links that would have to be asked. */
  @Override
  public void setResting(boolean resting) {}

  @Override
  public long oldestNeeded() {
    return Long.MAX_VALUE;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
