package io.zabdb.maelstrom.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A message that came from a client or from another node. It may be answered once, or never. */
public final class Request {

  private final Node node;
  private final String source;
  private final JsonNode body;

  Request(Node node, String source, JsonNode body) {
    this.node = node;
    this.source = source;
    this.body = body;
  }

  /** Who sent it. */
  public String source() {
    return source;
  }

  public JsonNode body() {
    return body;
  }

  /** Answers. If the sender asked for no answer, nothing is sent. */
  public void reply(ObjectNode answer) {
    JsonNode id = body.get("msg_id");
    if (id != null) {
      answer.set("in_reply_to", id);
      node.send(source, answer);
    }
  }

  /** Answers with an error. */
  public void fail(Throwable cause) {
    Throwable error =
        cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    if (error instanceof RequestError known) {
      reply(Body.of(known));
    } else {
      node.log("cannot answer " + body, error);
      // What has happened before it went wrong is not known here.
      reply(Body.of(new RequestError(ErrorCode.CRASH, error.toString())));
    }
  }

  /** Answers with what comes of this, or with the error that does. */
  public void replyWith(CompletableFuture<ObjectNode> answer) {
    answer.whenComplete(
        (done, error) -> {
          if (error == null) {
            reply(done);
          } else {
            fail(error);
          }
        });
  }
}
