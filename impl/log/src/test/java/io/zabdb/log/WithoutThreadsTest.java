package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.step.EpochField;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Worker;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A {@link GroupCommit} whose tasks the test runs, and whose time it makes: no task waits. */
class WithoutThreadsTest implements SyncListener {

  private static final int MEGABYTE = 1 << 20;
  private static final LogSettings LARGE = new LogSettings(3 * MEGABYTE, MEGABYTE, 4096, 2);

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final ArrayDeque<Runnable> paused = new ArrayDeque<>();
  private final List<Long> pauses = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private long now;
  private ReplicaLog log;
  private GroupCommit commit;

  /** Takes tasks until it is closed. */
  private final class Queue implements Worker {

    private boolean closed;

    @Override
    public boolean submit(Runnable task) {
      return !closed && tasks.add(task);
    }

    @Override
    public boolean isClosed() {
      return closed;
    }

    @Override
    public void close() {
      closed = true;
      runAll();
    }
  }

  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return now;
        }

        @Override
        public long millis() {
          throw new AssertionError("nobody needs the time of day");
        }
      };

  @BeforeEach
  void start() throws IOException {
    log = ReplicaLog.open(files, IDENTITY, LARGE).log();
    commit =
        new GroupCommit(
            log,
            this,
            (purpose, most) -> new Queue(),
            clock,
            (nanos, action) -> {
              pauses.add(nanos);
              paused.add(action);
            });
  }

  private void runAll() {
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public void logSynced(LogPosition synced, long entries, long nanos) {
    heard.add("synced " + synced.length() + ", " + entries + " in " + nanos);
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    heard.add(field + " " + epoch);
  }

  @Override
  public void failed(Exception cause) {
    heard.add(cause.getClass().getSimpleName());
  }

  @Test
  void oneTaskDoesAllThatWasAskedForAndTheNextOneComesWithTheNextWish() throws IOException {
    commit.append(1, entry(1));
    commit.append(2, entry(2));
    commit.writeEpoch(EpochField.ACCEPTED, 3);
    assertEquals(1, tasks.size());
    files.duringSync(() -> now += 7);
    runAll();
    assertEquals(List.of("synced 2, 2 in 7", "ACCEPTED 3"), heard);
    commit.append(3, entry(3));
    assertEquals(1, tasks.size());
    runAll();
    assertEquals("synced 3, 1 in 7", heard.get(2));
  }

  /** Meanwhile the task that syncs has not ended, and must not be taken for one that will. */
  @Test
  void whatIsAskedForDuringASyncIsDoneByTheSameTask() throws IOException {
    commit.append(1, entry(1));
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          commit.append(2, entry(2));
          assertTrue(tasks.isEmpty());
        });
    runAll();
    assertEquals(List.of("synced 1, 1 in 0", "synced 2, 1 in 0"), heard);
  }

  /** The disk is left to others for as long as it was taken, but not for longer than 50 ms. */
  @Test
  void aFileIsFilledPartByPartWithPausesThatNobodyWaitsThrough() throws IOException {
    fillAQuarter();
    files.duringSync(() -> now += millis(20));
    runAll();
    assertEquals(List.of(millis(20)), pauses);
    assertEquals(MEGABYTE, files.content(Spares.UNFINISHED).length);
    files.duringSync(() -> now += millis(80));
    goOn();
    assertEquals(List.of(millis(20), millis(50)), pauses);
    assertEquals(2 * MEGABYTE, files.content(Spares.UNFINISHED).length);
    goOn();
    assertEquals(2, pauses.size());
    assertFalse(files.names().contains(Spares.UNFINISHED));
    assertEquals(3 * MEGABYTE, files.content(SegmentHeader.fileName(2)).length);
    assertEquals(List.of(), heard);
  }

  @Test
  void closingDuringAPauseLeavesTheFileUnfinished() throws IOException {
    fillAQuarter();
    runAll();
    commit.close();
    goOn();
    assertTrue(files.names().contains(Spares.UNFINISHED));
    assertFalse(files.names().contains(SegmentHeader.fileName(2)));
  }

  private void goOn() {
    paused.remove().run();
    runAll();
  }

  /** Nobody asks for these to be synced. */
  private void fillAQuarter() throws IOException {
    for (long i = 1; tasks.isEmpty(); i++) {
      log.append(i, LogTests.entry(1, i, 4000));
    }
  }
}
