package io.zabdb.replica;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.PeerListener;

/** Gives the core what the network brings. By the loop. */
final class PeerInputs implements PeerListener {

  private final Turns turns;
  private final EntryLog log;

  PeerInputs(Turns turns, EntryLog log) {
    this.turns = turns;
    this.log = log;
  }

  @Override
  public EntryLog log() {
    return log;
  }

  @Override
  public void requested(Connection connection) {
    turns.step(new Input.ConnectionRequested(connection));
  }

  @Override
  public void accepted(Connection connection) {
    turns.step(new Input.ConnectionAccepted(connection));
  }

  @Override
  public void closed(Connection connection) {
    turns.step(new Input.ConnectionClosed(connection));
  }

  @Override
  public void received(Connection connection, Message message) {
    turns.step(new Input.Received(connection, message));
  }

  @Override
  public void progressed(Connection connection) {
    turns.step(new Input.Progressed(connection));
  }

  @Override
  public void nodesHeard(long members) {
    turns.step(new Input.NodesHeard(members));
  }

  @Override
  public void notified(int member, Datagram datagram) {
    turns.step(new Input.Notified(member, datagram));
  }
}
