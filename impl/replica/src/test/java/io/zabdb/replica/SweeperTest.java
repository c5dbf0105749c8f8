package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SweeperTest {

  private static final int ENTRIES = 1_000;

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final ReplicaStore store = new ReplicaStore(engine);
  private final Sweeper sweeper = new Sweeper(store);

  @BeforeEach
  void overwriteARowInEachPartition() {
    engine.createPartition(new Partition("a", 0, List.of(new Family("f", 2, 0))));
    engine.createPartition(new Partition("b", 0, List.of(new Family("f", 2, 0))));
    for (int i = 1; i <= ENTRIES; i++) {
      Action put =
          new Action.Mutate(
              new RowMutation(
                  Bytes.of("row"),
                  List.of(new Change.Put(new Column("f", Bytes.EMPTY), Bytes.of("value " + i)))));
      String partition = i % 2 == 0 ? "a" : "b";
      byte[] payload = CommandCodec.encode(new Command(partition, 0, put));
      engine.apply(List.of(new Entry(1, i, 1, i, payload)));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void sweep(long entries) {
    sweeper.owe(entries);
    while (sweeper.step()) {
      // There is more.
    }
  }

  private long size(String partition) {
    return engine.size(partition, TokenRange.ALL);
  }

  private String value(String partition) {
    return store.read(
        snapshot ->
            snapshot
                .get(partition, Bytes.of("row"), "f", Bytes.EMPTY, 1)
                .get(0)
                .value()
                .toString());
  }

  @Test
  void whatCannotBeSeenIsDeletedInAllPartitions() {
    long before = size("a");
    sweep(ENTRIES);
    assertTrue(size("a") < before / 100, size("a") + " of " + before);
    assertTrue(size("b") < before / 100, size("b") + " of " + before);
    assertEquals("value 1000", value("a"));
    assertEquals("value 999", value("b"));
  }

  @Test
  void aSweepGoesOnWhereTheOneBeforeEnded() {
    long before = size("a");
    for (int i = 0; i < ENTRIES / 100; i++) {
      sweep(100);
    }
    assertTrue(size("a") + size("b") < before / 100, size("a") + " and " + size("b"));
  }

  /** It reads no list of partitions: with many, that was most of what it did. */
  @Test
  void aPartitionThatHasGoneIsPassedOverAndAnotherIsSwept() {
    sweeper.owe(2 * ENTRIES);
    assertTrue(sweeper.step());
    // In the middle of it.
    engine.dropPartition("a");
    engine.createPartition(new Partition("aa", 0, List.of(new Family("f", 2, 0))));
    long before = size("b");
    while (sweeper.step()) {
      // There is more.
    }
    assertTrue(size("b") < before / 100, size("b") + " of " + before);
    assertEquals("value 999", value("b"));
  }

  @Test
  void aStepIsShort() {
    long before = size("a") + size("b");
    sweeper.owe(ENTRIES);
    assertTrue(sweeper.step());
    long after = size("a") + size("b");
    assertTrue(after < before && after > before / 2, after + " of " + before);
  }

  @Test
  void whatThereWasNoTimeForIsMadeUpFor() {
    long before = size("a");
    sweeper.owe(ENTRIES);
    sweep(0);
    assertTrue(size("a") + size("b") < before / 100, size("a") + " and " + size("b"));
  }
}
