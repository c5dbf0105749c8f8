package io.zabdb.modelcheck.diagram;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Follows the messages of a behaviour through its variable {@code msgs}: a set of records with
 * fields {@code type}, {@code src} and {@code dst}, or FIFO queues {@code [Node -> [Node ->
 * Seq(record)]]}.
 */
final class Channel {

  /** Actions that empty queues without reading them. */
  private static final Pattern LOSING =
      Pattern.compile("(Lose|Drop|Disconnect|Crash|Restart|Break|Reset|StepDown|Stop|Fail)\\w*");

  private static final String VARIABLE = "msgs";

  private final List<Flight> flights = new ArrayList<>();
  private Map<Value, Flight> set = new LinkedHashMap<>();
  private Map<String, List<Flight>> queues = new LinkedHashMap<>();
  private Map<String, List<Value>> contents = new LinkedHashMap<>();

  /** All messages, in the order in which they were sent. */
  static List<Flight> follow(List<Step> steps) {
    Channel channel = new Channel();
    for (Step step : steps) {
      Value now = step.state().get(VARIABLE);
      if (now instanceof Value.SetOf messages) {
        channel.observeSet(step, messages.elements());
      } else if (now instanceof Value.Function || now instanceof Value.Record) {
        channel.observeQueues(step, now);
      }
    }
    return channel.flights;
  }

  private void observeSet(Step step, List<Value> now) {
    boolean losing = LOSING.matcher(step.name()).matches();
    for (Value parameter : step.parameters()) {
      // A message that an action is given is read by it, whether it stays in the channel or not.
      if (set.containsKey(parameter) && !losing) {
        set.get(parameter).receivedBy(step.number());
      }
    }
    Map<Value, Flight> next = new LinkedHashMap<>();
    for (Value message : now) {
      if (set.containsKey(message)) {
        next.put(message, set.get(message));
      } else if (message instanceof Value.Record record && record.fields().containsKey("src")) {
        String source = record.fields().get("src").toString();
        String destination = String.valueOf(record.fields().get("dst"));
        next.put(message, sent(record, source, destination, step));
      }
    }
    set.forEach(
        (message, flight) -> {
          if (!next.containsKey(message) && flight.received().isEmpty()) {
            boolean read = !losing && flight.destination().equals(Lanes.actorOf(step));
            end(flight, step, read);
          }
        });
    set = next;
  }

  private void observeQueues(Step step, Value now) {
    Map<String, List<Value>> next = new LinkedHashMap<>();
    entries(now)
        .forEach(
            (source, row) ->
                entries(row)
                    .forEach(
                        (destination, queue) -> {
                          if (queue instanceof Value.Sequence sequence) {
                            next.put(source + " " + destination, sequence.elements());
                          }
                        }));
    int emptied = (int) next.keySet().stream().filter(key -> taken(key, next.get(key)) > 0).count();
    next.forEach((key, queue) -> observeQueue(step, key, queue, emptied == 1));
    contents = next;
  }

  private static Map<String, Value> entries(Value value) {
    Map<String, Value> entries = new LinkedHashMap<>();
    if (value instanceof Value.Function function) {
      function.graph().forEach((key, entry) -> entries.put(key.toString(), entry));
    } else if (value instanceof Value.Record record) {
      entries.putAll(record.fields());
    }
    return entries;
  }

  /**
   * How many messages left the front of a queue; all of them if what is there now does not continue
   * it.
   */
  private int taken(String key, List<Value> now) {
    List<Value> before = contents.getOrDefault(key, List.of());
    for (int front = 0; front < before.size(); front++) {
      List<Value> kept = before.subList(front, before.size());
      if (kept.size() <= now.size() && now.subList(0, kept.size()).equals(kept)) {
        return front;
      }
    }
    return before.size();
  }

  private void observeQueue(Step step, String key, List<Value> now, boolean onlyOne) {
    String[] ends = key.split(" ");
    List<Flight> before = queues.getOrDefault(key, List.of());
    int taken = taken(key, now);
    // A step that reads takes one message, from one queue, which is its own.
    boolean read =
        taken == 1
            && onlyOne
            && ends[1].equals(Lanes.actorOf(step))
            && !LOSING.matcher(step.name()).matches();
    before.subList(0, taken).forEach(flight -> end(flight, step, read));
    List<Flight> after = new ArrayList<>(before.subList(taken, before.size()));
    for (Value message : now.subList(after.size(), now.size())) {
      after.add(sent((Value.Record) message, ends[0], ends[1], step));
    }
    queues.put(key, after);
  }

  private Flight sent(Value.Record message, String source, String destination, Step step) {
    Flight flight = new Flight(message, source, destination, step.number());
    flights.add(flight);
    return flight;
  }

  private static void end(Flight flight, Step step, boolean read) {
    if (read) {
      flight.receivedBy(step.number());
    } else {
      flight.lost();
    }
  }
}
