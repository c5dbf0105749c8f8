package io.zabdb.storage.tree;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFilesTest {

  private static final int ROUNDS = 100;
  private static final int FILES = 50;

  @TempDir Path directory;

  private Path filled(int round) throws Exception {
    Path inner = directory.resolve("round-" + round).resolve("inner");
    Files.createDirectories(inner);
    for (int i = 0; i < FILES; i++) {
      Files.createFile(inner.resolve("file-" + i));
      Files.createFile(inner.resolveSibling("file-" + i));
    }
    return inner.getParent();
  }

  /** Whoever deletes a directory may meet somebody who deletes it, too: then it is gone. */
  @Test
  void whatSomebodyElseHasDeletedIsGone() throws Exception {
    ExecutorService both = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Path path = filled(round);
        CyclicBarrier begin = new CyclicBarrier(2);
        Callable<Void> delete =
            () -> {
              begin.await();
              DiskFiles.delete(path);
              return null;
            };
        for (Future<Void> done : both.invokeAll(List.of(delete, delete))) {
          done.get();
        }
        assertFalse(Files.exists(path), path.toString());
      }
    } finally {
      both.shutdown();
    }
  }
}
