package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.model.data.Bytes;
import java.nio.charset.StandardCharsets;

/** JSON in cells. */
final class Json {

  private Json() {}

  static Bytes text(JsonNode value) {
    return Bytes.of(value.toString());
  }

  static JsonNode value(Bytes text) {
    try {
      return Body.JSON.readTree(new String(text.array(), StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a cell that is not JSON: " + text, e);
    }
  }
}
