package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.RECYCLING;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The second worker of a {@link GroupCommit}. */
@Timeout(30)
class SpareWorkerTest implements SyncListener {

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);
  private final BlockingQueue<Exception> failures = new LinkedBlockingQueue<>();
  private ReplicaLog log;
  private GroupCommit commit;

  @BeforeEach
  void start() throws IOException {
    log = ReplicaLog.open(files, IDENTITY, RECYCLING).log();
    commit = LogTests.commits(log, this);
  }

  @AfterEach
  void end() throws IOException {
    commit.close();
    log.close();
  }

  @Override
  public void logSynced(LogPosition synced, long entries, long nanos) {
    // The names of the files are what counts.
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    throw new AssertionError(field);
  }

  @Override
  public void failed(Exception cause) {
    failures.add(cause);
  }

  /** Nobody syncs these but the log itself. */
  private void append(long from, long to) throws IOException {
    for (long i = from; i <= to; i++) {
      log.append(i, entry(i));
    }
  }

  private void await(String name, boolean exists) {
    while (files.names().contains(name) != exists) {
      assertFalse(Thread.interrupted(), () -> name + " among " + files.names());
      Thread.yield();
    }
  }

  @Test
  void theNextFileIsMadeAndOldOnesAreDeleted() throws IOException {
    append(1, 30);
    await(SegmentHeader.fileName(2), true);
    append(31, 350);
    log.sync();
    log.purge(log.end());
    await(SegmentHeader.fileName(3), false);
    await(SegmentHeader.fileName(5), true);
    assertTrue(failures.isEmpty(), failures.toString());
  }

  @Test
  void aFailureIsReportedAsThatOfTheLog() throws Exception {
    // The header and the two copies of the metadata are synced; then it is the thread's turn.
    files.failSyncAfter(3);
    try {
      append(1, 30);
    } catch (LogFailedException e) {
      // The thread was quicker: the log takes nothing any more, and the failure is reported all the
      // same.
      assertTrue(e.getMessage().contains("has failed"), e.getMessage());
    }
    assertEquals(LogFailedException.class, failures.take().getClass());
  }

  @Test
  void closingLeavesAFileUnfinished() throws Exception {
    append(1, 20);
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          reached.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    append(21, 30);
    reached.await();
    log.spares().stop();
    goOn.countDown();
    commit.close();
    assertTrue(files.names().contains(Spares.UNFINISHED));
    log.close();
    log = ReplicaLog.open(files, IDENTITY, RECYCLING).log();
    assertFalse(files.names().contains(Spares.UNFINISHED));
    assertEquals(30, log.end().length());
  }
}
