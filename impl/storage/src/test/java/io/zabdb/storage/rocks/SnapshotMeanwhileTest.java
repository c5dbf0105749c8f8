package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever makes, fills or drops a tree waits for the disk; who reads does not wait for that. */
@Timeout(60)
class SnapshotMeanwhileTest {

  @TempDir Path directory;

  @Test
  void aReadWaitsForNoTreeThatComes() throws Exception {
    try (RocksResources resources = new RocksResources(RocksOptions.TINY);
        RocksDatabase database = new RocksDatabase(directory, resources)) {
      database.create("p");
      CountDownLatch done = new CountDownLatch(1);
      Thread reader =
          new Thread(
              () -> {
                try (RocksView view = database.snapshot()) {
                  assertNull(view.get("p", new byte[] {1}));
                }
                done.countDown();
              });
      boolean isDone;
      // What all of them hold.
      synchronized (database) {
        reader.start();
        isDone = done.await(20, TimeUnit.SECONDS);
      }
      // No database may be closed while somebody reads it.
      reader.join();
      assertTrue(isDone, "it waits");
    }
  }
}
