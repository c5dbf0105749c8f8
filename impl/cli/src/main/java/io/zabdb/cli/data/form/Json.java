package io.zabdb.cli.data.form;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.cli.word.Form;
import io.zabdb.model.data.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * JSON, and bytes in it: as text where they are UTF-8, otherwise in Base64, or in the form asked
 * for, under a name that ends in what says the form.
 */
final class Json {

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

  /** The form in which bytes are written if this one is asked for. */
  static Form formOf(Bytes bytes, Form asked) {
    return asked == Form.TEXT && Utf8.text(bytes).isEmpty() ? Form.BASE64 : asked;
  }

  static void put(ObjectNode object, String name, Bytes bytes, Form asked) {
    Form form = formOf(bytes, asked);
    object.put(name + form.suffix(), form.write(bytes.toArray()));
  }

  /** Reads what {@link #put} wrote. */
  static Bytes take(ObjectNode object, String name) throws FormException {
    Bytes taken = null;
    for (Form form : Form.values()) {
      JsonNode node = object.get(name + form.suffix());
      if (node != null && taken != null) {
        throw oneOf(name);
      }
      if (node != null) {
        taken = bytes(node, name, form);
      }
    }
    if (taken == null) {
      throw oneOf(name);
    }
    return taken;
  }

  private static FormException oneOf(String name) {
    return new FormException(
        "one of \""
            + name
            + "\" and \""
            + name
            + Form.BASE64.suffix()
            + "\" (or \""
            + name
            + Form.HEX.suffix()
            + "\") must be given");
  }

  /** Throws if a text that JSON may have is none of Unicode. */
  static void requireWhole(String text, String name) throws FormException {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new FormException("\"" + name + "\" holds half a character");
    }
  }

  static Bytes bytes(JsonNode node, String name, Form form) throws FormException {
    if (!node.isTextual()) {
      throw new FormException("\"" + name + form.suffix() + "\" is no string");
    }
    requireWhole(node.textValue(), name + form.suffix());
    try {
      return Bytes.wrap(form.parse(node.textValue()));
    } catch (IllegalArgumentException e) {
      throw new FormException(
          "\"" + name + form.suffix() + "\" is no " + form + ": " + e.getMessage());
    }
  }
}
