package io.zabdb.storage.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
      // What all of them hold.
      synchronized (database) {
        CompletableFuture<Void> read =
            CompletableFuture.runAsync(
                () -> {
                  try (RocksView view = database.snapshot()) {
                    assertNull(view.get("p", new byte[] {1}));
                  }
                });
        read.get(20, TimeUnit.SECONDS);
      }
      assertEquals(List.of("default", "p"), List.copyOf(database.names()));
    }
  }
}
