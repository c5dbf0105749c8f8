package io.zabdb.conformance.move;

import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardLimits;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes traces as a module that extends {@code TraceMove}, with the constructors named there. */
final class MoveModule {

  static final String NAME = "WalkMove";

  private static final String NOBODY = "\"nobody\"";

  private static final String CONFIGURATION =
      """
      CONSTANTS
        Group = {"g1", "g2", "g3"}
        NoGroup = "nobody"
        Key <- TheKeys
        Value = {}
        NoValue = "none"
        Client = {"c"}
        FirstOwner = {}
        FirstIndex = {}
        FirstTime = {}
        Window = 0
        Lags = FALSE
        MaxHeirs = %d
        Version = {}
        Places = 0
        Traces <- TheTraces
        Spoken <- SpokenAndAwaited
      SPECIFICATION TraceSpec
      VIEW Place
      INVARIANT AcceptancePrinted
      CHECK_DEADLOCK FALSE
      """
          .formatted(ShardLimits.HEIRS);

  private MoveModule() {}

  /** A trace as a module has it. */
  static String trace(MoveTrace trace) {
    return new Writer(trace).text();
  }

  /**
   * The beginning of a written trace.
   *
   * @param kind of the command at which it ends, the first of its kind
   * @param included whether that command is a part of it
   */
  static String upTo(String kind, boolean included, String trace) {
    int start = trace.indexOf("E(" + quoted(kind));
    int end = included ? trace.indexOf('\n', start) : start - 1;
    if (start < 0 || end < 0) {
      throw new IllegalStateException("the trace has no " + kind + ", or it is the last event");
    }
    return trace.substring(0, end - 1) + ">>)";
  }

  /** The module with these traces, as {@link #trace} writes them, in their order. */
  static WrittenModule of(List<String> traces) {
    StringBuilder text = new StringBuilder();
    text.append("---- MODULE ").append(NAME).append(" ----\nEXTENDS TraceMove\n");
    for (int i = 0; i < traces.size(); i++) {
      text.append("T").append(i + 1).append(" == ").append(traces.get(i)).append("\n");
    }
    text.append("TheTraces == <<")
        .append(IntStream.rangeClosed(1, traces.size()).mapToObj(n -> "T" + n).collect(comma()))
        .append(">>\nTheKeys == 1..")
        .append(traces.stream().mapToInt(MoveModule::keys).max().orElseThrow())
        .append("\n====\n");
    return new WrittenModule(NAME, "Move", text.toString(), CONFIGURATION);
  }

  /** How many keys a written trace has: that is its first argument. */
  private static int keys(String trace) {
    return Integer.parseInt(trace.substring(trace.indexOf('(') + 1, trace.indexOf(',')));
  }

  private static Collector<CharSequence, ?, String> comma() {
    return Collectors.joining(", ");
  }

  private static String call(String operator, Object... arguments) {
    return Arrays.stream(arguments)
        .map(Object::toString)
        .collect(Collectors.joining(", ", operator + "(", ")"));
  }

  private static String quoted(String word) {
    return "\"" + word + "\"";
  }

  private static String set(Stream<String> elements) {
    return elements.collect(Collectors.joining(", ", "{", "}"));
  }

  /** One trace. */
  private static final class Writer {

    private final MoveTrace trace;
    private final Map<Birth, String> names = new HashMap<>();
    private final Map<Birth, TableState> tables = new HashMap<>();

    /** Where ranges end; a key is what is between two of them. */
    private final List<Long> ends;

    /** TLC's numbers have 32 bits: a time is its place among those of the trace. */
    private final List<Long> times;

    Writer(MoveTrace trace) {
      this.trace = trace;
      for (TableState founded : trace.founded()) {
        names.put(founded.self(), "g" + (names.size() + 1));
        tables.put(founded.self(), founded);
      }
      TreeSet<Long> found = new TreeSet<>();
      TreeSet<Long> told = new TreeSet<>(List.of(0L));
      trace.founded().forEach(table -> addEnds(table.records().keySet(), found));
      for (MoveEvent event : trace.events()) {
        addEnds(event.table().records().keySet(), found);
        addEnds(event.command().into(), found);
        told.add(event.table().time());
        PartitionCopy copy = event.command().copy();
        if (copy != null) {
          told.add(copy.time());
        }
      }
      ends = new ArrayList<>(found);
      times = new ArrayList<>(told);
    }

    private static void addEnds(Collection<PartitionId> parts, Set<Long> ends) {
      for (PartitionId part : parts) {
        ends.add(part.range().after());
        ends.add(part.range().upTo());
      }
    }

    String text() {
      String owned =
          trace.founded().stream()
              .map(t -> names.get(t.self()) + " |-> " + parts(t.records().keySet()))
              .collect(Collectors.joining(", ", "[", "]"));
      String events = trace.events().stream().map(this::event).collect(Collectors.joining(",\n"));
      return call("Trace", ends.size() - 1, owned, "<<\n" + events + ">>");
    }

    private String event(MoveEvent event) {
      ShardCommand command = event.command();
      String text =
          call(
              "E",
              quoted(kind(command.kind())),
              name(event.group()),
              command.part() == null ? "{}" : keys(command.part().range()),
              command.epoch(),
              name(command.peer()),
              detail(event),
              parts(command.into()),
              update(event),
              table(event));
      tables.put(event.group(), event.table());
      return text;
    }

    private static String kind(CommandKind kind) {
      return Arrays.stream(kind.name().toLowerCase(Locale.ROOT).split("_"))
          .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
          .collect(Collectors.joining());
    }

    private String name(Birth group) {
      return names.containsKey(group) ? quoted(names.get(group)) : NOBODY;
    }

    private long detail(MoveEvent event) {
      ShardCommand command = event.command();
      PartitionCopy copy = command.copy();
      if (copy != null) {
        return command.kind() == CommandKind.ACTIVATE ? time(copy.time()) : copy.position();
      }
      return command.kind() == CommandKind.UPDATE ? time(event.table().time()) : command.number();
    }

    private int time(long millis) {
      return times.indexOf(millis);
    }

    private String keys(TokenRange range) {
      return (ends.indexOf(range.after()) + 1) + ".." + ends.indexOf(range.upTo());
    }

    private String parts(Collection<PartitionId> parts) {
      return set(parts.stream().map(part -> keys(part.range())));
    }

    private String update(MoveEvent event) {
      ShardUpdate update = event.command().entry();
      return update == null
          ? "NoU"
          : call(
              "U",
              event.update(),
              set(update.tokens().stream().map(this::key).distinct()),
              update.version().move());
    }

    private String key(long token) {
      return Long.toString(ends.stream().filter(end -> end < token).count());
    }

    private String table(MoveEvent event) {
      TableState before = tables.get(event.group());
      TableState after = event.table();
      List<String> changed = new ArrayList<>();
      after
          .records()
          .forEach(
              (part, record) -> {
                if (!record.equals(before.records().get(part))) {
                  changed.add(record(part, record));
                }
              });
      return call(
          "T",
          after.floor(),
          time(after.time()),
          set(changed.stream()),
          parts(
              before.records().keySet().stream()
                  .filter(part -> !after.records().containsKey(part))
                  .toList()),
          set(after.heirs().stream().map(this::gift)));
    }

    private String record(PartitionId part, PartitionRecord record) {
      return call(
          "R",
          keys(part.range()),
          quoted(record.phase().name().toLowerCase(Locale.ROOT)),
          record.epoch(),
          record.move(),
          name(record.peer()),
          record.position(),
          parts(record.into()));
    }

    private String gift(Heirs.Gift gift) {
      return call(
          "H",
          keys(gift.range()),
          name(gift.heir().group()),
          gift.heir().epoch(),
          gift.heir().place());
    }
  }
}
