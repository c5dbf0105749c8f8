package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.memory.MemoryReplicaDisk;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartitionWatchTest {

  private static final int GROUP = 3;
  private static final PartitionId PART = new PartitionId("p", TokenRange.ALL);
  private static final Birth OTHER = new Birth(3, 4);

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final ReplicaStore store = new ReplicaStore(engine);
  private final StepWorkers workers = new StepWorkers();
  private final NodeHealth health = new NodeHealth();
  private final Checkpointer checkpointer =
      new Checkpointer(store, new MemoryReplicaDisk(1), 1 << 20, null, checkpoint -> {}, workers);
  private final PartitionWatch watch = new PartitionWatch(engine, checkpointer, health, GROUP);

  @AfterEach
  void close() {
    checkpointer.close();
    store.close();
  }

  private void apply(ShardCommand command, List<Family> families) {
    long place = engine.applied().length() + 1;
    byte[] payload = StructureCodec.encode(new Structure(command, families));
    engine.apply(List.of(new Entry(1, place, Structure.SESSION, place, payload)));
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
    assertFalse(health.isUnfit(GROUP + 1));
    // It is told once, whatever else is applied.
    watch.look();
    assertEquals(1, health.complaints().size());
    apply(CommandKind.CANCEL, null);
    assertFalse(health.isUnfit(GROUP));
    // And what is left of the partition goes.
    workers.runAll();
    assertEquals(engine.applied().length(), engine.flushed().length());
  }
}
