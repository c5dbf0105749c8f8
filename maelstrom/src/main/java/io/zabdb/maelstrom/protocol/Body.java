package io.zabdb.maelstrom.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Bodies of messages: JSON objects with a type. */
public final class Body {

  public static final ObjectMapper JSON = new ObjectMapper();

  private Body() {}

  /** A body of a type, without anything else. */
  public static ObjectNode of(String type) {
    return JSON.createObjectNode().put("type", type);
  }

  /** The type; empty if there is none. */
  public static String type(JsonNode body) {
    return body.path("type").asText();
  }

  /** The error that a request is answered with. */
  public static ObjectNode of(RequestError error) {
    return of("error").put("code", error.code().number()).put("text", error.getMessage());
  }

  /**
   * A field that must be there; null is a value.
   *
   * @throws RequestError that names it, if it is not
   */
  public static JsonNode field(JsonNode body, String name) {
    JsonNode value = body.get(name);
    if (value == null) {
      throw malformed(type(body) + " needs the field " + name);
    }
    return value;
  }

  /**
   * A field that must be a list.
   *
   * @throws RequestError that names it, if it is not
   */
  public static JsonNode list(JsonNode body, String name) {
    JsonNode value = field(body, name);
    if (!value.isArray()) {
      throw malformed(type(body) + " needs a list in the field " + name + ", not " + value);
    }
    return value;
  }

  /**
   * Bytes that stand in JSON in Base64.
   *
   * @throws RequestError if they do not
   */
  public static byte[] bytes(JsonNode value) {
    try {
      byte[] bytes = value.binaryValue();
      if (bytes != null) {
        return bytes;
      }
    } catch (IOException e) {
      // Said below.
    }
    throw malformed("no bytes in Base64: " + value);
  }

  /** The error of a request that makes no sense. */
  public static RequestError malformed(String text) {
    return new RequestError(ErrorCode.MALFORMED_REQUEST, text);
  }
}
