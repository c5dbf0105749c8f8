package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.Directory;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log takes of memory outside of the heap: little, however large segments and entries. */
class LogMemoryTest {

  private static final int MIB = 1 << 20;
  private static final LogSettings LARGE = new LogSettings(16 * MIB, 4 * MIB, MIB, 0);
  private static final int BATCH = 3_000;

  @TempDir Path temp;

  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** By a thread of its own: the JDK keeps buffers for each. Those are counted, too. */
  private static <T> T takesLittle(String what, Callable<T> action) throws Exception {
    long before = direct();
    List<Long> after = new ArrayList<>();
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              T result = action.call();
              after.add(direct());
              return result;
            });
    new Thread(task, what).start();
    T result = task.get();
    long taken = after.get(0) - before;
    assertTrue(taken < MIB, what + " took " + taken + " bytes");
    return result;
  }

  private ReplicaLog open() throws IOException {
    return ReplicaLog.open(Directory.open(temp.resolve("log")), IDENTITY, LARGE, 0).log();
  }

  @Test
  void nothingReadsOrWritesMuchAtOnce() throws Exception {
    ReplicaLog log = takesLittle("open", this::open);
    List<Entry> many = new ArrayList<>();
    for (int i = 1; i <= BATCH; i++) {
      many.add(entry(1, i, 2_000));
    }
    takesLittle(
        "append many",
        () -> {
          log.append(1, many);
          return 0;
        });
    Entry large = entry(1, BATCH + 1, 4 * MIB);
    takesLittle(
        "append a large one",
        () -> {
          log.append(BATCH + 1, large);
          return log.sync();
        });
    LogReader reader = log.reader();
    assertEquals(
        List.of(large),
        takesLittle("read a large one", () -> reader.read(BATCH + 1, BATCH + 1, 1)));
    assertEquals(
        many, takesLittle("read many", () -> reader.read(1, BATCH, Long.MAX_VALUE)), "as written");
    assertEquals(BATCH + 1, takesLittle("verify", log::verify).entries());
    takesLittle(
        "cut",
        () -> {
          log.truncate(BATCH);
          return 0;
        });
    log.close();
    ReplicaLog again = takesLittle("open again", this::open);
    assertEquals(BATCH, again.end().length());
    again.close();
  }
}
