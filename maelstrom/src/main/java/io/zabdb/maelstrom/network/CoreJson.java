package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.maelstrom.protocol.Body;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The core's messages and datagrams as JSON. The type of a message's body is its name in {@code
 * docs/protocol.md}, so that Maelstrom's charts show the protocol. Checkpoints are not sent: the
 * log is never purged here.
 */
final class CoreJson {

  private static final String PREFIX = "zab_";

  private static final Map<String, Class<?>> CLASSES = new TreeMap<>();

  static {
    for (Class<?> sort : new Class<?>[] {Message.class, Datagram.class}) {
      for (Class<?> each : sort.getPermittedSubclasses()) {
        CLASSES.put(typeOf(each), each);
      }
    }
  }

  private CoreJson() {}

  private static String typeOf(Class<?> message) {
    return PREFIX + message.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The types of all bodies. */
  static Set<String> types() {
    return CLASSES.keySet();
  }

  /** A body that carries a message or a datagram. */
  static ObjectNode encode(Record message) {
    ObjectNode body = Body.of(typeOf(message.getClass()));
    body.set("content", Body.JSON.valueToTree(message));
    return body;
  }

  /**
   * @throws IllegalArgumentException if the body carries none
   */
  static Object decode(JsonNode body) {
    Class<?> sort = CLASSES.get(Body.type(body));
    if (sort == null) {
      throw new IllegalArgumentException("no message of the core: " + body);
    }
    try {
      return Body.JSON.treeToValue(body.get("content"), sort);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no message of the core: " + body, e);
    }
  }
}
