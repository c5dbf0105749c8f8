package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.SMALL;
import static io.zabdb.log.LogTests.after;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.DirectoryRefusedException;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ReplicaLogTest {

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);
  private RecoveredLog recovered;
  private ReplicaLog log = open();

  private ReplicaLog open() {
    try {
      OpenedLog opened = ReplicaLog.open(files, IDENTITY, SMALL);
      recovered = opened.recovered();
      return opened.log();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void append(long from, long to) throws IOException {
    for (long i = from; i <= to; i++) {
      log.append(i, entry(i));
    }
  }

  private void losePowerAndOpen() {
    files.losePower();
    log = open();
  }

  private static List<Entry> entries(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(LogTests::entry).toList();
  }

  private long segments() {
    return files.names().stream().filter(SegmentHeader::isSegment).count();
  }

  private static void refused(String message, Executable call) {
    Exception e = assertThrows(IllegalArgumentException.class, call);
    assertEquals(message, e.getMessage());
  }

  @Test
  void aNewLogIsEmpty() {
    assertEquals(new RecoveredLog(0, 0, LogPosition.START, List.of()), recovered);
    losePowerAndOpen();
    assertEquals(new RecoveredLog(0, 0, LogPosition.START, List.of()), recovered);
  }

  @Test
  void whatIsSyncedSurvives() throws IOException {
    append(1, 3);
    assertEquals(LogPosition.START, log.synced());
    assertEquals(after(3, entry(3)), log.sync());
    assertEquals(after(3, entry(3)), log.synced());
    losePowerAndOpen();
    assertEquals(entries(1, 3), recovered.entries());
    append(4, 4);
    log.sync();
    losePowerAndOpen();
    assertEquals(entries(1, 4), recovered.entries());
  }

  @Test
  void aSyncWithoutNewsTouchesNoFile() throws IOException {
    append(1, 3);
    log.sync();
    int syncs = files.syncs();
    assertEquals(after(3, entry(3)), log.sync());
    assertEquals(syncs, files.syncs());
  }

  @Test
  void anAppendDoesNotWaitForASyncAndIsNotCoveredByIt() throws IOException {
    append(1, 3);
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          append(4, 5);
        });
    assertEquals(after(3, entry(3)), log.sync());
    assertEquals(after(5, entry(5)), log.end());
    assertEquals(after(5, entry(5)), log.sync());
  }

  @Test
  void bothMarksBehindAnEntryHaveTheirRoom() throws IOException {
    // The second entry fills its page but for one mark.
    log.append(1, entry(1, 1, 100));
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          log.append(2, entry(1, 2, 4096 - 160 - 56 - 56));
        });
    log.sync();
    log.sync();
    log.append(3, entry(1, 3, 100));
    files.endProcess();
    log = open();
    assertEquals(3, recovered.entries().size());
  }

  @Test
  void wrongAppendsAreRefused() throws IOException {
    append(1, 3);
    refused("entry 3 behind 3 (zxid 1.3)", () -> log.append(3, entry(3)));
    refused("entry 5 behind 3 (zxid 1.3)", () -> log.append(5, entry(5)));
    refused("payload of 4097 bytes, but the limit is 4096", () -> log.append(4, entry(1, 4, 4097)));
    log.append(4, entry(1, 4, 4096));
    log.sync();
    losePowerAndOpen();
    assertEquals(4, recovered.end().length());
  }

  @Test
  void aFullSegmentIsFollowedByAnother() throws IOException {
    append(1, 300);
    assertTrue(segments() > 2);
    log.sync();
    losePowerAndOpen();
    assertEquals(entries(1, 300), recovered.entries());
  }

  @Test
  void purgeDeletesWholeSegmentsAndHidesTheRest() throws IOException {
    append(1, 300);
    log.sync();
    long before = segments();
    log.purge(after(250, entry(250)));
    assertTrue(segments() < before);
    log.purge(after(100, entry(100)));
    losePowerAndOpen();
    assertEquals(after(250, entry(250)), recovered.base());
    assertEquals(entries(251, 300), recovered.entries());
    log.purge(after(300, entry(300)));
    append(301, 301);
    log.sync();
    losePowerAndOpen();
    assertEquals(entries(301, 301), recovered.entries());
    assertEquals(1, segments());
  }

  @Test
  void whatIsNotSyncedIsNotPurged() throws IOException {
    append(1, 2);
    refused(
        "purge up to 2 (zxid 1.2), but the log is synced up to 0 (zxid 0.0)",
        () -> log.purge(after(2, entry(2))));
  }

  @Test
  void aCutIsDurableAndSyncsWhatStays() throws IOException {
    append(1, 300);
    log.truncate(150);
    assertEquals(after(150, entry(150)), log.end());
    assertEquals(log.end(), log.synced());
    losePowerAndOpen();
    assertEquals(entries(1, 150), recovered.entries());
    log.append(151, entry(2, 1, 10));
    log.truncate(151);
    log.truncate(150);
    log.truncate(0);
    losePowerAndOpen();
    assertEquals(0, recovered.end().length());
    assertEquals(0, segments() - 1);
  }

  @Test
  void whatWasCutDoesNotComeBackBehindTheSameEntry() throws IOException {
    append(1, 5);
    log.sync();
    log.truncate(2);
    append(3, 3);
    log.sync();
    losePowerAndOpen();
    assertEquals(entries(1, 3), recovered.entries());
  }

  @Test
  void aCutOfNothingSyncsWhatStaysToo() throws IOException {
    append(1, 3);
    log.truncate(3);
    losePowerAndOpen();
    assertEquals(entries(1, 3), recovered.entries());
  }

  @Test
  void cutsOutOfRangeAreRefused() throws IOException {
    append(1, 5);
    log.sync();
    log.purge(after(3, entry(3)));
    String range = ", but the log is from 3 (zxid 1.3) to 5 (zxid 1.5)";
    refused("cut to 2" + range, () -> log.truncate(2));
    refused("cut to 6" + range, () -> log.truncate(6));
    log.truncate(3);
    assertEquals(after(3, entry(3)), log.end());
  }

  @Test
  void aResetGoesOnFromTheCheckpoint() throws IOException {
    append(1, 300);
    LogPosition checkpoint = new LogPosition(500, new Zxid(4, 9));
    log.reset(checkpoint);
    assertEquals(checkpoint, log.end());
    assertEquals(1, segments());
    losePowerAndOpen();
    assertEquals(new RecoveredLog(0, 0, checkpoint, List.of()), recovered);
    log.append(501, entry(5, 1, 10));
    log.sync();
    losePowerAndOpen();
    assertEquals(List.of(entry(5, 1, 10)), recovered.entries());
    refused(
        "reset to 499 (zxid 4.8), but the log is purged up to 500 (zxid 4.9)",
        () -> log.reset(new LogPosition(499, new Zxid(4, 8))));
  }

  @Test
  void epochsAreDurable() throws IOException {
    log.writeEpoch(EpochField.ACCEPTED, 4);
    losePowerAndOpen();
    assertEquals(4, recovered.acceptedEpoch());
    assertEquals(0, recovered.currentEpoch());
    log.writeEpoch(EpochField.CURRENT, 4);
    append(1, 300);
    log.truncate(7);
    log.purge(after(5, entry(5)));
    losePowerAndOpen();
    assertEquals(4, recovered.acceptedEpoch());
    assertEquals(4, recovered.currentEpoch());
  }

  @Test
  void aFailedSyncIsTheEnd() throws IOException {
    append(1, 3);
    files.failSyncAfter(0);
    List<Executable> calls = new ArrayList<>();
    calls.add(() -> log.sync());
    calls.add(() -> log.sync());
    calls.add(() -> append(4, 4));
    calls.add(() -> log.truncate(1));
    calls.add(() -> log.purge(LogPosition.START));
    calls.add(() -> log.reset(LogPosition.START));
    calls.add(() -> log.writeEpoch(EpochField.ACCEPTED, 1));
    for (Executable call : calls) {
      Exception e = assertThrows(LogFailedException.class, call);
      assertEquals(
          "the log in /power-loss has failed and takes nothing any more: "
              + "java.io.IOException: Input/output error",
          e.getMessage());
    }
    assertEquals(LogPosition.START, log.synced());
    log.close();
    losePowerAndOpen();
    assertTrue(recovered.entries().size() < 4);
  }

  @Test
  void aFailedWriteOfAnEpochIsTheEnd() {
    files.failSyncAfter(1);
    assertThrows(LogFailedException.class, () -> log.writeEpoch(EpochField.ACCEPTED, 1));
    assertThrows(LogFailedException.class, () -> append(1, 1));
  }

  @Test
  void aFullDiskRefusesAndGoesOnWhenThereIsRoom() throws IOException {
    append(1, 3);
    files.setFull(true);
    Exception e = assertThrows(DiskFullException.class, () -> append(4, 300));
    assertTrue(e.getMessage().startsWith("no room on the disk for 0000"), e.getMessage());
    LogPosition end = log.end();
    assertEquals(end, log.sync());
    assertThrows(DiskFullException.class, () -> log.truncate(1));
    assertEquals(end, log.end());
    assertThrows(DiskFullException.class, () -> log.reset(new LogPosition(900, new Zxid(2, 1))));
    log.writeEpoch(EpochField.ACCEPTED, 3);
    files.setFull(false);
    append(end.length() + 1, 300);
    log.sync();
    losePowerAndOpen();
    assertEquals(entries(1, 300), recovered.entries());
    assertEquals(3, recovered.acceptedEpoch());
  }

  /** Many entries are written in parts; the first part finds room here, and the next one not. */
  @Test
  void ofEntriesThatDoNotAllFindRoomNoneIsWritten() throws IOException {
    append(1, 3);
    files.refuseWriteAfter(1);
    assertThrows(DiskFullException.class, () -> log.append(4, entries(4, 40)));
    assertEquals(3, log.end().length());
    List<Entry> others = LongStream.rangeClosed(4, 30).mapToObj(i -> entry(2, i, 30)).toList();
    log.append(4, others);
    log.sync();
    assertEquals(others, log.reader().read(4, 30, 1 << 20));
    losePowerAndOpen();
    assertEquals(others, recovered.entries().subList(3, recovered.entries().size()));
  }

  @Test
  void aFullDiskDoesNotKeepALogFromOpening() throws IOException {
    append(1, 3);
    log.sync();
    files.losePower();
    files.setFull(true);
    log = open();
    assertEquals(entries(1, 3), recovered.entries());
    assertThrows(DiskFullException.class, () -> append(4, 4));
    files.setFull(false);
    append(4, 4);
  }

  @Test
  void closingSyncsAndEndsAllUse() throws IOException {
    append(1, 3);
    log.close();
    log.close();
    Exception e = assertThrows(IllegalStateException.class, () -> append(4, 4));
    assertEquals("the log in /power-loss is closed", e.getMessage());
    assertThrows(IllegalStateException.class, () -> log.sync());
    losePowerAndOpen();
    assertEquals(entries(1, 3), recovered.entries());
  }

  @Test
  void aDirectoryHasOneUserAndOneOwner() throws IOException {
    assertThrows(DirectoryRefusedException.class, () -> ReplicaLog.open(files, IDENTITY, SMALL));
    log.close();
    LogIdentity other = new LogIdentity(new UUID(7, 9), 3, 2);
    Exception e =
        assertThrows(DirectoryRefusedException.class, () -> ReplicaLog.open(files, other, SMALL));
    assertEquals(
        "data directory /power-loss is that of member 1 of group 3 in cluster "
            + "00000000-0000-0007-0000-000000000009, not of member 2 of group 3 in cluster "
            + "00000000-0000-0007-0000-000000000009",
        e.getMessage());
    open().close();
  }

  @Test
  void aCrashLoopLeavesNoFilesBehind() throws IOException {
    append(1, 3);
    log.sync();
    for (int i = 0; i < 20; i++) {
      losePowerAndOpen();
      log.append(4, entry(4));
      log.truncate(3);
    }
    assertTrue(segments() <= 3, files.names().toString());
  }
}
