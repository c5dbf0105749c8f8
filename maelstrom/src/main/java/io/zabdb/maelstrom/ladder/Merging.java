package io.zabdb.maelstrom.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps states alike that can be merged in any order and more than once (state-based CRDTs): each
 * node sends its own to all others, again and again. What is lost is made good by the next.
 */
final class Merging {

  private static final long EVERY_MILLIS = 200;

  private Merging() {}

  /**
   * Begins.
   *
   * @param state the present one
   * @param merge takes another node's in
   */
  static void start(Node node, Supplier<JsonNode> state, Consumer<JsonNode> merge) {
    node.on("merge", request -> merge.accept(Body.field(request.body(), "state")));
    node.loop()
        .every(
            EVERY_MILLIS,
            () -> {
              for (String other : node.others()) {
                ObjectNode body = Body.of("merge");
                body.set("state", state.get());
                node.send(other, body);
              }
            });
  }
}
