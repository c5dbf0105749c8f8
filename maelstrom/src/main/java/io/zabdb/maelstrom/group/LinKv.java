package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.maelstrom.replica.Membership;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Request;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Workload {@code lin-kv}: a linearizable map. A key is a row, its value a cell, both as JSON text.
 * Keys are never deleted.
 */
public final class LinKv implements GroupProgram {

  private static final List<Bytes> COLUMN = List.of(Bytes.EMPTY);

  private Store store;

  @Override
  public void start(Node node, Store started) {
    store = started;
    node.on("read", request -> request.replyWith(read(request)));
    node.on("write", request -> request.replyWith(write(request)));
    node.on("cas", request -> request.replyWith(cas(request)));
  }

  private CompletableFuture<ObjectNode> read(Request request) {
    JsonNode key = Body.field(request.body(), "key");
    return valueOf(key)
        .thenApply(
            found -> {
              ObjectNode answer = Body.of("read_ok");
              answer.set("value", Json.value(found.orElseThrow(() -> noKey(key))));
              return answer;
            });
  }

  private CompletableFuture<Optional<Bytes>> valueOf(JsonNode key) {
    return store.read(Json.text(key), COLUMN).thenApply(values -> values.get(0));
  }

  private CompletableFuture<ObjectNode> write(Request request) {
    JsonNode key = Body.field(request.body(), "key");
    return store
        .update(List.of(), put(key, Body.field(request.body(), "value")))
        .thenApply(done -> Body.of("write_ok"));
  }

  private CompletableFuture<ObjectNode> cas(Request request) {
    JsonNode key = Body.field(request.body(), "key");
    JsonNode from = Body.field(request.body(), "from");
    RowMutation put = put(key, Body.field(request.body(), "to"));
    if (request.body().path("create_if_not_exists").asBoolean()) {
      throw new RequestError(ErrorCode.NOT_SUPPORTED, "cas creates no keys here");
    }
    Condition check =
        new Condition.HasValue(new Column(Membership.FAMILY, Bytes.EMPTY), Json.text(from));
    return store
        .update(List.of(check), put)
        .thenCompose(
            done ->
                done ? CompletableFuture.completedFuture(Body.of("cas_ok")) : explain(key, from));
  }

  /** Why nothing was swapped; a key that is not there now was not there then. */
  private CompletionStage<ObjectNode> explain(JsonNode key, JsonNode from) {
    return valueOf(key)
        .handle(
            (found, error) -> {
              if (error == null && found.isEmpty()) {
                throw noKey(key);
              }
              // Also if the read failed: that nothing was swapped is certain.
              throw new RequestError(
                  ErrorCode.PRECONDITION_FAILED, "the value of " + key + " is not " + from);
            });
  }

  private static RowMutation put(JsonNode key, JsonNode value) {
    return new RowMutation(
        Json.text(key),
        List.of(new Change.Put(new Column(Membership.FAMILY, Bytes.EMPTY), Json.text(value))));
  }

  private static RequestError noKey(JsonNode key) {
    return new RequestError(ErrorCode.KEY_DOES_NOT_EXIST, "there is no key " + key);
  }
}
