package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Recovered;
import io.zabdb.core.zab.Replica;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.memory.CountedMetrics;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckpointerTest {

  private static final long INTERVAL = 100;
  private static final int ENTRIES = 1_000;

  private record Taken(long length, Zxid zxid) implements Checkpoint {}

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final ReplicaStore store = new ReplicaStore(engine);
  private final StepWorkers workers = new StepWorkers();
  private final List<String> done = new ArrayList<>();
  private final Checkpointer checkpointer =
      new Checkpointer(
          store,
          new Noted(),
          INTERVAL,
          null,
          checkpoint -> done.add("purge " + checkpoint.length()),
          workers);

  /** Takes note of what is asked for. */
  private final class Noted implements Checkpoints {
    @Override
    public List<Checkpoint> open(long least) {
      return List.of();
    }

    @Override
    public Checkpoint take(StorageEngine from) {
      done.add("take " + from.applied().length());
      return new Taken(from.applied().length(), from.applied().zxid());
    }

    @Override
    public Checkpoint adopt(Checkpoint received) {
      return received;
    }

    @Override
    public void load(Checkpoint checkpoint, StorageEngine into) {}

    @Override
    public void lend(Connection connection, Checkpoint checkpoint) {}

    @Override
    public void release(Connection connection) {}

    @Override
    public void discard(Checkpoint received) {
      done.add("discard " + received.length());
    }

    @Override
    public void deleteBelow(long length) {
      done.add("delete below " + length);
    }
  }

  @AfterEach
  void close() {
    checkpointer.close();
    store.close();
  }

  private void overwrite() {
    long from = engine.applied().length();
    if (from == 0) {
      engine.createPartition(new Partition("p", 0, List.of(new Family("f", 2, 0))));
    }
    for (long i = from + 1; i <= from + ENTRIES; i++) {
      Action put =
          new Action.Mutate(
              new RowMutation(
                  Bytes.of("row"),
                  List.of(new Change.Put(new Column("f", Bytes.EMPTY), Bytes.of("value " + i)))));
      engine.apply(List.of(new Entry(1, i, 1, i, CommandCodec.encode(new Command("p", 0, put)))));
    }
  }

  private long size() {
    return engine.size("p", TokenRange.ALL);
  }

  /** It may wait for room, which only this gives; no next checkpoint comes meanwhile. */
  @Test
  void theLogIsPurgedAlsoWhileTheCoreWaitsForRoom() {
    AtomicBoolean isShort = new AtomicBoolean();
    Turns turns =
        new Turns(
            new StepLoop(),
            ReplicaTrace.NONE,
            failure -> {
              throw new AssertionError(failure);
            });
    Replica core =
        new Replica(
            Settings.of(1, 3, 0),
            new Recovered(0, 0, null, List.of()),
            Guards.STANDARD,
            TraceSink.NONE,
            output -> {});
    turns.begin(core, new HeedlessTurn());
    LogPurge log =
        new LogPurge(
            position -> done.add("purge " + position.length()), () -> Long.MAX_VALUE, isShort::get);
    Purging purging = new Purging(turns, core, log, checkpointer, new CountedMetrics());
    turns.suspend();
    purging.upTo(new Taken(7, new Zxid(1, 7)));
    workers.runAll();
    assertEquals(List.of(), done, "the disk is slow");
    isShort.set(true);
    purging.upTo(new Taken(7, new Zxid(1, 7)));
    workers.runAll();
    assertEquals(List.of("purge 7", "delete below 7"), done);
  }

  @Test
  void theLogIsPurgedUpToTheOneBefore() {
    overwrite();
    checkpointer.applied(INTERVAL - 1);
    workers.runAll();
    assertEquals(List.of(), done);
    checkpointer.applied(1);
    workers.runAll();
    overwrite();
    checkpointer.applied(3 * INTERVAL);
    workers.runAll();
    assertEquals(List.of("take " + ENTRIES, "take " + 2 * ENTRIES, "purge " + ENTRIES), done);
  }

  @Test
  void whatIsLeftOfPartitionsIsDroppedBehindAFlush() {
    overwrite();
    checkpointer.partitionsChanged();
    workers.runAll();
    assertEquals(0, engine.flushed().length());
    PartitionId part = new PartitionId("p", TokenRange.ALL);
    Birth self = new Birth(1, 2);
    apply(new Structure(ShardCommand.found(self, List.of(part)), List.of(new Family("f", 2, 0))));
    for (CommandKind kind :
        List.of(CommandKind.BEGIN, CommandKind.SEAL, CommandKind.SWITCH, CommandKind.RELEASE)) {
      apply(Structure.of(ShardCommand.of(kind, part, 1, new Birth(3, 4))));
    }
    checkpointer.partitionsChanged();
    workers.runAll();
    assertEquals(ENTRIES + 5, engine.flushed().length());
    assertEquals(List.of(), done);
  }

  private void apply(Structure structure) {
    long place = engine.applied().length() + 1;
    engine.apply(
        List.of(new Entry(1, place, Structure.SESSION, place, StructureCodec.encode(structure))));
  }

  @Test
  void behindACheckpointItSweeps() {
    overwrite();
    long before = size();
    checkpointer.applied(INTERVAL);
    workers.runAll();
    assertTrue(size() < before / 100, size() + " of " + before);
  }

  @Test
  void aCheckpointThatIsDueGoesAheadOfTheSweep() {
    overwrite();
    long before = size();
    checkpointer.applied(INTERVAL);
    // The checkpoint, and one step.
    workers.run(2);
    long after = size();
    assertTrue(after < before && after > before / 2, after + " of " + before);
    checkpointer.applied(INTERVAL);
    workers.run(1);
    assertEquals(after, size());
    workers.run(1);
    assertEquals(List.of("take " + ENTRIES, "take " + ENTRIES), done);
    workers.runAll();
    assertTrue(size() < before / 100, size() + " of " + before);
  }

  @Test
  void afterAnInstalledOneTheNextIsPurgedUpToThat() {
    overwrite();
    checkpointer.installed(new Taken(7, new Zxid(1, 7)));
    checkpointer.applied(INTERVAL);
    workers.runAll();
    assertEquals(List.of("delete below 7", "take " + ENTRIES, "purge 7"), done);
  }

  @Test
  void oneThatIsNotInstalledIsDiscarded() {
    checkpointer.discard(new Taken(7, new Zxid(1, 7)));
    assertEquals(List.of(), done, "by who asks, who must not wait for the disk");
    workers.runAll();
    assertEquals(List.of("discard 7"), done);
  }
}
