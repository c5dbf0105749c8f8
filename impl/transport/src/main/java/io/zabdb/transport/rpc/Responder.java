package io.zabdb.transport.rpc;

import io.zabdb.transport.wire.Response;

/** Takes the one response to a request. Thread-safe. */
public interface Responder {

  /**
   * Answers. The id is filled in here. Responses that several threads give at about the same time
   * share a write. Nothing happens if the client is gone or the request has been answered.
   */
  void respond(Response.Builder response);
}
