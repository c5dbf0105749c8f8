package io.zabdb.testkit.history.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON lines: an object on each line with the fields of an EDN history. Blank lines are skipped.
 */
final class JsonHistory {

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private JsonHistory() {}

  static List<Event> read(String text) throws UnreadableHistory {
    List<Event> events = new ArrayList<>();
    int line = 0;
    for (String json : text.lines().toList()) {
      line++;
      if (!json.isBlank()) {
        EventMap.ofJson(object(json, line), line).ifPresent(events::add);
      }
    }
    return events;
  }

  private static Map<?, ?> object(String json, int line) throws UnreadableHistory {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      if (!(value(parser) instanceof Map<?, ?> object)) {
        throw new UnreadableHistory(line, "not a JSON object");
      }
      if (parser.nextToken() != null) {
        throw new UnreadableHistory(line, "more text after the object");
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new UnreadableHistory(line, e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException("reading from a string", e);
    }
  }

  /** The value at the current token; the same classes as for EDN. Jackson bounds the nesting. */
  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          object.put(name, value(parser));
        }
        yield Collections.unmodifiableMap(object);
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        yield Collections.unmodifiableList(array);
      }
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? (Object) parser.getBigIntegerValue()
              : parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }
}
