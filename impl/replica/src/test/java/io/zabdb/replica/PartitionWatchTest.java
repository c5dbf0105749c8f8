package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionWatchTest {

  private static final int GROUP = 3;
  private static final PartitionId PART = new PartitionId("p", TokenRange.ALL);
  private static final Birth OTHER = new Birth(3, 4);

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final ReplicaStore store = new ReplicaStore(engine);
  private final StepWorkers workers = new StepWorkers();
  private final NodeHealth health = new NodeHealth();
  private final List<Long> purged = new ArrayList<>();
  private final Checkpointer checkpointer =
      new Checkpointer(
          store,
          new MemoryReplicaDisk(1),
          1 << 20,
          null,
          checkpoint -> purged.add(checkpoint.length()),
          workers);
  private final Told events = new Told();
  private int told;
  private final List<TableState> changed = new ArrayList<>();
  private final PartitionWatch watch =
      new PartitionWatch(engine, checkpointer, changed::add, health, events, GROUP, () -> told++);

  /** What the rest of the node hears. */
  private static final class Told extends NotedFailure {

    private final List<TableState> tables = new ArrayList<>();

    @Override
    public void partitionsChanged(int group, TableState table) {
      assertEquals(GROUP, group);
      tables.add(table);
    }
  }

  @AfterEach
  void close() {
    checkpointer.close();
    store.close();
  }

  private void apply(ShardCommand command, List<Family> families) {
    long place = engine.applied().length() + 1;
    engine.apply(List.of(entry(place, command, families)));
    watch.look();
  }

  private void apply(CommandKind kind, PartitionCopy copy) {
    apply(new ShardCommand(kind, PART, 1, OTHER, 0, null, copy, List.of()), List.of());
  }

  @Test
  void aReplicaIsUnfitForAsLongAsItLacksFiles() {
    apply(ShardCommand.found(new Birth(1, 2), List.of()), List.of());
    apply(ShardCommand.of(CommandKind.PREPARE, PART, 1, OTHER), List.of(Family.of("f")));
    assertFalse(health.isUnfit(GROUP));
    Bytes digest = Bytes.of("elsewhere");
    apply(CommandKind.STAGE, new PartitionCopy(1, digest, Collections.emptySortedMap(), 0));
    assertTrue(health.isUnfit(GROUP));
    assertTrue(watch.isLacking());
    assertEquals(1, told);
    assertFalse(health.isUnfit(GROUP + 1));
    // It is told once, whatever else is applied.
    watch.look();
    assertEquals(1, health.complaints().size());
    // Of what concerns others, each is told once: that it has nothing, and that something comes.
    assertEquals(2, changed.size());
    apply(CommandKind.CANCEL, null);
    assertEquals(3, changed.size());
    assertFalse(health.isUnfit(GROUP));
    assertFalse(watch.isLacking());
    assertEquals(1, told);
    // And what is left of the partition goes.
    workers.runAll();
    assertEquals(engine.applied().length(), engine.flushed().length());
  }

  /** It may have given all away, and know to whom; a replica that begins with that tells it. */
  @Test
  void thatAGroupHasNothingIsToldOnceItIsFounded() {
    watch.look();
    assertEquals(0, events.tables.size());
    apply(ShardCommand.found(new Birth(1, 2), List.of()), List.of());
    watch.look();
    assertEquals(1, events.tables.size());
    Told later = new Told();
    new PartitionWatch(engine, checkpointer, changed::add, health, later, GROUP, () -> {}).look();
    assertEquals(events.tables, later.tables);
  }

  /** A member that learns from the log would lack the files that it names. */
  @Test
  void theLogOfAPartitionThatHasComeIsPurged(@TempDir Path directory) throws IOException {
    engine.keepArrivalsIn(directory.resolve("arrived"));
    watch.look();
    apply(ShardCommand.found(new Birth(1, 2), List.of()), List.of());
    Carrier carrier = engine.receive(fromElsewhere(directory));
    apply(ShardCommand.of(CommandKind.PREPARE, PART, 1, OTHER), List.of(Family.of("f")));
    apply(CommandKind.STAGE, carrier.copy());
    apply(CommandKind.FINISH, carrier.copy());
    workers.runAll();
    assertEquals(List.of(), purged);
    apply(CommandKind.ACTIVATE, carrier.copy());
    workers.runAll();
    assertEquals(List.of(engine.applied().length()), purged);
    // Once for each that comes, and behind the start of a replica that has some.
    watch.look();
    workers.runAll();
    assertEquals(1, purged.size());
    // At its start nothing: it is not known yet what is committed.
    PartitionWatch again =
        new PartitionWatch(engine, checkpointer, changed::add, health, events, GROUP, () -> told++);
    again.look();
    workers.runAll();
    assertEquals(1, purged.size());
    again.look();
    workers.runAll();
    assertEquals(2, purged.size());
  }

  /** What a group exports of a partition that it is about to give away. */
  private static Path fromElsewhere(Path directory) {
    try (StorageEngine source = TreeEngine.inMemory(new MemoryDisk())) {
      List<Family> families = List.of(Family.of("f"));
      source.apply(List.of(entry(1, ShardCommand.found(OTHER, List.of(PART)), families)));
      ShardCommand begin = ShardCommand.of(CommandKind.BEGIN, PART, 1, new Birth(1, 2));
      source.apply(List.of(entry(2, begin, List.of())));
      try (Snapshot snapshot = source.snapshot()) {
        source.exportPartition(snapshot, PART.name(), directory.resolve("exported"));
      }
    }
    return directory.resolve("exported");
  }

  private static Entry entry(long place, ShardCommand command, List<Family> families) {
    byte[] payload = StructureCodec.encode(new Structure(command, families));
    return new Entry(1, place, Structure.SESSION, place, payload);
  }

  private MovePhase phaseTold() {
    return events.tables.get(events.tables.size() - 1).records().get(PART).phase();
  }

  @Test
  void theNodeHearsWhatTheGroupHasWhenThatChanges() {
    watch.look();
    assertEquals(List.of(), events.tables, "the group is not founded");
    apply(ShardCommand.found(new Birth(1, 2), List.of(PART)), List.of(Family.of("f")));
    assertEquals(1, events.tables.size());
    watch.look();
    assertEquals(1, events.tables.size());
    apply(CommandKind.BEGIN, null);
    assertEquals(MovePhase.COPYING, phaseTold());
    int before = events.tables.size();
    long place = engine.applied().length() + 1;
    Command put =
        new Command(
            PART.name(),
            1,
            0,
            Retention.FOREVER,
            new Action.Mutate(RowMutation.in("row").put(Column.of("f", ""), "v").build()));
    engine.apply(List.of(new Entry(1, place, 9, 1, CommandCodec.encode(put))));
    watch.look();
    assertEquals(2, engine.table().records().get(PART).position());
    assertEquals(before, events.tables.size(), "a position of the move concerns nobody else");
    apply(CommandKind.SEAL, null);
    apply(CommandKind.SWITCH, null);
    assertEquals(MovePhase.SWITCHED, phaseTold());
    assertEquals(OTHER, events.tables.get(before + 1).heirs().get(0).heir().group());
    apply(CommandKind.RELEASE, null);
    assertEquals(0, events.tables.get(before + 2).records().size());
    assertEquals(before + 3, events.tables.size());
  }
}
