package io.zabdb.testkit.history.format;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Turns the maps of EDN and JSON histories into events. Fields that it does not know it ignores.
 */
final class EventMap {

  private static final Set<String> TYPES = Set.of("invoke", "ok", "fail", "info");

  private final Function<String, Object> fields;
  private final int line;

  private EventMap(Function<String, Object> fields, int line) {
    this.fields = fields;
    this.line = line;
  }

  /** The event of an EDN map; empty for what is not a client's. */
  static Optional<Event> ofEdn(Object value, int line) throws UnreadableHistory {
    if (!(value instanceof Map<?, ?> map)) {
      throw new UnreadableHistory(line, "not a map: " + value);
    }
    return new EventMap(name -> map.get(new Keyword(name)), line).event();
  }

  /** The event of a JSON object; empty for what is not a client's. */
  static Optional<Event> ofJson(Map<?, ?> object, int line) throws UnreadableHistory {
    return new EventMap(object::get, line).event();
  }

  private Optional<Event> event() throws UnreadableHistory {
    Object process = fields.apply("process");
    if (process == null) {
      throw new UnreadableHistory(line, "the field process is missing");
    }
    if (isNemesis(process)) {
      return Optional.empty();
    }
    String type = name("type");
    if (!TYPES.contains(type)) {
      throw new UnreadableHistory(
          line, "the type is not one of invoke, ok, fail, info but " + type);
    }
    return Optional.of(
        new Event(
            line, process, type, name("f"), fields.apply("key"), fields.apply("value"), time()));
  }

  /** The process that breaks things, not a client; in EDN it is a keyword. */
  private static boolean isNemesis(Object process) {
    return process.toString().matches(":?nemesis");
  }

  private String name(String field) throws UnreadableHistory {
    Object value = fields.apply(field);
    if (value instanceof Keyword keyword) {
      return keyword.name();
    }
    if (value instanceof String string) {
      return string;
    }
    throw new UnreadableHistory(line, "the field " + field + " is missing or not a name");
  }

  private long time() throws UnreadableHistory {
    Object time = fields.apply("time");
    if (time == null) {
      return 0;
    }
    if (time instanceof Long number) {
      return number;
    }
    throw new UnreadableHistory(line, "the time is not a whole number: " + time);
  }
}
