package io.zabdb.node.server;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.concurrent.TimeoutException;

/**
 * Passes requests on to other nodes, for clients that know one address only (server-coordinated
 * access; ACaZoo, section III), or do not reach the leader (section IV-B). Answers nothing itself:
 * reads, too, are the leader's to confirm. Thread-safe.
 */
public final class Forwarder {

  /** How long the answer of another node is waited for if the client does not say how long. */
  private static final long PATIENCE_MILLIS = 10_000;

  private final NodeLinks links;
  private final Runnable counter;

  /**
   * @param links reach other nodes
   * @param counter run for each request that is passed on
   */
  public Forwarder(NodeLinks links, Runnable counter) {
    this.links = links;
    this.counter = counter;
  }

  /** Passes a request on; the other node may do so once more if {@code further}. */
  void forward(int node, Request request, boolean further, Responder responder) {
    counter.run();
    links
        .to(node)
        .whenComplete(
            (connection, failure) -> {
              if (failure != null) {
                responder.respond(unavailable(node, failure.getMessage(), false));
              } else {
                send(node, connection, request.toBuilder().setForward(further), responder);
              }
            });
  }

  private void send(
      int node, RpcConnection connection, Request.Builder request, Responder responder) {
    long patience = request.getTimeoutMillis() == 0 ? PATIENCE_MILLIS : request.getTimeoutMillis();
    links
        .deadlines()
        .within(patience, connection.send(request))
        .whenComplete(
            (response, failure) ->
                responder.respond(
                    failure == null
                        ? response.toBuilder()
                        : unanswered(node, failure, patience, request.hasUpdate())));
  }

  private static Response.Builder unanswered(
      int node, Throwable failure, long patience, boolean isUpdate) {
    return failure instanceof TimeoutException
        ? WireErrors.response(
            ErrorCode.TIMEOUT,
            "node " + node + ", which seems to lead, did not answer in " + patience + " ms",
            isUpdate)
        : unavailable(node, failure.getMessage(), isUpdate);
  }

  private static Response.Builder unavailable(int node, String reason, boolean mayHaveHappened) {
    return WireErrors.response(
        ErrorCode.UNAVAILABLE,
        "node " + node + ", which seems to lead, is not there: " + reason,
        mayHaveHappened);
  }
}
