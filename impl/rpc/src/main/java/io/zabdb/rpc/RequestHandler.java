package io.zabdb.rpc;

import io.zabdb.rpc.wire.Request;

/** Answers the requests of clients. */
public interface RequestHandler {

  /**
   * Takes a request, hello excepted, which the transport answers; called by the event loop of the
   * client's connection, so it must return at once. Requests of a connection come in the order in
   * which they were sent.
   */
  void handle(Request request, Responder responder);
}
