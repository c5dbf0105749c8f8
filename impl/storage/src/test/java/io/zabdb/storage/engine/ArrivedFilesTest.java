package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zabdb.model.data.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Event loops look at what has come while other threads wait for the disk. */
@Timeout(60)
class ArrivedFilesTest {

  @TempDir Path directory;

  /** A thread of its own: whoever waits in vain holds up nobody else. */
  private static void start(Runnable task) {
    new Thread(task).start();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoLooksDoesNotWaitForFilesThatAreVerified() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    ArrivedFiles files =
        new ArrivedFiles(
            directory.resolve("arrived"),
            incoming -> {
              reading.countDown();
              await(goesOn);
              throw new IllegalArgumentException("not whole");
            });
    CompletableFuture<Void> promised =
        CompletableFuture.runAsync(
            () -> files.promise(directory.resolve("incoming")), ArrivedFilesTest::start);
    await(reading);
    try {
      assertEquals(
          Optional.empty(),
          CompletableFuture.supplyAsync(
                  () -> files.carrier(Bytes.of("another")), ArrivedFilesTest::start)
              .get(20, TimeUnit.SECONDS));
      CompletableFuture.runAsync(() -> files.forget(carrier -> true), ArrivedFilesTest::start)
          .get(20, TimeUnit.SECONDS);
      assertFalse(promised.isDone());
    } finally {
      goesOn.countDown();
    }
    assertEquals(
        "not whole", promised.handle((done, failed) -> failed.getCause().getMessage()).join());
  }
}
