package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.RECYCLING;
import static io.zabdb.log.LogTests.SMALL;
import static io.zabdb.log.LogTests.after;
import static io.zabdb.log.LogTests.entry;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.PowerLoss;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Files that are written again, and files made ahead of time. */
class SparesTest {

  /** So many entries of {@link LogTests#entry} begin segments 1 to 3, and a fourth. */
  private static final long FOUR_SEGMENTS = 350;

  private static final int RECORD = 80;
  private static final int IN_A_SEGMENT = (RECYCLING.segmentBytes() - 4096 - 2 * 56) / RECORD;

  private static final LogSettings LARGER = new LogSettings(8 * 4096, 4096, 4096, 2);

  private PowerLossFiles files = new PowerLossFiles(1, 4096);
  private ReplicaLog log;
  private RecoveredLog recovered;

  private void open() throws IOException {
    open(RECYCLING);
  }

  private void open(LogSettings settings) throws IOException {
    OpenedLog opened = ReplicaLog.open(files, IDENTITY, settings);
    log = opened.log();
    recovered = opened.recovered();
  }

  private void append(long from, long to) throws IOException {
    for (long i = from; i <= to; i++) {
      log.append(i, entry(i));
    }
  }

  private static List<Entry> entries(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(LogTests::entry).toList();
  }

  private Set<String> segments() {
    return files.names().stream().filter(SegmentHeader::isSegment).collect(Collectors.toSet());
  }

  private static String name(long sequence) {
    return SegmentHeader.fileName(sequence);
  }

  private boolean work() throws IOException {
    boolean hasRoom = log.spares().step();
    while (log.spares().isFilling()) {
      hasRoom = log.spares().step();
    }
    return hasRoom;
  }

  /** Segments 1 to 4, of which 4 is written; the others are purged. */
  private void purgeThree() throws IOException {
    open();
    append(1, FOUR_SEGMENTS);
    log.sync();
    assertEquals(Set.of(name(1), name(2), name(3), name(4)), segments());
    log.purge(log.end());
  }

  @Test
  void purgedFilesAreKeptUpToALimitAndWrittenAgain() throws IOException {
    purgeThree();
    assertEquals(Set.of(name(1), name(2), name(4)), segments());
    LogPosition before = log.end();
    log.truncate(before.length());
    log.reset(before);
    assertEquals(Set.of(name(1), name(5)), segments());
    append(FOUR_SEGMENTS + 1, FOUR_SEGMENTS + 3);
    log.sync();
    files.losePower();
    open();
    assertEquals(entries(FOUR_SEGMENTS + 1, FOUR_SEGMENTS + 3), recovered.entries());
  }

  @Test
  void theNextFileHasItsNameAheadOfTimeAndMakesNoFileGrow() throws IOException {
    purgeThree();
    log.spares().start(() -> {});
    assertTrue(work());
    assertEquals(Set.of(name(1), name(4), name(5)), segments());
    // The name is on disk, and stays if power is lost.
    files.losePower();
    assertEquals(Set.of(name(1), name(4), name(5)), segments());
    open();
    files.setFull(true);
    append(FOUR_SEGMENTS + 1, FOUR_SEGMENTS + 150);
    log.sync();
    assertEquals(Set.of(name(4), name(5), name(6)), segments());
    files.losePower();
    open();
    assertEquals(entries(FOUR_SEGMENTS + 1, FOUR_SEGMENTS + 150), recovered.entries());
  }

  @Test
  void withoutASpareAFileIsFilledWhenTheSegmentIsAQuarterFull() throws IOException {
    open();
    log.spares().start(() -> {});
    append(1, 25);
    assertTrue(work());
    assertEquals(Set.of(name(1)), segments());
    append(26, 27);
    assertTrue(work());
    assertEquals(Set.of(name(1), name(2)), segments());
    assertArrayEquals(new byte[RECYCLING.segmentBytes()], files.content(name(2)));
    files.losePower();
    assertArrayEquals(new byte[RECYCLING.segmentBytes()], files.content(name(2)));
  }

  @Test
  void aFullDiskWhilePreparingIsNoFailureAndTriedOncePerSegment() throws IOException {
    open();
    log.spares().start(() -> {});
    append(1, 30);
    files.setFull(true);
    assertFalse(work());
    assertFalse(files.names().contains(Spares.UNFINISHED));
    append(31, 32);
    assertTrue(work());
    log.sync();
    files.setFull(false);
    append(33, 120);
    assertTrue(work());
    log.sync();
    assertEquals(Set.of(name(1), name(2)), segments());
    append(121, 140);
    assertTrue(work());
    assertEquals(Set.of(name(1), name(2), name(3)), segments());
  }

  @Test
  void aFileThatComesTooLateIsForTheSegmentAfter() throws IOException {
    open();
    log.spares().start(() -> {});
    append(1, 30);
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          append(31, 110);
        });
    assertTrue(work());
    assertEquals(Set.of(name(1), name(2), name(3)), segments());
    append(111, 220);
    log.sync();
    assertEquals(Set.of(name(1), name(2), name(3)), segments());
    files.losePower();
    open();
    assertEquals(entries(1, 220), recovered.entries());
  }

  /** The adversary: behind the new records stand valid old ones, of the entries that come next. */
  @Test
  void oldEntriesAtTheSamePlacesAreNone() throws IOException {
    open(LARGER);
    appendPages(1, 6);
    log.sync();
    byte[] old = files.content(name(1));
    writeAgain();
    appendPages(1, 3);
    byte[] again = files.content(name(3));
    assertArrayEquals(pages(old, 4, 8), pages(again, 4, 8));
    files.endProcess();
    open(LARGER);
    assertEquals(List.of(page(1), page(2), page(3)), recovered.entries());
  }

  /** Those say that more was synced than there is now. */
  @Test
  void oldMarksAreNone() throws IOException {
    open(LARGER);
    append(1, 100);
    log.sync();
    append(101, 200);
    log.sync();
    append(201, 350);
    log.sync();
    byte[] old = files.content(name(1));
    writeAgain();
    append(1, 100);
    log.sync();
    assertArrayEquals(pages(old, 3, 8), pages(files.content(name(3)), 3, 8));
    files.losePower();
    open(LARGER);
    assertEquals(entries(1, 100), recovered.entries());
  }

  /** Of pages that were not synced, some hold old records after a loss of power. */
  @Test
  void oldRecordsUnderLostPagesAreNone() throws IOException {
    int lost = 0;
    for (int seed = 0; seed < 50; seed++) {
      files = new PowerLossFiles(seed, 4096);
      open(LARGER);
      appendPages(1, 6);
      log.sync();
      writeAgain();
      appendPages(1, 1);
      log.sync();
      append(2, 40);
      files.losePower();
      open(LARGER);
      long found = recovered.end().length();
      lost += found < 40 ? 1 : 0;
      assertEquals(page(1), recovered.entries().get(0));
      assertEquals(entries(2, found), recovered.entries().subList(1, (int) found));
    }
    assertTrue(lost > 0);
  }

  /** The log is empty again, and segment 3 is begun in the file of segment 1. */
  private void writeAgain() throws IOException {
    log.reset(LogPosition.START);
    assertEquals(Set.of(name(1), name(2)), segments());
    log.reset(LogPosition.START);
    assertEquals(Set.of(name(3)), segments());
  }

  /** An entry whose record takes a page. */
  private static Entry page(long index) {
    return entry(1, index, 4096 - Records.HEADER_BYTES);
  }

  private void appendPages(long from, long to) throws IOException {
    for (long i = from; i <= to; i++) {
      log.append(i, page(i));
    }
  }

  private static byte[] pages(byte[] file, int from, int to) {
    return Arrays.copyOfRange(file, from * 4096, to * 4096);
  }

  @Test
  void saltsDifferForCertain() {
    SegmentHeader first = new SegmentHeader(IDENTITY, 1, LogPosition.START, 0);
    for (int i = 0; i < 32; i++) {
      SegmentHeader later = new SegmentHeader(IDENTITY, 1 + (1L << i), LogPosition.START, 0);
      assertNotEquals(first.salt(), later.salt());
    }
    LogIdentity other = new LogIdentity(IDENTITY.cluster(), IDENTITY.group(), 2);
    assertNotEquals(first.salt(), new SegmentHeader(other, 1, LogPosition.START, 0).salt());
  }

  @Test
  void recoveryKeepsWholeFilesOfPastNamesOnlyAndNoUnfinishedOnes() throws IOException {
    purgeThree();
    files.endProcess();
    create(name(5), RECYCLING.segmentBytes());
    create(name(6), RECYCLING.segmentBytes());
    create(name(3), RECYCLING.segmentBytes() - 1);
    create(Spares.UNFINISHED, RECYCLING.segmentBytes());
    open();
    assertEquals(Set.of(MetadataFile.NAME, name(2), name(4), name(5)), files.names());
    log.close();
    ReplicaLog.open(files, IDENTITY, SMALL).log().close();
    assertEquals(Set.of(MetadataFile.NAME, name(4)), files.names());
  }

  private void create(String name, int size) throws IOException {
    try (LogFile file = files.create(name)) {
      Zeros.write(file, 0, size);
    }
  }

  @Test
  void aWorkerDeletesWhatAPurgeLeaves() throws IOException {
    open();
    log.spares().start(() -> {});
    append(1, FOUR_SEGMENTS);
    log.sync();
    log.purge(log.end());
    assertEquals(Set.of(name(1), name(2), name(3), name(4)), segments());
    assertTrue(work());
    assertEquals(Set.of(name(1), name(4), name(5)), segments());
    // Without it, the file of segment 4, which is not whole, is deleted at once.
    log.spares().stop();
    log.reset(after(900, entry(900)));
    assertEquals(Set.of(name(1), name(5)), segments());
    log.reset(after(901, entry(901)));
    assertEquals(Set.of(name(5), name(6)), segments());
  }

  @Test
  void powerMayBeLostAtEachStep() throws IOException {
    int losses = 0;
    for (int step = 0; step < 200; step++) {
      PowerLossFiles disk = new PowerLossFiles(step, 4096);
      log = ReplicaLog.open(disk, IDENTITY, RECYCLING).log();
      append(1, FOUR_SEGMENTS);
      log.sync();
      log.spares().start(() -> {});
      long acknowledged = FOUR_SEGMENTS;
      disk.losePowerAfter(step);
      try {
        log.purge(after(300, entry(300)));
        for (long to = 360; to <= 700; to += 10) {
          append(acknowledged + 1, to);
          log.sync();
          acknowledged = to;
          work();
        }
      } catch (PowerLoss e) {
        losses++;
      }
      disk.losePower();
      RecoveredLog found = ReplicaLog.open(disk, IDENTITY, RECYCLING).recovered();
      long base = found.base().length();
      assertTrue(base == 0 || base == 300, found.base().toString());
      assertTrue(found.end().length() >= acknowledged, found.end() + " after " + acknowledged);
      assertEquals(entries(base + 1, found.end().length()), found.entries());
    }
    assertEquals(200, losses);
  }

  @Test
  void verifyLeavesOutAFileThatIsWrittenAgain() throws IOException {
    open();
    append(1, FOUR_SEGMENTS);
    log.sync();
    assertEquals(FOUR_SEGMENTS, log.verify().entries());
    // Before it opens the first file, the second gets new records, and the third is deleted.
    files.duringOpen(
        () -> {
          files.duringOpen(() -> {});
          log.purge(log.end());
          append(FOUR_SEGMENTS + 1, FOUR_SEGMENTS + 150);
          log.sync();
          assertEquals(Set.of(name(1), name(4), name(5)), segments());
        });
    assertEquals(FOUR_SEGMENTS - 2L * IN_A_SEGMENT, log.verify().entries());
  }

  @Test
  void aFailureOfTheWorkIsThatOfTheLog() throws Exception {
    open();
    log.spares().start(() -> {});
    append(1, 30);
    files.failSyncAfter(0);
    Exception cause = assertThrows(IOException.class, this::work);
    log.fail(cause);
    assertThrows(LogFailedException.class, () -> append(31, 31));
    assertThrows(LogFailedException.class, () -> log.reset(new LogPosition(1, new Zxid(1, 1))));
  }
}
