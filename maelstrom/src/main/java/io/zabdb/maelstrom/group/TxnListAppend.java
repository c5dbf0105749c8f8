package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Workload {@code txn-list-append}: transactions that read lists and append to them, strictly
 * serializable. All lists are columns of one row, since the store changes a row at once: read what
 * the transaction touches, compute, and write if nothing of it has changed meanwhile; else again.
 */
public final class TxnListAppend implements GroupProgram {

  private static final Bytes ROW = Bytes.of("lists");

  private static final int ATTEMPTS = 5;

  /** What is longer stands where this would. */
  private static final int LONGEST = 100;

  private Store store;

  @Override
  public void start(Node node, Store started) {
    store = started;
    node.on("txn", request -> request.replyWith(attempt(operations(request), ATTEMPTS)));
  }

  /**
   * Of a list. The shorter come first, so that numbers stand in their order: a transaction reads
   * all that is between its first and its last column, and uses numbers that are near each other.
   */
  private static Bytes columnOf(JsonNode key) {
    String text = key.toString();
    return Bytes.of((char) Math.min(text.length(), LONGEST) + text);
  }

  private static JsonNode operations(Request request) {
    JsonNode operations = Body.list(request.body(), "txn");
    for (JsonNode operation : operations) {
      String kind = operation.path(0).asText();
      if (operation.size() != 3 || !(kind.equals("r") || kind.equals("append"))) {
        throw Body.malformed(
            "neither [\"r\", key, null] nor [\"append\", key, value]: " + operation);
      }
    }
    return operations;
  }

  private CompletableFuture<ObjectNode> attempt(JsonNode operations, int left) {
    Set<Bytes> touched = new LinkedHashSet<>();
    operations.forEach(operation -> touched.add(columnOf(operation.get(1))));
    List<Bytes> columns = List.copyOf(touched);
    return store.read(ROW, columns).thenCompose(found -> apply(operations, columns, found, left));
  }

  private CompletableFuture<ObjectNode> apply(
      JsonNode operations, List<Bytes> columns, List<Optional<Bytes>> found, int left) {
    Map<Bytes, JsonNode> lists = new TreeMap<>();
    List<Condition> unchanged = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Optional<Bytes> value = found.get(i);
      Bytes column = columns.get(i);
      lists.put(column, value.map(Json::value).orElse(Body.JSON.nullNode()));
      unchanged.add(
          value.isPresent()
              ? new Condition.HasValue(new Column(Membership.FAMILY, column), value.get())
              : new Condition.Absent(new Column(Membership.FAMILY, column)));
    }
    ObjectNode answer = Body.of("txn_ok");
    Set<Bytes> changed = run(operations, lists, answer.putArray("txn"));
    if (changed.isEmpty()) {
      return CompletableFuture.completedFuture(answer);
    }
    List<Change> changes = new ArrayList<>();
    for (Bytes column : changed) {
      changes.add(
          new Change.Put(new Column(Membership.FAMILY, column), Json.text(lists.get(column))));
    }
    return store
        .update(unchanged, new RowMutation(ROW, changes))
        .thenCompose(done -> finish(operations, answer, done, left));
  }

  /** Runs a transaction on the lists that it touches; says to which it appended. */
  private static Set<Bytes> run(
      JsonNode operations, Map<Bytes, JsonNode> lists, ArrayNode completed) {
    Set<Bytes> changed = new LinkedHashSet<>();
    for (JsonNode operation : operations) {
      Bytes column = columnOf(operation.get(1));
      JsonNode list = lists.get(column);
      if (operation.get(0).asText().equals("r")) {
        completed.addArray().add("r").add(operation.get(1)).add(list.deepCopy());
      } else {
        ArrayNode longer = Body.JSON.createArrayNode();
        list.forEach(longer::add);
        lists.put(column, longer.add(operation.get(2)));
        changed.add(column);
        completed.add(operation);
      }
    }
    return changed;
  }

  private CompletableFuture<ObjectNode> finish(
      JsonNode operations, ObjectNode answer, boolean done, int left) {
    if (done) {
      return CompletableFuture.completedFuture(answer);
    }
    if (left > 1) {
      return attempt(operations, left - 1);
    }
    throw new RequestError(
        ErrorCode.TXN_CONFLICT, "others changed what it read, " + ATTEMPTS + " times");
  }
}
