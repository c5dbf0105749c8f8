package io.zabdb.storage.engine;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.ring.Token;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Action.CheckAndMutate;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.data.Partition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What an engine should do, said with maps of cells: what cannot be seen is removed at once. It
 * knows neither keys nor files.
 */
final class Model {

  /** A column of a partition. */
  private record Column(Bytes row, int family, Bytes qualifier) {

    static final Comparator<Column> ORDER =
        Comparator.comparingLong((Column column) -> Token.of(column.row.array()))
            .thenComparing(Column::row)
            .thenComparingInt(Column::family)
            .thenComparing(Column::qualifier);
  }

  /** A session's last request in a partition, and whether it was done. */
  private record Last(long seq, String outcome) {}

  private static final class Content {
    final Partition spec;
    final NavigableMap<Column, NavigableMap<Version, Cell>> columns = new TreeMap<>(Column.ORDER);
    final Map<Long, Last> sessions = new TreeMap<>();

    Content(Partition spec) {
      this.spec = spec;
    }
  }

  private final Map<String, Content> partitions = new TreeMap<>();
  private final Map<Long, Long> sessions = new TreeMap<>();
  private long time;

  void create(Partition spec) {
    partitions.put(spec.name(), new Content(spec));
  }

  void drop(String partition) {
    partitions.remove(partition);
  }

  /** A copy of a partition, under another name, moved. */
  void copy(String from, String to, long move) {
    Content source = partitions.get(from);
    Content target = new Content(new Partition(to, move, source.spec.families()));
    source.columns.forEach((column, cells) -> target.columns.put(column, new TreeMap<>(cells)));
    target.sessions.putAll(source.sessions);
    partitions.put(to, target);
  }

  Collection<String> names() {
    return partitions.keySet();
  }

  Map<Long, Long> sessions() {
    return sessions;
  }

  long time() {
    return time;
  }

  /** Applies an entry that holds a command, or, for null, none. Says what should come of it. */
  String apply(Entry entry, Command command) {
    sessions.merge(entry.session(), entry.seq(), Math::max);
    if (command == null) {
      return entry.payload().length == 0 ? "Nothing" : "Refused";
    }
    Content content = partitions.get(command.partition());
    if (content == null) {
      return "Refused";
    }
    time = Math.max(time, command.time());
    partitions.values().forEach(this::expire);
    Last last = content.sessions.get(entry.session());
    if (last != null && last.seq >= entry.seq()) {
      return last.seq == entry.seq() ? last.outcome : "Refused";
    }
    String outcome =
        run(content, VersionCodec.of(content.spec.move(), entry.zxid()), command.action());
    content.sessions.put(entry.session(), new Last(entry.seq(), outcome));
    return outcome;
  }

  private void expire(Content content) {
    content.columns.forEach(
        (column, cells) -> {
          long maxAge = content.spec.families().get(column.family).maxAge();
          cells.values().removeIf(cell -> maxAge > 0 && cell.millis() + maxAge <= time);
        });
  }

  private String run(Content content, Version version, Action action) {
    List<RowMutation> mutations = action.mutations();
    List<Condition> checks =
        action instanceof CheckAndMutate conditional ? conditional.conditions() : List.of();
    if (!familiesExist(content, mutations, checks)) {
      return "Refused";
    }
    Bytes row = mutations.get(0).row();
    for (Condition check : checks) {
      NavigableMap<Version, Cell> cells =
          cells(content, row, check.column().family(), check.column().qualifier());
      if (!check.holds(cells.isEmpty() ? null : cells.firstEntry().getValue())) {
        return "NotDone";
      }
    }
    for (RowMutation mutation : mutations) {
      mutation.changes().forEach(change -> make(content, mutation.row(), version, change));
    }
    return "Done";
  }

  private static boolean familiesExist(
      Content content, List<RowMutation> mutations, List<Condition> checks) {
    List<String> used = new ArrayList<>();
    checks.forEach(check -> used.add(check.column().family()));
    for (RowMutation mutation : mutations) {
      for (Change change : mutation.changes()) {
        if (change instanceof Change.Put put) {
          used.add(put.column().family());
        } else if (change instanceof Change.DeleteFamily delete) {
          used.add(delete.family());
        } else if (change instanceof Change.DeleteColumn delete) {
          used.add(delete.column().family());
        } else if (change instanceof Change.DeleteVersion delete) {
          used.add(delete.column().family());
        }
      }
    }
    return content.spec.families().stream().map(Family::name).toList().containsAll(used);
  }

  private void make(Content content, Bytes row, Version version, Change change) {
    if (change instanceof Change.Put put) {
      NavigableMap<Version, Cell> cells =
          cells(content, row, put.column().family(), put.column().qualifier());
      cells.put(version, new Cell(row, put.column(), version, time, put.value()));
      while (cells.size()
          > content.spec.families().get(id(content, put.column().family())).versions()) {
        cells.pollLastEntry();
      }
    } else if (change instanceof Change.DeleteVersion delete) {
      cells(content, row, delete.column().family(), delete.column().qualifier())
          .remove(delete.version());
    } else if (change instanceof Change.DeleteColumn delete) {
      cells(content, row, delete.column().family(), delete.column().qualifier()).clear();
    } else if (change instanceof Change.DeleteFamily delete) {
      int id = id(content, delete.family());
      content.columns.keySet().removeIf(c -> c.row.equals(row) && c.family == id);
    } else if (change instanceof Change.DeleteRow) {
      content.columns.keySet().removeIf(c -> c.row.equals(row));
    }
  }

  private static int id(Content content, String family) {
    return content.spec.families().stream().map(Family::name).toList().indexOf(family);
  }

  private static NavigableMap<Version, Cell> cells(
      Content content, Bytes row, String family, Bytes qualifier) {
    return content.columns.computeIfAbsent(
        new Column(row, id(content, family), qualifier),
        column -> new TreeMap<>(Comparator.reverseOrder()));
  }

  /** The cells of a partition in the order of a scan, up to so many versions of each column. */
  List<Cell> scan(String partition, int versions) {
    List<Cell> cells = new ArrayList<>();
    partitions
        .get(partition)
        .columns
        .values()
        .forEach(column -> cells.addAll(column.values().stream().limit(versions).toList()));
    return cells;
  }

  /** What came of a session's last request in a partition; null if it is another one. */
  String outcome(String partition, long session, long seq) {
    Last last = partitions.get(partition).sessions.get(session);
    return last != null && last.seq == seq ? last.outcome : null;
  }

  /** The newest version of a cell that is there, or one that is not. */
  Version someVersion(String partition, int choice) {
    List<Cell> cells = partitions.containsKey(partition) ? scan(partition, 3) : List.of();
    return cells.isEmpty() ? new Version(0, 1, 1) : cells.get(choice % cells.size()).version();
  }
}
