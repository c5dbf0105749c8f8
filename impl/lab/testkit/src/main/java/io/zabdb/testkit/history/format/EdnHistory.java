package io.zabdb.testkit.history.format;

import java.util.ArrayList;
import java.util.List;

/** Jepsen's history files: maps one after the other, or all in one vector or list. */
final class EdnHistory {

  private EdnHistory() {}

  static List<Event> read(String text) throws UnreadableHistory {
    EdnReader reader = new EdnReader(text, 1);
    List<Event> events = new ArrayList<>();
    if (reader.take('[')) {
      readUntil(']', reader, events);
    } else if (reader.take('(')) {
      readUntil(')', reader, events);
    }
    while (!reader.atEnd()) {
      readOne(reader, events);
    }
    return events;
  }

  private static void readUntil(char close, EdnReader reader, List<Event> events)
      throws UnreadableHistory {
    while (!reader.take(close)) {
      readOne(reader, events);
    }
    if (!reader.atEnd()) {
      throw new UnreadableHistory(reader.line(), "more text after the '" + close + "'");
    }
  }

  private static void readOne(EdnReader reader, List<Event> events) throws UnreadableHistory {
    reader.atEnd();
    int line = reader.line();
    EventMap.ofEdn(reader.read(), line).ifPresent(events::add);
  }
}
