package io.zabdb.testkit.history.format;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Pairs the events of a file to operations. */
final class Assembler {

  private static final Set<String> READS = Set.of("read", "get");

  private record Open(int id, Event invocation) {}

  private final Map<Object, Open> open = new HashMap<>();
  private final List<Integer> lines = new ArrayList<>();
  private long now;
  private final HistoryRecorder recorder = new HistoryRecorder(() -> now);

  /** Pairs the events, which are in the order in which they happened. */
  void add(List<Event> events) throws UnreadableHistory {
    boolean keysInValues = IndependentKeys.areUsed(events);
    for (Event event : events) {
      Event plain = keysInValues ? IndependentKeys.split(event) : event;
      now = plain.time();
      if (plain.isInvocation()) {
        invoke(plain);
      } else {
        complete(plain);
      }
    }
  }

  History history() {
    return recorder.history();
  }

  /** The line of the invocation of each operation. */
  List<Integer> lines() {
    return lines;
  }

  private void invoke(Event event) throws UnreadableHistory {
    Open other = open.get(event.process());
    if (other != null) {
      throw new UnreadableHistory(
          event.line(),
          String.format(
              "process %s invokes %s while its operation of line %d is open",
              event.process(), event.function(), other.invocation().line()));
    }
    int id = recorder.invoke(event.process(), event.key(), event.function(), event.value());
    open.put(event.process(), new Open(id, event));
    lines.add(event.line());
  }

  private void complete(Event event) throws UnreadableHistory {
    Open ended = open.remove(event.process());
    if (ended == null) {
      throw new UnreadableHistory(
          event.line(), "process " + event.process() + " completes what it has not invoked");
    }
    Event asked = ended.invocation();
    boolean sameKey = event.key() == null || event.key().equals(asked.key());
    if (!event.function().equals(asked.function()) || !sameKey) {
      throw new UnreadableHistory(
          event.line(),
          String.format(
              "process %s completes another operation than that of line %d",
              event.process(), asked.line()));
    }
    switch (event.type()) {
      case "ok" -> recorder.ok(ended.id(), result(asked, event));
      case "fail" -> recorder.fail(ended.id());
      default -> recorder.unknown(ended.id());
    }
  }

  /** The completion of a write repeats what was written: that is no result. */
  private static Object result(Event asked, Event answered) {
    boolean repeats =
        !READS.contains(asked.function()) && Objects.equals(asked.value(), answered.value());
    return repeats ? null : answered.value();
  }
}
