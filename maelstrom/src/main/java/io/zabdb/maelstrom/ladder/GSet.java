package io.zabdb.maelstrom.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Program;
import io.zabdb.maelstrom.runtime.Request;
import java.util.LinkedHashSet;
import java.util.Set;

/** Workload {@code g-set}: a set that only grows. Two of them merge by union. */
public final class GSet implements Program {

  private final Set<JsonNode> elements = new LinkedHashSet<>();

  @Override
  public void start(Node node) {
    node.on("add", this::add);
    node.on("read", this::read);
    Merging.start(node, this::state, other -> other.forEach(elements::add));
  }

  private void add(Request request) {
    elements.add(Body.field(request.body(), "element"));
    request.reply(Body.of("add_ok"));
  }

  private void read(Request request) {
    ObjectNode answer = Body.of("read_ok");
    answer.set("value", state());
    request.reply(answer);
  }

  private ArrayNode state() {
    return Body.JSON.createArrayNode().addAll(elements);
  }
}
