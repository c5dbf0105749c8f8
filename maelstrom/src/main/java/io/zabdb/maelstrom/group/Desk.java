package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.step.Refusal;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.replica.GroupReplica;
import io.zabdb.maelstrom.replica.Reply;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.ResultCodec;
import io.zabdb.storage.engine.Snapshot;
import java.util.List;
import java.util.function.Consumer;

/** Where a replica takes updates and reads from nodes of the group, its own included. */
final class Desk {

  static final String UPDATE = "group_update";
  static final String READ = "group_read";

  private final GroupReplica replica;

  Desk(GroupReplica replica) {
    this.replica = replica;
  }

  // -- requests, as the asking node writes them

  static ObjectNode update(Session session, byte[] command) {
    return Body.of(UPDATE)
        .put("session", session.id())
        .put("seq", session.seq())
        .put("command", command);
  }

  static ObjectNode read(Bytes row, List<Bytes> columns) {
    ObjectNode body = Body.of(READ).put("row", row.array());
    ArrayNode names = body.putArray("columns");
    columns.forEach(column -> names.add(column.array()));
    return body;
  }

  // -- requests, as the asked node takes them

  /** Answers once, perhaps much later. */
  void take(JsonNode request, Consumer<ObjectNode> answer) {
    if (Body.type(request).equals(UPDATE)) {
      replica.update(
          request.path("session").asLong(),
          request.path("seq").asLong(),
          Body.bytes(request.path("command")),
          new Updated(answer));
    } else {
      replica.read(new Read(request, answer));
    }
  }

  private record Updated(Consumer<ObjectNode> answer) implements Reply {

    @Override
    public void done(Result result) {
      answer.accept(Answers.done().put("result", ResultCodec.encode(result)));
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      answer.accept(Answers.refused(refusal, leader));
    }

    @Override
    public void unknown() {
      answer.accept(Answers.unknown());
    }
  }

  private record Read(JsonNode request, Consumer<ObjectNode> answer) implements Reply {

    @Override
    public void serve(Snapshot state) {
      ObjectNode served = Answers.done();
      ArrayNode values = served.putArray("values");
      Bytes row = Bytes.wrap(Body.bytes(request.path("row")));
      for (JsonNode name : request.path("columns")) {
        Bytes column = Bytes.wrap(Body.bytes(name));
        List<Cell> found = state.get(GroupReplica.PARTITION, row, GroupReplica.FAMILY, column, 1);
        if (found.isEmpty()) {
          values.addNull();
        } else {
          values.add(found.get(0).value().array());
        }
      }
      answer.accept(served);
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      answer.accept(Answers.refused(refusal, leader));
    }

    @Override
    public void unknown() {
      answer.accept(Answers.unknown());
    }
  }

  /** What {@link #UPDATE} was answered with. */
  static Result resultIn(JsonNode answer) {
    return ResultCodec.decode(Body.bytes(answer.path("result")));
  }
}
