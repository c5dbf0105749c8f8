package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.maelstrom.protocol.Body;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The core's messages and datagrams as JSON. The type of a message's body is its name in {@code
 * docs/protocol.md}, so that Maelstrom's charts show the protocol. Of a checkpoint a message says
 * where it stands; its files go ahead of the message.
 */
final class CoreJson {

  private static final String PREFIX = "zab_";

  private static final Map<String, Class<?>> CLASSES = new TreeMap<>();

  private static final ObjectMapper JSON =
      Body.JSON
          .copy()
          // What a message is asked is not what it consists of.
          .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .registerModule(
              new SimpleModule()
                  .addSerializer(new RosterWriter())
                  .addDeserializer(Roster.class, new RosterReader())
                  .addSerializer(new CheckpointWriter())
                  .addAbstractTypeMapping(Checkpoint.class, Announced.class));

  static {
    for (Class<?> sort : new Class<?>[] {Message.class, Datagram.class}) {
      for (Class<?> each : sort.getPermittedSubclasses()) {
        CLASSES.put(typeOf(each), each);
      }
    }
  }

  /** A checkpoint as its message tells of it. */
  record Announced(long length, Zxid zxid, Roster roster) implements Checkpoint {}

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
    body.set("content", JSON.valueToTree(message));
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
      return JSON.treeToValue(body.get("content"), sort);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no message of the core: " + body, e);
    }
  }

  /** Whatever else it has stays here. */
  private static final class CheckpointWriter extends StdSerializer<Checkpoint> {

    private static final long serialVersionUID = 1;

    CheckpointWriter() {
      super(Checkpoint.class);
    }

    @Override
    public void serialize(Checkpoint checkpoint, JsonGenerator into, SerializerProvider all)
        throws IOException {
      into.writeStartObject();
      into.writeNumberField("length", checkpoint.length());
      into.writeObjectField("zxid", checkpoint.zxid());
      into.writeObjectField("roster", checkpoint.roster());
      into.writeEndObject();
    }
  }

  /** A roster is sent as it stands in the log. */
  private static final class RosterWriter extends StdSerializer<Roster> {

    private static final long serialVersionUID = 1;

    RosterWriter() {
      super(Roster.class);
    }

    @Override
    public void serialize(Roster roster, JsonGenerator into, SerializerProvider all)
        throws IOException {
      into.writeBinary(roster.encode());
    }
  }

  private static final class RosterReader extends StdDeserializer<Roster> {

    private static final long serialVersionUID = 1;

    RosterReader() {
      super(Roster.class);
    }

    @Override
    public Roster deserialize(JsonParser from, DeserializationContext context) throws IOException {
      try {
        return Roster.decode(from.getBinaryValue());
      } catch (IllegalArgumentException e) {
        throw new JsonMappingException(from, e.getMessage(), e);
      }
    }
  }
}
