package io.zabdb.testkit.history.format;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes histories as Jepsen does: a map per line, {@code [key value]} as the value if there are
 * keys. {@link HistoryFile} reads them back to the same history, and so do Jepsen's own checkers
 * ({@code jepsen/run check}). A completion without a result repeats what was asked; a {@code cas}
 * that found another value is {@code :ok} with {@code false}.
 */
public final class EdnWriter {

  /**
   * @param operation that this line is about
   * @param time of the event
   * @param line without its index
   */
  private record Entry(Operation operation, long time, boolean isInvocation, String line) {}

  private EdnWriter() {}

  /**
   * The history as text.
   *
   * @param history of processes, keys and values that are null, Boolean, String, Long, Integer
   *     (read back as Long), or lists of these; either all operations have keys or none
   * @throws IllegalArgumentException if it holds something else
   */
  public static String write(History history) {
    StringBuilder text = new StringBuilder();
    int index = 0;
    for (Entry entry : entries(history)) {
      text.append("{:index ").append(index).append(", ").append(entry.line()).append("}\n");
      index++;
    }
    return text.toString();
  }

  private static List<Entry> entries(History history) {
    List<Entry> known = new ArrayList<>();
    Map<Object, Operation> open = new HashMap<>();
    List<Entry> invoked = new ArrayList<>();
    for (Operation operation : history.operations()) {
      invoked.add(entry(operation, "invoke", operation.argument(), operation.invoked()));
      if (operation.outcome() != Outcome.UNKNOWN) {
        known.add(completion(operation));
      }
    }
    known.addAll(invoked);
    // Whoever is invoked at the very time at which another returns overlaps it.
    known.sort(
        Comparator.comparingLong(Entry::time)
            .thenComparing(entry -> !entry.isInvocation())
            .thenComparingInt(entry -> entry.operation().id()));
    List<Entry> all = new ArrayList<>();
    for (Entry entry : known) {
      Object process = entry.operation().process();
      Operation before = open.remove(process);
      // A process that goes on has given up what it asked before.
      if (before != null && before != entry.operation()) {
        all.add(entry(before, "info", before.argument(), entry.time()));
      }
      all.add(entry);
      if (entry.isInvocation()) {
        open.put(process, entry.operation());
      }
    }
    return all;
  }

  private static Entry completion(Operation operation) {
    boolean failed = operation.outcome() == Outcome.FAILED;
    boolean repeats = failed || (operation.result() == null && operation.argument() != null);
    Object value = repeats ? operation.argument() : operation.result();
    return entry(operation, failed ? "fail" : "ok", value, operation.returned());
  }

  private static Entry entry(Operation operation, String type, Object value, long time) {
    StringBuilder line = new StringBuilder(":time ").append(time).append(", :process ");
    EdnValue.append(operation.process(), line);
    line.append(", :type :").append(type).append(", :f :").append(operation.function());
    line.append(", :value ");
    if (operation.key() == null) {
      EdnValue.append(value, line);
    } else {
      line.append('[');
      EdnValue.append(operation.key(), line);
      line.append(' ');
      EdnValue.append(value, line);
      line.append(']');
    }
    return new Entry(operation, time, type.equals("invoke"), line.toString());
  }
}
