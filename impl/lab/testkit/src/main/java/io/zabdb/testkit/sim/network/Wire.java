package io.zabdb.testkit.sim.network;

import io.zabdb.core.step.Connection;

/** A connection: two streams, which end separately. */
final class Wire {

  final Connection connection;
  final Stream toAcceptor;
  final Stream toInitiator;

  Wire(Connection connection) {
    this.connection = connection;
    toAcceptor = new Stream(connection.initiator(), connection.acceptor());
    toInitiator = new Stream(connection.acceptor(), connection.initiator());
  }

  boolean joins(int node) {
    return connection.initiator() == node || connection.acceptor() == node;
  }

  boolean joins(int a, int b) {
    return joins(a) && joins(b);
  }

  Stream from(int node) {
    return connection.initiator() == node ? toAcceptor : toInitiator;
  }

  Stream to(int node) {
    return connection.initiator() == node ? toInitiator : toAcceptor;
  }

  boolean isOver() {
    return toAcceptor.closedToReader && toInitiator.closedToReader;
  }
}
