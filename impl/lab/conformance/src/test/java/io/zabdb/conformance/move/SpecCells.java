package io.zabdb.conformance.move;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.shard.Cells;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardUpdate;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Cells as {@code MoveState!NoCell} has them, and updates as {@code MoveCommands!Run} runs them. A
 * payload is {@link Operation#text}.
 */
final class SpecCells implements Cells {

  static final String NO_VALUE = "none";

  /** A cell; {@code until}: the applied time from which on it is gone, 0: never. */
  record Cell(String value, Version version, long until) {

    static final Cell NONE = new Cell(NO_VALUE, ShardUpdate.NO_VERSION, 0);

    String live(long time) {
      return until != 0 && until <= time ? NO_VALUE : value;
    }
  }

  /** What an update does; the first of its tokens is that of {@code op.key}. */
  record Operation(String kind, String value, String expected, long ttl) {

    String text() {
      return kind + "|" + value + "|" + expected + "|" + ttl;
    }

    static Operation parse(String text) {
      String[] parts = text.split("\\|", -1);
      return new Operation(parts[0], parts[1], parts[2], Long.parseLong(parts[3]));
    }
  }

  private final TreeMap<Long, Cell> cells = new TreeMap<>();

  SpecCells copy() {
    SpecCells copy = new SpecCells();
    copy.cells.putAll(cells);
    return copy;
  }

  Cell cell(long token) {
    return cells.getOrDefault(token, Cell.NONE);
  }

  /** What a client is told of an update. */
  static Bytes result(boolean ok, String value, Version version) {
    return Bytes.of(ok + "|" + value + "|" + version);
  }

  @Override
  public Bytes run(PartitionId part, ShardUpdate update, Version version, long time) {
    Operation op = Operation.parse(update.payload().text());
    long first = update.tokens().get(0);
    boolean ok = !op.kind().equals("cas") || cell(first).live(time).equals(op.expected());
    if (ok) {
      Cell written = new Cell(op.value(), version, op.ttl() == 0 ? 0 : time + op.ttl());
      update.tokens().forEach(token -> cells.put(token, written));
    }
    Cell cell = cell(first);
    return result(ok, cell.live(time), cell.version());
  }

  /** Cells that were never written are not named; in the order of their tokens. */
  static Bytes base(SortedMap<Long, Cell> of) {
    return Bytes.of(
        of.entrySet().stream()
            .map(each -> each.getKey() + "|" + text(each.getValue()))
            .collect(Collectors.joining("\n")));
  }

  private static String text(Cell cell) {
    return cell.value() + "|" + cell.version() + "|" + cell.until();
  }

  @Override
  public Bytes base(PartitionId part) {
    TreeMap<Long, Cell> of = new TreeMap<>(cells);
    of.keySet().removeIf(token -> !part.range().contains(token));
    return base(of);
  }

  @Override
  public void stage(PartitionId part, Bytes base) {
    drop(part);
    for (String line : base.text().lines().toList()) {
      String[] parts = line.split("\\|", -1);
      cells.put(
          Long.parseLong(parts[0]),
          new Cell(parts[1], Version.parse(parts[2]), Long.parseLong(parts[3])));
    }
  }

  @Override
  public void drop(PartitionId part) {
    cells.keySet().removeIf(part.range()::contains);
  }

  @Override
  public void shard(List<PartitionId> old, List<PartitionId> parts) {}
}
