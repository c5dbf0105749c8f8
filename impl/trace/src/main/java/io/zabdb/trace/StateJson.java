package io.zabdb.trace;

import static io.zabdb.trace.EventJson.number;
import static io.zabdb.trace.EventJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Zxid;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.Leadership;
import io.zabdb.trace.state.PendingWrite;
import io.zabdb.trace.state.ReadState;
import io.zabdb.trace.state.ServerState;
import io.zabdb.trace.state.VoteState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The state of a server as JSON, its fields named as the variables of {@code ZabState}. The
 * variables of a leader are left out where the server does not lead.
 */
final class StateJson {

  private StateJson() {}

  static ObjectNode write(ServerState state) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("acceptedEpoch", state.acceptedEpoch());
    json.put("currentEpoch", state.currentEpoch());
    json.put("historyLength", state.historyLength());
    json.set("lastEntry", state.lastEntry() == null ? null : MessageJson.write(state.lastEntry()));
    json.put("synced", state.synced());
    json.put("checkpoint", state.checkpoint());
    json.put("role", state.role());
    json.put("phase", state.phase());
    json.put("leader", state.leader());
    PendingWrite pending = state.pending();
    json.putObject("pending")
        .put("field", pending.field())
        .put("epoch", pending.epoch())
        .put("upTo", pending.upTo());
    json.put("lastCommitted", state.lastCommitted());
    if (state.leads()) {
      write(json, state.led());
    }
    return json;
  }

  private static void write(ObjectNode json, Leadership led) {
    ObjectNode cepoch = json.putObject("cepoch");
    led.cepoch().forEach(cepoch::put);
    ObjectNode votes = json.putObject("ackEpoch");
    led.ackEpoch()
        .forEach(
            (server, vote) ->
                votes
                    .putObject(server)
                    .put("state", vote.state())
                    .put("epoch", vote.epoch())
                    .set("zxid", MessageJson.write(vote.zxid())));
    led.forwarding().forEach(json.putArray("forwarding")::add);
    led.ackLeader().forEach(json.putArray("ackLeader")::add);
    ObjectNode acked = json.putObject("acked");
    led.acked().forEach(acked::put);
    ReadState reads = led.reads();
    ObjectNode round = json.putObject("reads");
    round.put("round", reads.round()).put("index", reads.index()).put("active", reads.active());
    reads.acks().forEach(round.putArray("acks")::add);
  }

  static ServerState read(JsonNode json, String node) {
    JsonNode pending = json.path("pending");
    return new ServerState(
        number(json, "acceptedEpoch"),
        number(json, "currentEpoch"),
        number(json, "historyLength"),
        json.hasNonNull("lastEntry") ? readLast(json.get("lastEntry")) : null,
        number(json, "synced"),
        number(json, "checkpoint"),
        text(json, "role"),
        text(json, "phase"),
        json.path("leader").asText(node),
        new PendingWrite(
            pending.path("field").asText("none"),
            pending.path("epoch").asLong(),
            pending.path("upTo").asLong()),
        number(json, "lastCommitted"),
        text(json, "role").equals(ServerState.LEADING) ? readLeadership(json) : Leadership.NONE);
  }

  private static EntryId readLast(JsonNode json) {
    return MessageJson.readEntry(json);
  }

  private static Leadership readLeadership(JsonNode json) {
    JsonNode reads = json.path("reads");
    return new Leadership(
        map(json.path("cepoch"), JsonNode::asLong),
        map(json.path("ackEpoch"), StateJson::readVote),
        set(json.path("forwarding")),
        set(json.path("ackLeader")),
        map(json.path("acked"), JsonNode::asLong),
        new ReadState(
            reads.path("round").asLong(),
            reads.path("index").asLong(),
            set(reads.path("acks")),
            reads.path("active").asBoolean()));
  }

  private static VoteState readVote(JsonNode json) {
    Zxid zxid = json.has("zxid") ? MessageJson.readZxid(json.get("zxid")) : Zxid.ZERO;
    return new VoteState(json.path("state").asText("none"), json.path("epoch").asLong(), zxid);
  }

  private static <T> Map<String, T> map(JsonNode json, Function<JsonNode, T> value) {
    Map<String, T> map = new TreeMap<>();
    json.properties().forEach(field -> map.put(field.getKey(), value.apply(field.getValue())));
    return map;
  }

  private static Set<String> set(JsonNode json) {
    Set<String> set = new TreeSet<>();
    json.forEach(element -> set.add(element.asText()));
    return set;
  }
}
