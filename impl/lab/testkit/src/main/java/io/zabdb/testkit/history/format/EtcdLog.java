package io.zabdb.testkit.history.format;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The logs of the Jepsen runs against etcd: process, type, function and value of one register,
 * separated by tabs, or by spaces as older versions of Jepsen wrote them. A cas that failed with
 * its own value is an answer: the register did not hold the old value. The value of an operation
 * that timed out is {@code :timed-out}.
 */
final class EtcdLog {

  static final Pattern LINE =
      Pattern.compile(
          "INFO\\s+jepsen\\.util - (\\S+)[\t ]+:(invoke|ok|fail|info)[\t ]+:(\\S+)[\t ]+(.*)");

  private EtcdLog() {}

  static List<Event> read(String text) throws UnreadableHistory {
    List<Event> events = new ArrayList<>();
    int line = 0;
    for (String entry : text.lines().toList()) {
      line++;
      Matcher fields = LINE.matcher(entry);
      if (fields.matches()) {
        if (!fields.group(1).equals(":nemesis")) {
          events.add(event(fields, line));
        }
      } else if (!entry.isBlank()) {
        throw new UnreadableHistory(line, "not a line of a Jepsen log: " + entry);
      }
    }
    return events;
  }

  private static Event event(Matcher fields, int line) throws UnreadableHistory {
    EdnReader reader = new EdnReader(fields.group(4), line);
    Object value = reader.read();
    if (!reader.atEnd()) {
      throw new UnreadableHistory(line, "more than one value: " + fields.group(4));
    }
    String process = fields.group(1);
    String type = fields.group(2);
    String function = fields.group(3);
    boolean mismatch = type.equals("fail") && function.equals("cas") && value instanceof List<?>;
    return mismatch
        ? new Event(line, process, "ok", function, null, false, 0)
        : new Event(line, process, type, function, null, value, 0);
  }
}
