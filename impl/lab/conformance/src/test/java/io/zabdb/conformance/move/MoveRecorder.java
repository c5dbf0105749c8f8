package io.zabdb.conformance.move;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.shard.Birth;
import io.zabdb.shard.Cells;
import io.zabdb.shard.Heir;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionRecords;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import io.zabdb.simulator.NodeOptions;
import io.zabdb.simulator.NodeResult;
import io.zabdb.simulator.NodeSimulation;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records what the commands of the logs of all groups lead to, each where the first replica of its
 * group applies it: nobody can have told of it before. Of clients' updates only those that a
 * partition that moves takes, and those that move the applied time on before another command or
 * while a partition leaves. Fails if a command is logged in vain. Not thread-safe.
 */
final class MoveRecorder {

  /** What is known of a group. */
  private static final class Recorded {

    /** The place in the log of each event, and its number among those of the group. */
    private final Map<Long, Long> numbers = new HashMap<>();

    private TableState table;
    private long time;
    private long index;
    private long events;

    /** An update that has moved the time on; null: none, or it is recorded. */
    private MoveEvent held;

    Recorded(TableState founded, long index) {
      table = founded;
      time = founded.time();
      this.index = index;
    }
  }

  private record Written(Birth group, Zxid zxid) {}

  private final Map<Birth, Recorded> groups = new LinkedHashMap<>();
  private final List<TableState> founded = new ArrayList<>();
  private final List<MoveEvent> events = new ArrayList<>();
  private final Map<Written, Long> updates = new HashMap<>();

  /** What was recorded so far. */
  MoveTrace trace() {
    return new MoveTrace(founded, events);
  }

  /** Runs the simulator, and records what the groups do. */
  NodeResult watch(NodeOptions options) {
    return new NodeSimulation(options.withDisks(disk -> new RecordedDisk(disk, this))).run();
  }

  /** A replica has applied an entry. */
  void applied(StorageEngine store, Entry entry, Result result) {
    TableState now = store.table();
    if (!now.isFounded()) {
      return;
    }
    long index = store.applied().length();
    Recorded group = groups.get(now.self());
    if (group == null) {
      TableState first = now.at(0, store.applied().time());
      groups.put(now.self(), new Recorded(first, index));
      founded.add(first);
    } else if (index > group.index) {
      if (index != group.index + 1) {
        throw new IllegalStateException("nobody was seen to apply what is before entry " + index);
      }
      group.index = index;
      if (StorageEngine.isOfGroup(entry)) {
        structure(group, entry, result, now, store.applied().time());
      } else {
        update(group, entry, now, store.applied().time());
      }
      group.time = store.applied().time();
    }
  }

  private void structure(Recorded group, Entry entry, Result result, TableState now, long time) {
    ShardCommand command = StructureCodec.decode(entry.payload()).command();
    if (!(result instanceof Result.Done)) {
      throw new IllegalStateException("logged in vain: " + command);
    }
    recordHeld(group);
    long caught = 0;
    ShardUpdate repeated = command.entry();
    if (repeated != null) {
      Version version = repeated.version();
      Zxid zxid = new Zxid(version.epoch(), version.counter());
      caught = updates.getOrDefault(new Written(command.peer(), zxid), 0L);
    }
    record(group, new MoveEvent(now.self(), entry.zxid().epoch(), command, caught, at(now, time)));
  }

  private void update(Recorded group, Entry entry, TableState now, long time) {
    boolean isTaken = !now.records().equals(group.table.records());
    if (!isTaken && time == group.time) {
      return;
    }
    PartitionTable table = new PartitionTable(now, SessionRecords.ABSENT, Cells.ABSENT);
    List<Long> tokens = CommandCodec.decode(entry.payload()).action().tokens();
    long move = table.record(table.around(tokens).orElseThrow()).orElseThrow().move();
    ShardUpdate update =
        new ShardUpdate(
            entry.session(),
            entry.seq(),
            tokens,
            time,
            new Version(move, entry.zxid().epoch(), entry.zxid().counter()),
            Bytes.EMPTY);
    long number = updates.size() + 1L;
    updates.put(new Written(now.self(), entry.zxid()), number);
    group.held =
        new MoveEvent(
            now.self(), entry.zxid().epoch(), ShardCommand.update(update), number, at(now, time));
    boolean isTold = now.records().values().stream().anyMatch(record -> record.phase().isLeaving());
    if (isTaken || isTold) {
      recordHeld(group);
    }
  }

  private static TableState at(TableState table, long time) {
    return table.at(table.index(), time);
  }

  private void recordHeld(Recorded group) {
    if (group.held != null) {
      MoveEvent event = group.held;
      group.held = null;
      record(group, event);
    }
  }

  private void record(Recorded group, MoveEvent event) {
    group.events++;
    group.numbers.put(group.index, group.events);
    TableState raw = event.table();
    TableState table =
        new TableState(
            raw.self(),
            group.events,
            raw.time(),
            raw.floor(),
            raw.dissolved(),
            raw.records(),
            raw.heirs().stream().map(gift -> renumbered(group, gift)).toList());
    group.table = table;
    events.add(event.with(table));
  }

  private static Heirs.Gift renumbered(Recorded group, Heirs.Gift gift) {
    Heir heir = gift.heir();
    return new Heirs.Gift(
        gift.range(), new Heir(heir.group(), heir.epoch(), group.numbers.get(heir.place())));
  }
}
