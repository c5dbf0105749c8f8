package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.RECYCLING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LogReaderTest {

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);
  private final ReplicaLog log = open();
  private final LogReader reader = log.reader();
  private final Random random = new Random(11);
  private final List<Entry> written = new ArrayList<>();

  private ReplicaLog open() {
    try {
      return ReplicaLog.open(files, IDENTITY, RECYCLING).log();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void append(int count, long epoch) throws IOException {
    for (int i = 0; i < count; i++) {
      byte[] payload = new byte[random.nextInt(RECYCLING.maxPayloadBytes() / 4)];
      random.nextBytes(payload);
      Entry entry = new Entry(epoch, written.size() + 1, 7, written.size() + 1, payload);
      log.append(written.size() + 1, entry);
      written.add(entry);
    }
  }

  private static long segments(PowerLossFiles files) {
    return files.names().stream().filter(SegmentHeader::isSegment).count();
  }

  private void cut(int length) throws IOException {
    log.truncate(length);
    written.subList(length, written.size()).clear();
  }

  /** Reads all from an entry on, in parts of so many bytes. */
  private List<Entry> readFrom(int first, long maxBytes) throws IOException {
    return readFrom(reader, first, maxBytes);
  }

  private List<Entry> readFrom(LogReader reader, int first, long maxBytes) throws IOException {
    List<Entry> read = new ArrayList<>();
    while (first + read.size() <= written.size()) {
      List<Entry> part = reader.read(first + read.size(), Long.MAX_VALUE, maxBytes);
      assertTrue(part.size() > 0);
      read.addAll(part);
    }
    return read;
  }

  @Test
  void entriesAreReadFromAnyPlaceInPartsOfAnySize() throws IOException {
    append(40, 1);
    cut(30);
    append(40, 2);
    assertTrue(segments(files) > 3, "the test wants several segments");
    for (int first = 1; first <= written.size(); first++) {
      for (long bytes : new long[] {1, 700, 1 << 20}) {
        assertEquals(written.subList(first - 1, written.size()), readFrom(first, bytes));
      }
    }
    assertEquals(written.subList(4, 6), reader.read(5, 6, 1 << 20));
  }

  /** Whoever waited for that would have the next who asks the log for anything wait, too. */
  @Test
  void readersDoNotWaitForAnEpochThatIsWritten() throws Exception {
    append(3, 1);
    AtomicBoolean isRead = new AtomicBoolean();
    files.duringSync(
        () -> {
          files.duringSync(() -> {});
          try {
            CompletableFuture.supplyAsync(this::all).get(20, TimeUnit.SECONDS);
            isRead.set(true);
          } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IOException(e);
          }
        });
    log.writeEpoch(EpochField.CURRENT, 1);
    assertTrue(isRead.get());
  }

  private List<Entry> all() {
    try {
      return reader.read(1, Long.MAX_VALUE, 1 << 20);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPartIsNoLargerThanAskedForButHoldsOneEntry() throws IOException {
    append(60, 1);
    for (int first = 1; first <= written.size(); first++) {
      assertEquals(1, reader.read(first, Long.MAX_VALUE, 1).size());
      List<Entry> part = reader.read(first, Long.MAX_VALUE, 2_000);
      long allButLast =
          part.subList(0, part.size() - 1).stream().mapToLong(e -> e.payload().length).sum();
      assertTrue(allButLast < 2_000, "read " + allButLast);
    }
  }

  @Test
  void whatIsNotInTheLogIsGone() throws IOException {
    append(60, 1);
    log.sync();
    log.purge(new LogPosition(20, written.get(19).zxid()));
    for (long gone : new long[] {1, 19, 20, 61, 1_000}) {
      assertThrows(EntriesGoneException.class, () -> reader.read(gone, 2_000, 10));
    }
    assertEquals(written.subList(20, 60), readFrom(21, 500));
  }

  @Test
  void aPurgeBetweenTwoReadsIsNoticedAlsoIfItsFilesAreWrittenAgain() throws IOException {
    append(60, 1);
    List<Entry> part = reader.read(1, 60, 1);
    assertEquals(written.subList(0, 1), part);
    log.sync();
    log.purge(new LogPosition(50, written.get(49).zxid()));
    append(60, 1);
    assertThrows(EntriesGoneException.class, () -> reader.read(2, 60, 1));
    assertEquals(written.subList(50, 120), readFrom(51, 500));
  }

  @Test
  void damageIsNotTakenForAnEnd() throws IOException {
    append(60, 1);
    log.sync();
    String newest =
        files.names().stream().filter(SegmentHeader::isSegment).sorted().findFirst().orElseThrow();
    try (LogFile file = files.open(newest)) {
      file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}), SegmentHeader.BYTES + 20);
    }
    assertThrows(CorruptLogException.class, () -> reader.read(1, 60, 1 << 20));
  }

  @Test
  void readersGoOnBesideTheWriter() throws Exception {
    append(1, 1);
    AtomicBoolean done = new AtomicBoolean();
    List<Entry> read = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    Thread reading =
        new Thread(
            () -> {
              try {
                while (!done.get() || read.size() < log.end().length()) {
                  if (read.size() < log.end().length()) {
                    read.addAll(reader.read(read.size() + 1, Long.MAX_VALUE, 3_000));
                  }
                }
              } catch (IOException | RuntimeException e) {
                failures.add(e);
              }
            });
    reading.start();
    append(400, 1);
    done.set(true);
    reading.join();
    assertEquals(List.of(), failures);
    assertEquals(written, read);
  }

  @Test
  void recoveryKeepsThePayloadsOfTheNewestEntriesOnly() throws IOException {
    append(60, 1);
    log.close();
    long keep = written.subList(50, 60).stream().mapToLong(e -> e.payload().length).sum();
    OpenedLog opened = ReplicaLog.open(files, IDENTITY, RECYCLING, keep);
    List<Entry> recovered = opened.recovered().entries();
    assertEquals(written.subList(50, 60), recovered.subList(50, 60));
    List<Entry> rest = new ArrayList<>();
    for (Entry entry : written.subList(0, 50)) {
      rest.add(entry.withoutPayload());
    }
    assertEquals(rest, recovered.subList(0, 50));
    assertEquals(60, opened.recovered().end().length());
    assertEquals(written, readFrom(opened.log().reader(), 1, 1_000));
  }
}
