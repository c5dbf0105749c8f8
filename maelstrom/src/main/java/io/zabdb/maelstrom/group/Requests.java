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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The product's requests and responses as messages of Maelstrom: what a node forwards to the one
 * that leads, and what groups say to each other when partitions move. Of the event loop.
 *
 * <p>The network loses messages. What is forwarded is sent once: the client asks again. What groups
 * say may be doubled, so it is sent again until it is answered or its time is over, as a connection
 * of the product would do it. How much of it is under way is limited by who asks ({@code
 * GroupCourier}, {@code BaseFetcher}); a part of a file has at most 256 KiB.
 */
final class Requests {

  private static final String UPDATE = "group_update";
  private static final String READ = "group_read";
  private static final String LETTER = "move_letter";
  private static final String OFFER = "move_offer";
  private static final String FILE = "move_file";
  private static final String ANSWER = "group_answer";
  private static final String REQUEST = "request";
  private static final String RESPONSE = "response";

  private final Node node;
  private final long patienceMillis;

  /**
   * @param patienceMillis how long a node may take to answer what is forwarded; after so long what
   *     groups say is sent again
   */
  Requests(Node node, long patienceMillis) {
    this.node = node;
    this.patienceMillis = patienceMillis;
  }

  /** Has requests of other nodes answered. */
  void serve(RequestHandler handler) {
    for (String type : List.of(UPDATE, READ, LETTER, OFFER, FILE)) {
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

  /** To this node itself, of this number. */
  RpcConnection toSelf(int self, RequestHandler handler) {
    return new NodeConnection(
        self,
        (request, back) ->
            node.loop()
                .execute(
                    () ->
                        handler.handle(
                            request,
                            new Answering(
                                node.loop(), response -> back.accept(Optional.of(response))))));
  }

  /** To another node, of this number and name. */
  RpcConnection to(int number, String name) {
    return new NodeConnection(
        number,
        (request, back) -> {
          if (isOfClients(request)) {
            node.call(
                name, bodyOf(request), patienceMillis, answer -> back.accept(responseIn(answer)));
          } else {
            new Repeated(name, request, back).send();
          }
        });
  }

  private static boolean isOfClients(Request request) {
    String type = typeOf(request);
    return type.equals(UPDATE) || type.equals(READ);
  }

  private static String typeOf(Request request) {
    return switch (request.getBodyCase()) {
      case UPDATE -> UPDATE;
      case TELL_GROUP -> LETTER;
      case OFFER_FILES, OFFER_STORE, FIND_BASE -> OFFER;
      case READ_FILE -> FILE;
      default -> READ;
    };
  }

  private static ObjectNode bodyOf(Request request) {
    return Body.of(typeOf(request)).put(REQUEST, request.toByteArray());
  }

  /** A request that is sent until it is answered, or its time is over. */
  private final class Repeated {

    private final String name;
    private final Request request;
    private final Consumer<Optional<Response>> back;
    private final long end;
    private boolean isOver;

    Repeated(String name, Request request, Consumer<Optional<Response>> back) {
      this.name = name;
      this.request = request;
      this.back = back;
      end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.getTimeoutMillis());
    }

    /** Any of the answers counts, also that of a message before the last one. */
    void send() {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (isOver) {
        return;
      }
      node.call(name, bodyOf(request), Math.max(1, left), this::answered);
      if (left > patienceMillis) {
        node.loop().after(patienceMillis, this::send);
      }
    }

    private void answered(JsonNode answer) {
      if (!isOver) {
        isOver = true;
        back.accept(responseIn(answer));
      }
    }
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
