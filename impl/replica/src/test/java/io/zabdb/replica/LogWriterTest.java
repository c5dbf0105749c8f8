package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.environment.Clock;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogPosition;
import io.zabdb.log.LogSettings;
import io.zabdb.log.Pauses;
import io.zabdb.log.RecoveredLog;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.SyncListener;
import io.zabdb.log.file.PowerLossFiles;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is on disk in which order. */
class LogWriterTest implements SyncListener {

  private static final LogIdentity IDENTITY = new LogIdentity(new UUID(7, 9), 3, 1);
  private static final LogSettings SMALL = new LogSettings(3 * 4096, 4096, 4096, 0);
  private static final Clock CLOCK = SystemClock.INSTANCE;
  private static final int SEEDS = 10;
  private static final int ENTRIES = 20;

  private final List<String> written = new ArrayList<>();

  @Override
  public void logSynced(LogPosition synced, long entries, long nanos) {
    written.add("log " + synced.length());
  }

  @Override
  public void epochWritten(EpochField field, long epoch) {
    written.add(field + " " + epoch);
  }

  @Override
  public void failed(Exception cause) {
    throw new AssertionError(cause);
  }

  private LogWriter writer(ReplicaLog log, Durability durability, StepWorkers workers) {
    return writer(log, durability, workers, (nanos, action) -> {});
  }

  private LogWriter writer(
      ReplicaLog log, Durability durability, StepWorkers workers, Pauses pauses) {
    return new LogWriter(
        log,
        durability,
        this,
        Runnable::run,
        cause -> failed(new IOException(cause)),
        workers,
        CLOCK,
        pauses);
  }

  /**
   * A checkpoint may stand where the log is written and not synced yet: then it counts as synced
   * with {@link Durability#PERIODIC}.
   */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void whatIsPurgedIsSyncedBefore(Durability durability) throws IOException {
    PowerLossFiles files = new PowerLossFiles(1, 4096);
    StepWorkers workers = new StepWorkers();
    ReplicaLog log = ReplicaLog.open(files, IDENTITY, SMALL).log();
    LogWriter writer = writer(log, durability, workers);
    for (int i = 1; i <= ENTRIES; i++) {
      writer.append(new Entry(1, i, 5, i, new byte[10]));
    }
    writer.write();
    workers.runAll();
    writer.countsAsSynced(0);
    writer.purge(log.end());
    workers.runAll();
    assertEquals(ENTRIES, log.synced().length());
    files.losePower();
    RecoveredLog recovered = ReplicaLog.open(files, IDENTITY, SMALL).recovered();
    assertEquals(ENTRIES, recovered.base().length());
    assertEquals(ENTRIES, recovered.end().length());
  }

  /**
   * The end of a sync has the loop write again: a sync for what was not written would lead to the
   * next one as long as the disk is full (seed 700318 of the profile moves never ended).
   */
  @Test
  void aFullDiskIsNotSyncedForNothing() throws IOException {
    PowerLossFiles files = new PowerLossFiles(1, 4096);
    StepWorkers workers = new StepWorkers();
    ReplicaLog log = ReplicaLog.open(files, IDENTITY, SMALL).log();
    LogWriter writer = writer(log, Durability.SYNC, workers);
    writer.append(new Entry(1, 1, 5, 1, new byte[10]));
    writer.write();
    workers.runAll();
    assertEquals(List.of("log 1"), written);
    files.setFull(true);
    for (int i = 2; i <= 4; i++) {
      writer.append(new Entry(1, i, 5, i, new byte[4_000]));
      writer.write();
      workers.runAll();
      writer.write();
      workers.runAll();
    }
    long full = log.end().length();
    assertTrue(full < 4, "there is no room for all");
    assertEquals(full == 1 ? 1 : 2, written.size(), () -> "syncs for nothing: " + written);
    files.setFull(false);
    writer.write();
    workers.runAll();
    assertEquals(4, log.synced().length());
    assertEquals("log 4", written.get(written.size() - 1));
  }

  /** An idle group would never hear that there is room again, and nor would its node. */
  @Test
  void whatWasCutWaitsForNoRoom() throws IOException {
    PowerLossFiles files = new PowerLossFiles(1, 4096);
    StepWorkers workers = new StepWorkers();
    ReplicaLog log = ReplicaLog.open(files, IDENTITY, SMALL).log();
    LogWriter writer = writer(log, Durability.SYNC, workers);
    files.setFull(true);
    for (int i = 1; i <= 4; i++) {
      writer.append(new Entry(1, i, 5, i, new byte[4_000]));
      writer.write();
      workers.runAll();
    }
    assertTrue(writer.isDiskFull());
    long written = log.end().length();
    writer.truncate(written + 1, cut -> {});
    assertTrue(writer.isDiskFull(), "one waits still");
    writer.truncate(written, cut -> {});
    assertFalse(writer.isDiskFull());
  }

  /** The record that a checkpoint is installed is the store's, and waits for room, too. */
  @Test
  void whatIsDoneMeanwhileWaitsForRoom() throws IOException {
    PowerLossFiles files = new PowerLossFiles(1, 4096);
    StepWorkers workers = new StepWorkers();
    List<Runnable> pauses = new ArrayList<>();
    ReplicaLog log = ReplicaLog.open(files, IDENTITY, SMALL).log();
    LogWriter writer = writer(log, Durability.SYNC, workers, (nanos, action) -> pauses.add(action));
    List<String> heard = new ArrayList<>();
    writer.reset(
        new LogPosition(9, new Zxid(1, 9)),
        () -> {
          heard.add("tried");
          if (heard.size() < 3) {
            throw new StorageException(ErrorCode.DISK_FULL, "no room");
          }
        },
        () -> heard.add("done"));
    workers.runAll();
    while (!pauses.isEmpty()) {
      assertTrue(writer.isDiskFull());
      pauses.remove(0).run();
      workers.runAll();
    }
    assertEquals(List.of("tried", "tried", "tried", "done"), heard);
    assertEquals(9, log.end().length());
    assertFalse(writer.isDiskFull());
  }

  /** The first entry of all is (decision 68), and what others act upon (decision 80). */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void aFirmEntryCountsOnceItIsOnDisk(Durability durability) throws IOException {
    PowerLossFiles files = new PowerLossFiles(1, 4096);
    StepWorkers workers = new StepWorkers();
    LogWriter writer = writer(ReplicaLog.open(files, IDENTITY, SMALL).log(), durability, workers);
    writer.append(new Entry(0, 1, 5, 1, new byte[10]));
    writer.write();
    workers.runAll();
    assertNull(writer.countsAsSynced(1));
    workers.runAll();
    assertEquals(List.of("log 1"), written);
    if (durability == Durability.PERIODIC) {
      writer.append(new Entry(0, 2, 5, 2, new byte[10]));
      writer.write();
      workers.runAll();
      assertEquals(2, writer.countsAsSynced(1).length());
      assertEquals(List.of("log 1"), written, "what follows is not firm");
    }
    files.losePower();
    long kept = ReplicaLog.open(files, IDENTITY, SMALL).recovered().end().length();
    assertTrue(kept >= 1 && kept <= (durability == Durability.PERIODIC ? 2 : 1), kept + " kept");
  }

  /** What is about to be cut was written, and is not there in a moment. */
  @Test
  void nothingCountsWhileAWorkerChangesTheLog() throws IOException {
    StepWorkers workers = new StepWorkers();
    PowerLossFiles files = new PowerLossFiles(1, 4096);
    ReplicaLog log = ReplicaLog.open(files, IDENTITY, SMALL).log();
    LogWriter writer = writer(log, Durability.PERIODIC, workers);
    writer.append(new Entry(0, 1, 5, 1, new byte[10]));
    writer.write();
    workers.runAll();
    assertEquals(1, writer.countsAsSynced(0).length());
    writer.append(new Entry(0, 2, 5, 2, new byte[10]));
    writer.write();
    workers.runAll();
    writer.truncate(1, cut -> assertEquals(1, cut));
    assertEquals(2, log.end().length(), "the worker has not come to it");
    assertNull(writer.countsAsSynced(0));
    workers.runAll();
    assertEquals(1, log.end().length());
  }

  /** {@code EpochAfterHistory} of {@code specs/log/MCDurability}. */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void anEpochIsOnDiskBehindItsHistory(Durability durability) throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      PowerLossFiles files = new PowerLossFiles(seed, 4096);
      StepWorkers workers = new StepWorkers();
      written.clear();
      ReplicaLog log = ReplicaLog.open(files, IDENTITY, SMALL).log();
      LogWriter writer = writer(log, durability, workers);
      for (int i = 1; i <= ENTRIES; i++) {
        writer.append(new Entry(1, i, 5, i, new byte[10]));
      }
      writer.write();
      workers.runAll();
      if (durability == Durability.PERIODIC) {
        assertEquals(List.of(), written);
        assertNotNull(writer.countsAsSynced(0));
      }
      writer.writeEpoch(EpochField.CURRENT, 1);
      workers.runAll();
      files.losePower();
      assertEquals(List.of("log " + ENTRIES, "CURRENT 1"), written, "seed " + seed);
      RecoveredLog recovered = ReplicaLog.open(files, IDENTITY, SMALL).recovered();
      assertEquals(1, recovered.currentEpoch());
      assertEquals(ENTRIES, recovered.end().length(), "seed " + seed);
    }
  }
}
