package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.SMALL;
import static io.zabdb.log.LogTests.after;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GroupCommitTest implements SyncListener {

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final AtomicInteger begun = new AtomicInteger();
  private ReplicaLog log;
  private GroupCommit commit;

  @BeforeEach
  void start() throws IOException {
    log = ReplicaLog.open(files, IDENTITY, SMALL).log();
    commit = LogTests.commits(log, this);
  }

  @Override
  public void begins() {
    begun.incrementAndGet();
  }

  @Override
  public void logSynced(LogPosition synced, long entries, long nanos) {
    heard.add("synced " + synced.length());
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    heard.add(field + " " + epoch);
  }

  @Override
  public void failed(Exception cause) {
    heard.add(cause.getClass().getSimpleName());
  }

  private void append(long from, long to) throws IOException {
    for (long i = from; i <= to; i++) {
      commit.append(i, entry(i));
    }
  }

  /** The next sync of a file stops at its beginning; returns once it has. */
  private CountDownLatch stopASync(long first) throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    append(first, first);
    assertEquals("synced " + first, heard.take());
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          reached.countDown();
          await(goOn);
        });
    append(first + 1, first + 1);
    reached.await();
    return goOn;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneSyncCoversAllThatCameMeanwhile() throws Exception {
    CountDownLatch goOn = stopASync(1);
    append(3, 40);
    int syncs = files.syncs();
    goOn.countDown();
    assertEquals("synced 2", heard.take());
    assertEquals("synced 40", heard.take());
    assertEquals(syncs + 2, files.syncs());
    commit.close();
    assertTrue(heard.isEmpty(), heard.toString());
  }

  @Test
  void whatTakesLongIsHeardOfWhenItBegins() throws Exception {
    CountDownLatch goOn = stopASync(1);
    assertEquals(2, begun.get());
    goOn.countDown();
    assertEquals("synced 2", heard.take());
    commit.writeEpoch(EpochField.ACCEPTED, 3);
    assertEquals("ACCEPTED 3", heard.take());
    assertEquals(3, begun.get());
  }

  @Test
  void aCutWaitsForTheSyncUnderWay() throws Exception {
    CountDownLatch goOn = stopASync(1);
    append(3, 5);
    Thread cutter =
        new Thread(
            () -> {
              try {
                log.truncate(1);
              } catch (IOException e) {
                heard.add("cut failed: " + e);
              }
            });
    cutter.start();
    goOn.countDown();
    cutter.join();
    assertEquals(after(1, entry(1)), log.synced());
    append(2, 3);
    commit.close();
    assertEquals("synced 2", heard.take());
    while (heard.size() > 1) {
      heard.take();
    }
    assertEquals("synced 3", heard.take());
  }

  @Test
  void epochsAreWrittenAndReported() throws Exception {
    commit.writeEpoch(EpochField.ACCEPTED, 3);
    assertEquals("ACCEPTED 3", heard.take());
    commit.writeEpoch(EpochField.CURRENT, 3);
    assertEquals("CURRENT 3", heard.take());
    files.losePower();
    RecoveredLog recovered = ReplicaLog.open(files, IDENTITY, SMALL).recovered();
    assertEquals(3, recovered.acceptedEpoch());
    assertEquals(3, recovered.currentEpoch());
  }

  @Test
  void oneEpochIsWrittenAtATime() throws Exception {
    CountDownLatch goOn = stopASync(1);
    commit.writeEpoch(EpochField.ACCEPTED, 3);
    assertThrows(IllegalStateException.class, () -> commit.writeEpoch(EpochField.CURRENT, 3));
    goOn.countDown();
    assertEquals("synced 2", heard.take());
    assertEquals("ACCEPTED 3", heard.take());
  }

  @Test
  void aFailedSyncIsReportedOnceAndEndsIt() throws Exception {
    append(1, 1);
    assertEquals("synced 1", heard.take());
    files.failSyncAfter(0);
    append(2, 2);
    assertEquals("LogFailedException", heard.take());
    assertThrows(LogFailedException.class, () -> append(3, 3));
    commit.close();
    assertTrue(heard.isEmpty(), heard.toString());
  }

  @Test
  void closingFinishesWhatWasAskedFor() throws Exception {
    append(1, 3);
    commit.writeEpoch(EpochField.ACCEPTED, 8);
    commit.close();
    assertTrue(heard.contains("synced 3"), heard.toString());
    assertTrue(heard.contains("ACCEPTED 8"), heard.toString());
    files.losePower();
    assertEquals(3, ReplicaLog.open(files, IDENTITY, SMALL).recovered().entries().size());
  }
}
