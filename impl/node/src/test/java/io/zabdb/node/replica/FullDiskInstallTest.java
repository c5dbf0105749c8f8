package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import io.zabdb.replica.memory.ForwardingEngine;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member gets a checkpoint, and its disk has no room for the store that is to be made of it. */
@Timeout(300)
class FullDiskInstallTest {

  private static final int TIMES = 2;

  @TempDir Path directory;

  /** How often there is no room yet. */
  private final AtomicInteger left = new AtomicInteger(TIMES);

  private LocalCluster cluster;

  @AfterEach
  void close() throws IOException {
    cluster.close();
  }

  private ReplicaDisk disk(int member) {
    return new ForwardingDisk(LocalCluster.folder(directory, member)) {
      @Override
      public StorageEngine openStore() {
        StorageEngine engine = super.openStore();
        return new ForwardingEngine() {
          @Override
          protected StorageEngine engine() {
            return engine;
          }

          @Override
          public void importCheckpoint(Path files) {
            if (left.getAndDecrement() > 0) {
              throw new StorageException(ErrorCode.DISK_FULL, "there is no room for " + files);
            }
            super.importCheckpoint(files);
          }
        };
      }
    };
  }

  @Test
  void itIsInstalledOnceThereIsRoom() throws IOException {
    cluster = new LocalCluster(directory, 3, 10_000, Durability.SYNC, this::disk);
    cluster.startAll();
    cluster.put("before", "1");
    int away = (cluster.awaitLeader() + 1) % 3;
    cluster.awaitEqual();
    cluster.stop(away);
    for (int i = 0; i < 200; i++) {
      cluster.put("row-" + i, "x".repeat(500));
    }
    cluster.await("purged logs", () -> cluster.status(cluster.awaitLeader()).checkpoint() > 10);
    cluster.start(away);
    cluster.awaitEqual();
    assertTrue(left.get() < 0, "no checkpoint was installed");
    assertEquals(Map.of(), cluster.failures());
    assertEquals("1", cluster.read(away, "before", true).join());
  }
}
