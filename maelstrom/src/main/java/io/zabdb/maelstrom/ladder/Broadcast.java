package io.zabdb.maelstrom.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Program;
import io.zabdb.maelstrom.runtime.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Workload {@code broadcast}: what one node is told, all get to know. Each node passes on to its
 * neighbours what it has not heard before, and again until they say that they have it: so nothing
 * is lost for good when the network is cut for a while.
 */
public final class Broadcast implements Program {

  /** How long to wait for a neighbour's answer before telling it again. */
  private static final long PATIENCE_MILLIS = 300;

  /** A neighbour, and what it may not know yet. */
  private final class Neighbour {

    private final String name;
    private final Set<JsonNode> unheard = new LinkedHashSet<>();
    private boolean telling;

    Neighbour(String name) {
      this.name = name;
    }

    /** One message under way at a time; what comes meanwhile goes with the next. */
    void tell() {
      if (telling || unheard.isEmpty()) {
        return;
      }
      telling = true;
      List<JsonNode> told = List.copyOf(unheard);
      ObjectNode body = Body.of("gossip");
      body.putArray("messages").addAll(told);
      node.call(
          name,
          body,
          PATIENCE_MILLIS,
          answer -> {
            telling = false;
            if (answer != null && Body.type(answer).equals("gossip_ok")) {
              unheard.removeAll(told);
            }
            tell();
          });
    }
  }

  private final Set<JsonNode> heard = new LinkedHashSet<>();
  private List<Neighbour> neighbours = List.of();
  private Node node;

  @Override
  public void start(Node started) {
    node = started;
    setNeighbours(node.others());
    node.on("topology", this::topology);
    node.on("broadcast", this::broadcast);
    node.on("gossip", this::gossip);
    node.on("read", this::read);
  }

  private void topology(Request request) {
    JsonNode names = Body.list(Body.field(request.body(), "topology"), node.id());
    List<String> chosen = new ArrayList<>();
    names.forEach(name -> chosen.add(name.asText()));
    setNeighbours(chosen);
    request.reply(Body.of("topology_ok"));
  }

  private void setNeighbours(List<String> names) {
    neighbours = names.stream().map(Neighbour::new).toList();
    for (Neighbour neighbour : neighbours) {
      neighbour.unheard.addAll(heard);
      neighbour.tell();
    }
  }

  private void broadcast(Request request) {
    hear(Body.field(request.body(), "message"), request.source());
    request.reply(Body.of("broadcast_ok"));
  }

  private void gossip(Request request) {
    Body.list(request.body(), "messages").forEach(message -> hear(message, request.source()));
    request.reply(Body.of("gossip_ok"));
  }

  private void hear(JsonNode message, String from) {
    if (!heard.add(message)) {
      return;
    }
    for (Neighbour neighbour : neighbours) {
      if (!neighbour.name.equals(from)) {
        neighbour.unheard.add(message);
        neighbour.tell();
      }
    }
  }

  private void read(Request request) {
    ObjectNode answer = Body.of("read_ok");
    answer.putArray("messages").addAll(heard);
    request.reply(answer);
  }
}
