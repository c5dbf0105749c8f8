package io.zabdb.maelstrom.ladder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Program;

/** Workload {@code echo}: says what was said. */
public final class Echo implements Program {

  @Override
  public void start(Node node) {
    node.on(
        "echo",
        request -> {
          ObjectNode answer = Body.of("echo_ok");
          answer.set("echo", Body.field(request.body(), "echo"));
          request.reply(answer);
        });
  }
}
