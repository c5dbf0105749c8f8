package io.zabdb.log;

import static io.zabdb.log.LogTests.IDENTITY;
import static io.zabdb.log.LogTests.RECYCLING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.log.file.PowerLossFiles;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A scan reads every record of the segments that are not written any more, in parts. */
class LogScanTest {

  private static final int STEP = 500;
  private static final int ENTRIES = 60;

  private final PowerLossFiles files = new PowerLossFiles(1, 4096);
  private final Random random = new Random(11);
  private final List<String> unopened = new ArrayList<>();

  /** What the system does not open; empty: all is opened. */
  private String refused = "";

  private final ReplicaLog log = open();

  private ReplicaLog open() {
    LogFiles refusing =
        (LogFiles)
            Proxy.newProxyInstance(
                LogFiles.class.getClassLoader(),
                new Class<?>[] {LogFiles.class},
                (self, method, arguments) -> {
                  if (method.getName().equals("open") && arguments[0].equals(refused)) {
                    throw new IOException("Too many open files");
                  }
                  try {
                    return method.invoke(files, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    try {
      ReplicaLog opened = ReplicaLog.open(refusing, IDENTITY, RECYCLING).log();
      append(opened);
      return opened;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void append(ReplicaLog to) throws IOException {
    for (int i = 0; i < ENTRIES; i++) {
      byte[] payload = new byte[random.nextInt(RECYCLING.maxPayloadBytes() / 4)];
      random.nextBytes(payload);
      long next = to.end().length() + 1;
      to.append(next, new Entry(1, next, 7, next, payload));
    }
    to.sync();
  }

  private List<String> segments() {
    return files.names().stream().filter(SegmentHeader::isSegment).sorted().toList();
  }

  private LogScan begin() {
    return log.scan((file, why) -> unopened.add(file + ": " + why.getMessage()));
  }

  private static long readAll(LogScan scan) throws IOException {
    long bytes = 0;
    long read;
    do {
      read = scan.read(STEP);
      bytes += read;
    } while (read >= STEP);
    return bytes;
  }

  private long scan() throws IOException {
    try (LogScan scan = begin()) {
      return readAll(scan);
    }
  }

  private void flip(String name, long at) throws IOException {
    try (LogFile file = files.open(name)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1));
      file.write(one.rewind(), at);
    }
  }

  /** Where the records of the first segment end. */
  private long endOfFirst() throws IOException {
    List<LogScan.Sealed> sealed = log.contents().sealed();
    try (SegmentReader reader = SegmentReader.open(files, sealed.get(0).segment())) {
      reader.skipTo(sealed.get(0).last());
      return reader.offset();
    }
  }

  @Test
  void noWrongByteOfASegmentThatIsNotWrittenAnyMoreEscapes() throws IOException {
    assertTrue(segments().size() > 3, "the test wants several segments");
    assertTrue(scan() > 2L * SegmentHeader.BYTES);
    String first = segments().get(0);
    long end = endOfFirst();
    assertTrue(end > SegmentHeader.BYTES + 1_000, "ends at " + end);
    for (long at = SegmentHeader.BYTES; at < end; at += 1 + random.nextInt(40)) {
      flip(first, at);
      CorruptLogException found = assertThrows(CorruptLogException.class, this::scan, "at " + at);
      assertTrue(found.getMessage().contains(first), found.getMessage());
      flip(first, at);
    }
    flip(first, 20);
    assertThrows(CorruptLogException.class, this::scan, "in the header");
    flip(first, 20);
    scan();
    assertEquals(List.of(), unopened);
  }

  @Test
  void whatIsBeingWrittenIsLeftToRecovery() throws IOException {
    List<String> all = segments();
    flip(all.get(all.size() - 1), SegmentHeader.BYTES + 10);
    scan();
  }

  @Test
  void whatIsPurgedMeanwhileIsNoDamageAlsoIfItsFilesAreWrittenAgain() throws IOException {
    LogPosition end = log.end();
    try (LogScan scan = begin()) {
      assertTrue(scan.read(STEP) >= STEP);
      log.purge(end);
      append(log);
      assertTrue(readAll(scan) < RECYCLING.segmentBytes(), "of one that is no more");
    }
    assertEquals(List.of(), unopened);
  }

  @Test
  void aSegmentThatIsNotThereIsDamage() throws IOException {
    String gone = segments().get(1);
    files.delete(gone);
    CorruptLogException found = assertThrows(CorruptLogException.class, this::scan);
    assertTrue(found.getMessage().contains(gone), found.getMessage());
  }

  @Test
  void aFileThatTheSystemDoesNotOpenNowIsToldAndTheOthersAreRead() throws IOException {
    long all = scan();
    refused = segments().get(1);
    long others = scan();
    assertTrue(others > 0 && others < all, others + " of " + all);
    assertEquals(1, unopened.size(), unopened::toString);
    assertTrue(unopened.get(0).contains(refused + ": Too many open files"), unopened::toString);
    String last = segments().get(2);
    flip(last, SegmentHeader.BYTES + 10);
    assertThrows(CorruptLogException.class, this::scan);
  }
}
