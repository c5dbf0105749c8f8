package io.zabdb.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An event as JSON. What has its initial value or does not apply is left out. */
public final class EventJson {

  private EventJson() {}

  public static ObjectNode write(RecordedEvent event) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("seq", event.seq());
    json.put("time", event.time());
    json.put("node", event.node());
    json.put("action", event.action());
    putUnless(json, "peer", event.peer());
    putUnless(json, "connection", event.connection());
    if (event.message() != null) {
      json.set("message", MessageJson.write(event.message()));
    }
    putUnless(json, "argument", event.argument());
    if (event.request() != 0) {
      json.put("session", event.session());
      json.put("request", event.request());
    }
    json.set("state", StateJson.write(event.state()));
    return json;
  }

  public static RecordedEvent read(JsonNode json) {
    return new RecordedEvent(
        json.path("seq").asLong(),
        json.path("time").asLong(),
        text(json, "node"),
        text(json, "action"),
        json.path("peer").asText(""),
        json.path("connection").asText(""),
        json.hasNonNull("message") ? MessageJson.read(json.get("message")) : null,
        json.path("argument").asLong(),
        json.path("session").asLong(),
        json.path("request").asLong(),
        StateJson.read(required(json, "state"), text(json, "node")));
  }

  static void putUnless(ObjectNode json, String name, String text) {
    if (!text.isEmpty()) {
      json.put(name, text);
    }
  }

  static void putUnless(ObjectNode json, String name, long number) {
    if (number != 0) {
      json.put(name, number);
    }
  }

  static JsonNode required(JsonNode json, String name) {
    if (!json.hasNonNull(name)) {
      throw new TraceFormatException("the field \"" + name + "\" is missing");
    }
    return json.get(name);
  }

  static String text(JsonNode json, String name) {
    return required(json, name).asText();
  }

  static long number(JsonNode json, String name) {
    JsonNode field = required(json, name);
    if (!field.isIntegralNumber()) {
      throw new TraceFormatException("the field \"" + name + "\" is no number: " + field);
    }
    return field.asLong();
  }
}
