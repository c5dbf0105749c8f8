package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.TreeStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A disk that is full when a partition is made, and has room when that is tried again. */
class FailedFlushTest {

  private static final Partition SPEC = new Partition("p", 0, List.of(Family.of("f")));

  private final Backend backend = new MemoryBackend();
  private boolean isFull;

  private TreeStore store() {
    return Meanwhile.watched(
        backend.store(),
        call -> {
          if (isFull && call.equals("flush")) {
            throw new StorageException(ErrorCode.DISK_FULL, "no room");
          }
        });
  }

  @Test
  void aPartitionThatIsThereIsOnDisk() {
    StorageEngine engine = TreeEngine.open(store(), PendingSessions.MAX_PENDING);
    isFull = true;
    assertThrows(StorageException.class, () -> engine.createPartition(SPEC));
    assertThrows(StorageException.class, () -> engine.createPartition(SPEC), "still full");
    isFull = false;
    engine.createPartition(SPEC);
    // A crash: nothing is flushed any more.
    try (StorageEngine next = TreeEngine.open(store(), PendingSessions.MAX_PENDING);
        Snapshot snapshot = next.snapshot()) {
      assertEquals(List.of(SPEC), snapshot.partitions());
    }
    engine.close();
  }
}
