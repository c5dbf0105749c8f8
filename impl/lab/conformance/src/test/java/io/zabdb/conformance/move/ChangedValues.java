package io.zabdb.conformance.move;

import io.zabdb.shard.Birth;
import io.zabdb.shard.Heir;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Tables, records and commands of an event as they were not. */
final class ChangedValues {

  private ChangedValues() {}

  static PartitionRecord numbered(PartitionRecord r, int higher) {
    return new PartitionRecord(
        r.phase(), r.epoch() + higher, r.move(), r.peer(), r.position(), r.into());
  }

  static PartitionRecord in(PartitionRecord r, MovePhase phase) {
    return new PartitionRecord(phase, r.epoch(), r.move(), r.peer(), r.position(), r.into());
  }

  static PartitionRecord moved(PartitionRecord r, int higher) {
    return new PartitionRecord(
        r.phase(), r.epoch(), r.move() + higher, r.peer(), r.position(), r.into());
  }

  static PartitionRecord toPeer(PartitionRecord r, Birth peer) {
    return new PartitionRecord(r.phase(), r.epoch(), r.move(), peer, r.position(), r.into());
  }

  static TableState with(
      TableState s, SortedMap<PartitionId, PartitionRecord> records, List<Heirs.Gift> heirs) {
    return new TableState(s.self(), s.index(), s.time(), s.floor(), s.dissolved(), records, heirs);
  }

  static TableState with(TableState s, List<Heirs.Gift> heirs) {
    return with(s, s.records(), heirs);
  }

  static TableState with(TableState s, SortedMap<PartitionId, PartitionRecord> records) {
    return with(s, records, s.heirs());
  }

  static TableState timed(TableState s, long time) {
    return s.at(s.index(), time);
  }

  static TableState floor(TableState s, long floor) {
    return new TableState(
        s.self(), s.index(), s.time(), floor, s.dissolved(), s.records(), s.heirs());
  }

  static TableState record(MoveEvent e, UnaryOperator<PartitionRecord> change) {
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>(e.table().records());
    records.computeIfPresent(
        Objects.requireNonNull(e.command().part()), (part, record) -> change.apply(record));
    return with(e.table(), records);
  }

  static TableState heirs(MoveEvent e, Function<Heir, Birth> group, int higher) {
    return with(
        e.table(),
        e.table().heirs().stream()
            .map(
                gift ->
                    new Heirs.Gift(
                        gift.range(),
                        new Heir(
                            group.apply(gift.heir()),
                            gift.heir().epoch() + higher,
                            gift.heir().place())))
            .toList());
  }

  static TableState unmarked(MoveEvent e) {
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>(e.table().records());
    records.replaceAll(
        (part, r) ->
            new PartitionRecord(r.phase(), r.epoch(), r.move(), r.peer(), r.position(), List.of()));
    return with(e.table(), records);
  }

  static TableState withoutPart(MoveEvent e) {
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>(e.table().records());
    records.remove(e.command().into().get(0));
    return with(e.table(), records);
  }

  static TableState renumbered(MoveEvent e) {
    SortedMap<PartitionId, PartitionRecord> records = new TreeMap<>(e.table().records());
    e.command().into().forEach(part -> records.compute(part, (key, r) -> numbered(r, 1)));
    return with(e.table(), records);
  }

  static ShardCommand shifted(MoveEvent e, int higher, int more) {
    ShardCommand c = e.command();
    return new ShardCommand(
        c.kind(),
        c.part(),
        c.epoch() + higher,
        c.peer(),
        c.number() + more,
        c.entry(),
        c.copy(),
        c.into());
  }

  static ShardCommand sentBy(MoveEvent e, Birth peer) {
    ShardCommand c = e.command();
    return new ShardCommand(
        c.kind(), c.part(), c.epoch(), peer, c.number(), c.entry(), c.copy(), c.into());
  }

  static ShardCommand copied(MoveEvent e, int further, int later) {
    ShardCommand c = e.command();
    PartitionCopy copy = Objects.requireNonNull(c.copy());
    return new ShardCommand(
        c.kind(),
        c.part(),
        c.epoch(),
        c.peer(),
        c.number(),
        c.entry(),
        new PartitionCopy(
            copy.position() + further, copy.cells(), copy.sessions(), copy.time() + later),
        c.into());
  }
}
