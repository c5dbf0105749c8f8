package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.SMALL;
import static io.zabdb.log.LogTests.after;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.PowerLoss;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** What is cut, and what is damage. */
class RecoveryTest {

  /** The records of {@link LogTests#entry}, and of a mark, take so many bytes. */
  private static final int RECORD = 80;

  private static final int MARK = 56;
  private static final String FIRST = SegmentHeader.fileName(1);

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);

  private OpenedLog open() throws IOException {
    return ReplicaLog.open(files, IDENTITY, SMALL);
  }

  private static void append(ReplicaLog log, long from, long to) throws IOException {
    for (long i = from; i <= to; i++) {
      log.append(i, entry(i));
    }
  }

  /** Entries 1 to {@code synced} with a mark, then more that are not synced; the process ends. */
  private void write(long synced, long more) throws IOException {
    ReplicaLog log = open().log();
    append(log, 1, synced);
    log.sync();
    append(log, synced + 1, synced + more);
    files.endProcess();
  }

  private void isDamage(String message) throws IOException {
    Exception e = assertThrows(CorruptLogException.class, this::open);
    assertEquals(message, e.getMessage());
    // Nothing is changed, and the next try finds the same.
    files.endProcess();
    e = assertThrows(CorruptLogException.class, this::open);
    assertEquals(message, e.getMessage());
  }

  private void isCutTo(long length) throws IOException {
    OpenedLog opened = open();
    assertEquals(length, opened.recovered().end().length());
    opened.log().close();
  }

  @Test
  void aTornTailIsCutForGood() throws IOException {
    write(2, 3);
    int third = 4096 + 2 * RECORD + MARK;
    files.flip(FIRST, third + RECORD + 70, 0);
    isCutTo(3);
    assertEquals(third + RECORD, files.content(FIRST).length);
    files.losePower();
    assertEquals(third + RECORD, files.content(FIRST).length);
    ReplicaLog log = open().log();
    append(log, 4, 4);
    log.sync();
    files.losePower();
    isCutTo(4);
  }

  /** The kernel takes pages for clean that it could not write, and goes on showing them. */
  @Test
  void whatAFailedSyncHasLostIsWrittenAgainByTheNextProcess() throws IOException {
    for (int seed = 1; seed <= 50; seed++) {
      PowerLossFiles disk = new PowerLossFiles(seed, 512);
      ReplicaLog log = ReplicaLog.open(disk, IDENTITY, SMALL).log();
      append(log, 1, 5);
      log.sync();
      append(log, 6, 30);
      disk.failSyncAfter(0);
      assertThrows(LogFailedException.class, log::sync);
      disk.endProcess();
      // What is returned is on disk.
      LogPosition found = ReplicaLog.open(disk, IDENTITY, SMALL).recovered().end();
      assertEquals(30, found.length());
      disk.losePower();
      assertEquals(found, ReplicaLog.open(disk, IDENTITY, SMALL).recovered().end());
    }
  }

  /** The second copy was not synced, and looks like the first: it must not stay as it was. */
  @Test
  void anEpochWhoseSyncHasFailedIsWrittenAgainByTheNextProcess() throws IOException {
    int torn = 0;
    for (int seed = 1; seed <= 100; seed++) {
      PowerLossFiles disk = new PowerLossFiles(seed, 64);
      ReplicaLog log = ReplicaLog.open(disk, IDENTITY, SMALL).log();
      disk.failSyncAfter(1);
      assertThrows(LogFailedException.class, () -> log.writeEpoch(EpochField.ACCEPTED, 7));
      disk.endProcess();
      OpenedLog opened = ReplicaLog.open(disk, IDENTITY, SMALL);
      assertEquals(7, opened.recovered().acceptedEpoch());
      // Power is lost while the first copy is written: the second one counts.
      disk.losePowerAfter(1);
      assertThrows(
          PowerLoss.class, () -> opened.log().writeEpoch(EpochField.ACCEPTED, Long.MAX_VALUE));
      disk.losePower();
      long epoch = ReplicaLog.open(disk, IDENTITY, SMALL).recovered().acceptedEpoch();
      assertTrue(epoch >= 7, "seed " + seed + ": " + epoch);
      torn += epoch == 7 ? 1 : 0;
    }
    assertTrue(torn > 10, torn + " of 100");
  }

  @Test
  void aRecordBeforeAMarkIsNotTorn() throws IOException {
    write(2, 3);
    files.flip(FIRST, 4096 + RECORD + 70, 0);
    isDamage(
        "/power-loss/0000000000000001.segment is damaged at byte 4176, entry 2: "
            + "expected its record: 2 entries were synced");
  }

  @Test
  void aLogThatIsOpenCanBeVerified() throws IOException {
    ReplicaLog log = open().log();
    append(log, 1, 3);
    log.sync();
    append(log, 4, 5);
    assertEquals(3, log.verify().entries());
    log.sync();
    log.truncate(4);
    append(log, 5, 7);
    log.sync();
    assertEquals(7, log.verify().entries());
    files.flip(FIRST, 4096 + RECORD + 70, 0);
    assertThrows(CorruptLogException.class, log::verify);
    log.close();
  }

  @Test
  void aDamagedLengthDoesNotHideTheMark() throws IOException {
    write(2, 3);
    files.flip(FIRST, 4096, 6);
    isDamage(
        "/power-loss/0000000000000001.segment is damaged at byte 4096, entry 1: "
            + "expected its record: 2 entries were synced");
  }

  @Test
  void whatRecoveryReturnedIsVouchedFor() throws IOException {
    write(2, 3);
    isCutTo(5);
    files.flip(FIRST, 4096 + 4 * RECORD + MARK + 20, 0);
    isDamage(
        "/power-loss/0000000000000001.segment is damaged at byte 4472, entry 5: "
            + "expected its record: 5 entries were synced");
  }

  @Test
  void aMarkInsideAPayloadIsNone() throws IOException {
    write(2, 0);
    byte[] whole = files.content(FIRST);
    ReplicaLog log = open().log();
    append(log, 3, 3);
    byte[] payload = Arrays.copyOfRange(whole, 4096, 4096 + 3000);
    log.append(4, new Entry(1, 4, 1, 1, payload));
    files.endProcess();
    files.flip(SegmentHeader.fileName(2), 4096 + 2, 0);
    isCutTo(2);
  }

  @Test
  void aRecordBehindAnotherThanWhenItWasWrittenIsNone() throws IOException {
    write(0, 3);
    byte[] past = files.content(FIRST);
    PowerLossFiles other = new PowerLossFiles(1, 4096);
    ReplicaLog log = ReplicaLog.open(other, IDENTITY, SMALL).log();
    append(log, 1, 1);
    log.append(2, entry(2, 1, 20));
    other.endProcess();
    int third = 4096 + 2 * RECORD;
    other.replace(FIRST, third, Arrays.copyOfRange(past, third, third + RECORD));
    assertEquals(2, ReplicaLog.open(other, IDENTITY, SMALL).recovered().end().length());
    assertEquals(3, open().recovered().end().length());
  }

  @Test
  void aRecordOfAnotherSegmentIsNone() throws IOException {
    ReplicaLog log = open().log();
    append(log, 1, 2);
    log.truncate(0);
    append(log, 1, 1);
    files.endProcess();
    PowerLossFiles other = new PowerLossFiles(1, 4096);
    log = ReplicaLog.open(other, IDENTITY, SMALL).log();
    append(log, 1, 2);
    other.endProcess();
    byte[] records = Arrays.copyOfRange(other.content(FIRST), 4096, 4096 + 2 * RECORD);
    files.replace(SegmentHeader.fileName(2), 4096, records);
    isCutTo(0);
  }

  @Test
  void anEarlierSegmentHasNoTornTail() throws IOException {
    write(300, 0);
    files.flip(FIRST, files.content(FIRST).length / RECORD * RECORD - RECORD, 0);
    Exception e = assertThrows(CorruptLogException.class, this::open);
    assertTrue(e.getMessage().startsWith("/power-loss/" + FIRST + " is damaged"), e.getMessage());
  }

  @Test
  void aMissingSegmentIsDamage() throws IOException {
    write(300, 0);
    files.delete(SegmentHeader.fileName(2));
    isDamage(
        "/power-loss/0000000000000002.segment is damaged at byte 0: "
            + "expected a file, but there is none");
  }

  @Test
  void theNewestSegmentIsMissed() throws IOException {
    write(300, 0);
    String newest =
        files.names().stream().filter(SegmentHeader::isSegment).max(String::compareTo).get();
    files.delete(newest);
    isDamage("/power-loss/" + newest + " is damaged at byte 0: expected a file, but there is none");
  }

  @Test
  void aSegmentInThePlaceOfAnotherIsDamage() throws IOException {
    write(300, 0);
    files.rename(SegmentHeader.fileName(1), SegmentHeader.fileName(2));
    isDamage(
        "/power-loss/0000000000000002.segment is damaged at byte 0: expected the header of segment"
            + " 2 of member 1 of group 3 in cluster 00000000-0000-0007-0000-000000000009");
  }

  @Test
  void aSegmentOfAnotherPastIsDamage() throws IOException {
    write(300, 0);
    PowerLossFiles other = new PowerLossFiles(1, 4096);
    ReplicaLog log = ReplicaLog.open(other, IDENTITY, SMALL).log();
    for (long i = 1; i <= 300; i++) {
      log.append(i, entry(2, i, 20));
    }
    files.replace(FIRST, 0, other.content(FIRST));
    Exception e = assertThrows(CorruptLogException.class, this::open);
    assertTrue(e.getMessage().contains("expected to have come to 1"), e.getMessage());
  }

  @Test
  void aPurgeIsComparedWithTheEntry() throws IOException {
    ReplicaLog log = open().log();
    append(log, 1, 5);
    log.sync();
    log.purge(after(3, entry(4)));
    files.endProcess();
    isDamage(
        "/power-loss/0000000000000001.segment is damaged at byte 4336, entry 4: "
            + "expected to have come to 3 (zxid 1.4), but came to 3 (zxid 1.3)");
  }

  @Test
  void oneCopyOfTheMetadataIsEnough() throws IOException {
    for (int copy = 0; copy < 2; copy++) {
      ReplicaLog log = open().log();
      log.writeEpoch(EpochField.ACCEPTED, 7 + copy);
      files.endProcess();
      files.flip(MetadataFile.NAME, copy * 4096 + 50, 0);
      OpenedLog opened = open();
      assertEquals(7 + copy, opened.recovered().acceptedEpoch());
      files.losePower();
      // It is mended before anything else is written.
      byte[] content = files.content(MetadataFile.NAME);
      assertEquals(0, Arrays.compare(content, 0, 4096, content, 4096, 8192));
    }
  }

  @Test
  void metadataWithoutAWholeCopyIsDamage() throws IOException {
    write(1, 0);
    files.flip(MetadataFile.NAME, 50, 0);
    files.flip(MetadataFile.NAME, 4096 + 50, 0);
    isDamage(
        "/power-loss/metadata is damaged at byte 0: expected one of its two copies to be whole");
  }

  @Test
  void segmentsWithoutMetadataAreNoNewLog() throws IOException {
    write(1, 0);
    files.delete(MetadataFile.NAME);
    isDamage("/power-loss/metadata is damaged at byte 0: expected a file");
  }

  @Test
  void unfinishedFilesAreRemovedAndOthersLeft() throws IOException {
    write(1, 0);
    files.create(SegmentHeader.fileName(9)).close();
    files.create(MetadataFile.UNFINISHED).close();
    files.create("notes.txt").close();
    isCutTo(1);
    assertEquals(Set.of(MetadataFile.NAME, FIRST, "notes.txt"), files.names());
  }

  @Test
  void aLogOpensWithOtherSettings() throws IOException {
    write(300, 0);
    OpenedLog opened = ReplicaLog.open(files, IDENTITY, new LogSettings(8192, 10, 4096, 0));
    assertEquals(300, opened.recovered().entries().size());
  }

  @Test
  void aDiskHasItsNumberUntilTheLogIsGone() throws IOException {
    write(2, 0);
    files.losePower();
    ReplicaLog log = open().log();
    long disk = log.disk();
    assertTrue(disk > 0);
    log.writeEpoch(EpochField.ACCEPTED, 3);
    files.losePower();
    assertEquals(disk, open().log().disk());
    OpenedLog other = ReplicaLog.open(new PowerLossFiles(1, 4096), IDENTITY, SMALL);
    assertNotEquals(disk, other.log().disk());
  }

  /** As logs were begun before disks had numbers. */
  @Test
  void aLogWithoutANumberHasNone() throws IOException {
    write(2, 0);
    files.replace(MetadataFile.NAME, 0, unnumbered());
    files.replace(MetadataFile.NAME, Metadata.BYTES, unnumbered());
    OpenedLog opened = open();
    assertEquals(0, opened.log().disk());
    assertEquals(2, opened.recovered().end().length());
    opened.log().writeEpoch(EpochField.ACCEPTED, 3);
    files.endProcess();
    opened = open();
    assertEquals(0, opened.log().disk());
    assertEquals(3, opened.recovered().acceptedEpoch());
  }

  /** The page of the metadata in its first format, in which the checksum is where the number is. */
  private byte[] unnumbered() throws IOException {
    int crcAt = 100;
    ByteBuffer page = ByteBuffer.allocate(Metadata.BYTES);
    page.put(files.content(MetadataFile.NAME), 0, crcAt).putInt(Long.BYTES, 1);
    CRC32C crc = new CRC32C();
    crc.update(page.array(), 0, crcAt);
    return page.putInt(crcAt, (int) crc.getValue()).array();
  }
}
