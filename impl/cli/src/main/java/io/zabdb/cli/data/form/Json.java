package io.zabdb.cli.data.form;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.client.data.Bytes;
import java.util.Base64;

/** JSON, and bytes in it: as text where they are UTF-8, otherwise in Base64 under another name. */
final class Json {

  /** What the names of fields in Base64 end in. */
  static final String BASE64 = "64";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static String line(JsonNode node) {
    return node.toString();
  }

  /**
   * Reads an object.
   *
   * @throws FormException if it is none
   */
  static ObjectNode read(String line) throws FormException {
    try {
      JsonNode node = MAPPER.readTree(line);
      if (node instanceof ObjectNode object) {
        return object;
      }
      throw new FormException("it is no JSON object");
    } catch (JacksonException e) {
      throw new FormException("it is no JSON: " + e.getOriginalMessage());
    }
  }

  static void put(ObjectNode object, String name, Bytes bytes) {
    Utf8.text(bytes)
        .ifPresentOrElse(
            text -> object.put(name, text),
            () -> object.put(name + BASE64, Base64.getEncoder().encodeToString(bytes.toArray())));
  }

  /** Reads what {@link #put} wrote. */
  static Bytes take(ObjectNode object, String name) throws FormException {
    JsonNode text = object.get(name);
    JsonNode base64 = object.get(name + BASE64);
    if ((text == null) == (base64 == null)) {
      throw new FormException(
          "one of \"" + name + "\" and \"" + name + BASE64 + "\" must be given");
    }
    return text != null ? text(text, name) : base64(base64, name + BASE64);
  }

  static Bytes text(JsonNode node, String name) throws FormException {
    if (!node.isTextual()) {
      throw new FormException("\"" + name + "\" is no string");
    }
    return Bytes.of(node.textValue());
  }

  private static Bytes base64(JsonNode node, String name) throws FormException {
    try {
      return Bytes.wrap(Base64.getDecoder().decode(text(node, name).text()));
    } catch (IllegalArgumentException e) {
      throw new FormException("\"" + name + "\" is no Base64: " + e.getMessage());
    }
  }
}
