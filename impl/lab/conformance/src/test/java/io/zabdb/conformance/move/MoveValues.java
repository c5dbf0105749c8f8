package io.zabdb.conformance.move;

import static io.zabdb.conformance.state.SpecValues.elements;
import static io.zabdb.conformance.state.SpecValues.field;
import static io.zabdb.conformance.state.SpecValues.fields;
import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.number;
import static io.zabdb.conformance.state.SpecValues.text;
import static io.zabdb.conformance.state.SpecValues.texts;
import static io.zabdb.conformance.state.SpecValues.truth;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.shard.Birth;
import io.zabdb.shard.Heir;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.LastUpdate;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Values of {@code specs/shard/Move} as those of the code. Groups are a, b, c; clients c1, c2; keys
 * k1, k2, of which each has a token that ends a range.
 */
final class MoveValues {

  /** How much longer a log is than the spec counts: by the command that founds the group. */
  static final int FOUNDING = 1;

  static final Map<String, Long> TOKENS = new TreeMap<>(Map.of("k1", 10L, "k2", 20L));

  private MoveValues() {}

  static Birth group(Value value) {
    String name = text(value);
    return name.equals("nobody") ? Birth.NOBODY : group(name);
  }

  static Birth group(String name) {
    return new Birth(0, name.charAt(0) - 'a' + 1);
  }

  static long client(Value value) {
    return Long.parseLong(text(value).substring(1));
  }

  static TokenRange range(long token) {
    return new TokenRange(token - 10, token);
  }

  static PartitionId part(Value keys) {
    return part(texts(keys));
  }

  static PartitionId part(Set<String> keys) {
    long upTo = keys.stream().mapToLong(TOKENS::get).max().orElseThrow();
    return new PartitionId(String.join("-", keys), new TokenRange(upTo - 10L * keys.size(), upTo));
  }

  /** Each key a partition. */
  static List<PartitionId> singles() {
    return TOKENS.keySet().stream().map(key -> part(Set.of(key))).toList();
  }

  static List<PartitionId> parts(Value sets) {
    return elements(sets).stream().map(MoveValues::part).sorted().toList();
  }

  private static Version version(Value value) {
    return new Version(number(list(value).get(0)), 0, number(list(value).get(1)));
  }

  static Bytes result(Value value) {
    return SpecCells.result(
        truth(field(value, "ok")), text(field(value, "value")), version(field(value, "version")));
  }

  static SpecCells.Cell cell(Value value) {
    return new SpecCells.Cell(
        text(field(value, "value")),
        version(field(value, "version")),
        number(field(value, "until")));
  }

  /** The empty function is printed as the empty sequence. */
  private static boolean isEmpty(Value function) {
    return function instanceof Value.Sequence;
  }

  private static Bytes cells(Value function) {
    TreeMap<Long, SpecCells.Cell> cells = new TreeMap<>();
    if (!isEmpty(function)) {
      fields(function).forEach((key, value) -> cells.put(TOKENS.get(key), cell(value)));
    }
    cells.values().removeIf(SpecCells.Cell.NONE::equals);
    return SpecCells.base(cells);
  }

  /** Those of sessions without updates are left out. */
  private static SortedMap<Long, LastUpdate> sessions(Value function) {
    SortedMap<Long, LastUpdate> sessions = new TreeMap<>();
    fields(function)
        .forEach(
            (client, last) -> {
              long seq = number(field(last, "seq"));
              if (seq > 0) {
                sessions.put(
                    Long.parseLong(client.substring(1)),
                    new LastUpdate(seq, result(field(last, "result"))));
              }
            });
    return sessions;
  }

  static ShardUpdate update(Value entry) {
    Value op = field(entry, "op");
    String key = text(field(op, "key"));
    List<Long> tokens = new ArrayList<>(List.of(TOKENS.get(key)));
    texts(field(op, "also")).stream()
        .filter(other -> !other.equals(key))
        .forEach(other -> tokens.add(TOKENS.get(other)));
    SpecCells.Operation operation =
        new SpecCells.Operation(
            text(field(op, "kind")),
            text(field(op, "value")),
            text(field(op, "expected")),
            number(field(op, "ttl")));
    return new ShardUpdate(
        client(field(entry, "client")),
        number(field(entry, "seq")),
        tokens,
        number(field(entry, "time")),
        version(field(entry, "version")),
        Bytes.of(operation.text()));
  }

  static MoveMessage message(Value m) {
    List<Value> entry = list(field(m, "entry"));
    List<Value> copy = list(field(m, "copy"));
    String type = text(field(m, "type")).replaceAll("(?<=[a-z])(?=[A-Z])", "_");
    return new MoveMessage(
        MessageType.valueOf(type.toUpperCase(Locale.ROOT)),
        group(field(m, "src")),
        group(field(m, "dst")),
        part(field(m, "part")),
        number(field(m, "epoch")),
        number(field(m, "number")),
        entry.isEmpty() ? null : update(entry.get(0)),
        copy.isEmpty() ? null : copy(copy.get(0)));
  }

  private static PartitionCopy copy(Value copy) {
    return new PartitionCopy(
        number(field(copy, "position")),
        cells(field(copy, "cells")),
        sessions(field(copy, "sessions")),
        number(field(copy, "time")));
  }

  /**
   * A group's state but for its cells. Heirs are of each key.
   *
   * @param dissolved of the code, by a command of the log
   */
  static WholeState state(Value s, Birth self, boolean dissolved) {
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>();
    SortedMap<PartitionId, SortedMap<Long, LastUpdate>> sessions = new TreeMap<>();
    if (field(s, "parts") instanceof Value.Function parts) {
      parts
          .graph()
          .forEach(
              (part, record) -> {
                records.put(part(part), record(record));
                sessions.put(part(part), sessions(field(record, "sessions")));
              });
    }
    TableState table =
        new TableState(
            self,
            number(field(s, "index")) + FOUNDING + (dissolved ? 1 : 0),
            number(field(s, "time")),
            number(field(s, "floor")),
            dissolved,
            records,
            heirs(field(s, "heirs")));
    return new WholeState(table, sessions);
  }

  private static PartitionRecord record(Value r) {
    return new PartitionRecord(
        MovePhase.valueOf(text(field(r, "phase")).toUpperCase(Locale.ROOT)),
        number(field(r, "epoch")),
        number(field(r, "move")),
        group(field(r, "peer")),
        number(field(r, "position")),
        parts(field(r, "into")));
  }

  static List<Heirs.Gift> heirs(Value heirs) {
    List<Heirs.Gift> gifts = new ArrayList<>();
    TOKENS.forEach(
        (key, token) -> {
          Heir heir = heir(field(heirs, key));
          if (!heir.equals(Heir.NOBODY)) {
            gifts.add(new Heirs.Gift(range(token), heir));
          }
        });
    return gifts;
  }

  private static Heir heir(Value heir) {
    long place = number(field(heir, "place"));
    return new Heir(
        group(field(heir, "group")),
        number(field(heir, "epoch")),
        place == 0 ? 0 : place + FOUNDING);
  }
}
