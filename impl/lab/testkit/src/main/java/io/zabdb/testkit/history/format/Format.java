package io.zabdb.testkit.history.format;

import java.util.List;
import java.util.Locale;

/** How a history is written down. */
public enum Format {
  ETCD_LOG {
    @Override
    List<Event> read(String text) throws UnreadableHistory {
      return EtcdLog.read(text);
    }
  },
  /** EDN maps with a key each. */
  KV_LOG {
    @Override
    List<Event> read(String text) throws UnreadableHistory {
      List<Event> events = EdnHistory.read(text);
      for (Event event : events) {
        if (event.key() == null) {
          throw new UnreadableHistory(event.line(), "the field :key is missing");
        }
      }
      return events;
    }
  },
  EDN {
    @Override
    List<Event> read(String text) throws UnreadableHistory {
      return EdnHistory.read(text);
    }
  },
  JSONL {
    @Override
    List<Event> read(String text) throws UnreadableHistory {
      return JsonHistory.read(text);
    }
  };

  abstract List<Event> read(String text) throws UnreadableHistory;

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The format that the name of a file or else its beginning speaks for. */
  static Format guess(String fileName, String text) {
    String start = text.stripLeading();
    String firstLine = start.lines().findFirst().orElse("");
    if (EtcdLog.LINE.matcher(firstLine).matches()) {
      return ETCD_LOG;
    }
    if (fileName.endsWith(".jsonl") || start.matches("(?s)\\{\\s*\".*")) {
      return JSONL;
    }
    if (fileName.endsWith(".log")) {
      return ETCD_LOG;
    }
    return !fileName.endsWith(".edn") && firstLine.contains(":key ") ? KV_LOG : EDN;
  }
}
