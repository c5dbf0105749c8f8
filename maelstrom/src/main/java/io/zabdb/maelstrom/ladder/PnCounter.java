package io.zabdb.maelstrom.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Program;
import io.zabdb.maelstrom.runtime.Request;
import java.util.Map;
import java.util.TreeMap;

/**
 * Workload {@code pn-counter}: a counter that goes up and down. Each node counts its own ups and
 * downs apart; both only grow, so the larger of two numbers is the newer one, and merging takes it.
 */
public final class PnCounter implements Program {

  private final Map<String, Long> ups = new TreeMap<>();
  private final Map<String, Long> downs = new TreeMap<>();
  private Node node;

  @Override
  public void start(Node started) {
    node = started;
    node.on("add", this::add);
    node.on("read", this::read);
    Merging.start(node, this::state, this::merge);
  }

  private void add(Request request) {
    JsonNode delta = Body.field(request.body(), "delta");
    if (!delta.isIntegralNumber()) {
      throw Body.malformed("add needs a whole number in the field delta, not " + delta);
    }
    (delta.asLong() > 0 ? ups : downs).merge(node.id(), Math.abs(delta.asLong()), Long::sum);
    request.reply(Body.of("add_ok"));
  }

  private void read(Request request) {
    request.reply(Body.of("read_ok").put("value", sum(ups) - sum(downs)));
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private JsonNode state() {
    ObjectNode state = Body.JSON.createObjectNode();
    state.set("ups", Body.JSON.valueToTree(ups));
    state.set("downs", Body.JSON.valueToTree(downs));
    return state;
  }

  private void merge(JsonNode other) {
    merge(ups, other.path("ups"));
    merge(downs, other.path("downs"));
  }

  private static void merge(Map<String, Long> counts, JsonNode other) {
    other
        .properties()
        .forEach(count -> counts.merge(count.getKey(), count.getValue().asLong(), Math::max));
  }
}
