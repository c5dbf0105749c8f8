package io.zabdb.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Zxid;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.MessageState;
import java.util.ArrayList;
import java.util.List;

/** Messages, entries and zxids as JSON. A zxid is {@code [epoch, counter]}. */
final class MessageJson {

  private MessageJson() {}

  static ObjectNode write(MessageState message) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("type", message.type());
    json.put("epoch", message.epoch());
    if (!message.zxid().equals(Zxid.ZERO)) {
      json.set("zxid", write(message.zxid()));
    }
    EventJson.putUnless(json, "mode", message.mode());
    EventJson.putUnless(json, "round", message.round());
    EventJson.putUnless(json, "covered", message.covered());
    if (!message.entries().isEmpty()) {
      ArrayNode entries = json.putArray("entries");
      message.entries().forEach(entry -> entries.add(write(entry)));
    }
    return json;
  }

  static MessageState read(JsonNode json) {
    List<EntryId> entries = new ArrayList<>();
    json.path("entries").forEach(entry -> entries.add(readEntry(entry)));
    return new MessageState(
        EventJson.text(json, "type"),
        json.path("epoch").asLong(),
        json.has("zxid") ? readZxid(json.get("zxid")) : Zxid.ZERO,
        json.path("mode").asText(""),
        json.path("round").asLong(),
        json.path("covered").asLong(),
        entries);
  }

  static ArrayNode write(Zxid zxid) {
    return JsonNodeFactory.instance.arrayNode().add(zxid.epoch()).add(zxid.counter());
  }

  static Zxid readZxid(JsonNode json) {
    if (json.size() != 2) {
      throw new TraceFormatException("a zxid is [epoch, counter], not " + json);
    }
    return new Zxid(json.get(0).asLong(), json.get(1).asLong());
  }

  static ObjectNode write(EntryId entry) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("epoch", entry.zxid().epoch());
    json.put("counter", entry.zxid().counter());
    if (entry.isKnown()) {
      json.put("session", entry.session());
      json.put("seq", entry.seq());
    }
    return json;
  }

  static EntryId readEntry(JsonNode json) {
    return new EntryId(
        new Zxid(EventJson.number(json, "epoch"), EventJson.number(json, "counter")),
        json.path("session").asLong(),
        json.path("seq").asLong());
  }
}
