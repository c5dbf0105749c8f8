package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.List;
import java.util.Optional;

/**
 * The product's requests and responses as messages of Maelstrom: what a node forwards to the one
 * that leads. Of the event loop.
 */
final class Requests {

  private static final String UPDATE = "group_update";
  private static final String READ = "group_read";
  private static final String ANSWER = "group_answer";
  private static final String REQUEST = "request";
  private static final String RESPONSE = "response";

  private final Node node;
  private final long patienceMillis;

  /**
   * @param patienceMillis how long a node may take to answer
   */
  Requests(Node node, long patienceMillis) {
    this.node = node;
    this.patienceMillis = patienceMillis;
  }

  /** Has requests of other nodes answered. */
  void serve(RequestHandler handler) {
    for (String type : List.of(UPDATE, READ)) {
      node.on(
          type,
          request ->
              handler.handle(
                  requestIn(request.body()),
                  new Answering(
                      node.loop(),
                      response ->
                          request.reply(Body.of(ANSWER).put(RESPONSE, response.toByteArray())))));
    }
  }

  /** To this node itself. */
  RpcConnection toSelf(RequestHandler handler) {
    return new NodeConnection(
        (request, back) ->
            node.loop()
                .execute(
                    () ->
                        handler.handle(
                            request,
                            new Answering(
                                node.loop(), response -> back.accept(Optional.of(response))))));
  }

  /** To another node. */
  RpcConnection to(String name) {
    return new NodeConnection(
        (request, back) ->
            node.call(
                name, bodyOf(request), patienceMillis, answer -> back.accept(responseIn(answer))));
  }

  private static ObjectNode bodyOf(Request request) {
    return Body.of(request.hasUpdate() ? UPDATE : READ).put(REQUEST, request.toByteArray());
  }

  private static Request requestIn(JsonNode body) {
    try {
      return Request.parseFrom(Body.bytes(Body.field(body, REQUEST)));
    } catch (InvalidProtocolBufferException e) {
      throw Body.malformed("no request: " + e.getMessage());
    }
  }

  /** An error in place of a response says nothing of what has happened. */
  private static Optional<Response> responseIn(JsonNode answer) {
    if (answer == null || !answer.has(RESPONSE)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Response.parseFrom(Body.bytes(answer.get(RESPONSE))));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }
}
