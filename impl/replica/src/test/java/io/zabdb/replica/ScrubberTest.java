package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.environment.Clock;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogScan;
import io.zabdb.log.LogSettings;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.file.Directory;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.rocks.RocksOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store is read at a rate, in passes, and not while the node is busy; damage is told. */
@Timeout(120)
class ScrubberTest {

  private static final String PARTITION = "p";
  private static final int ROWS = 100;
  private static final int SEGMENT_BYTES = 32 << 10;
  private static final int RATE = 40_000;
  private static final Duration QUARTER = Duration.ofMillis(250);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long WALL = 1_700_000_000_000L;

  @TempDir Path directory;
  private final NodeHealth health = new NodeHealth();
  private final AtomicLong now = new AtomicLong();
  private final StepWorkers workers = new StepWorkers();
  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return now.get();
        }

        @Override
        public long millis() {
          return WALL;
        }
      };
  private final NotedDamage disk = new NotedDamage();
  private ReplicaStore store;
  private ReplicaLog log;
  private Scrubber scrubber;

  @BeforeEach
  void fill() throws IOException {
    log =
        ReplicaLog.open(
                Directory.open(directory.resolve("log")),
                new LogIdentity(new UUID(1, 2), 0, 0),
                new LogSettings(SEGMENT_BYTES, SEGMENT_BYTES / 2, SEGMENT_BYTES, 0))
            .log();
    StorageEngine engine = TreeEngine.onDisk(directory.resolve("store"), RocksOptions.TINY);
    // Files change only when a test wants it.
    engine.compactions().setAutomatic(false);
    engine.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
    Random random = new Random(1);
    byte[] value = new byte[1_000];
    for (int row = 1; row <= ROWS; row++) {
      random.nextBytes(value);
      Change put =
          new Change.Put(
              new Column("f", Bytes.of("q")), Bytes.of(Base64.getEncoder().encodeToString(value)));
      Action action = new Action.Mutate(new RowMutation(Bytes.of("row" + row), List.of(put)));
      byte[] payload = CommandCodec.encode(new Command(PARTITION, 1, action));
      Entry entry = new Entry(1, row, 1, row, payload);
      log.append(row, entry);
      engine.apply(List.of(entry));
    }
    log.sync();
    engine.flush();
    store = new ReplicaStore(engine);
  }

  @AfterEach
  void close() throws IOException {
    scrubber.close();
    store.close();
    log.close();
  }

  private void scrub(long rate) {
    DamageWatch damage = new DamageWatch(health, 0, disk);
    scrubber =
        new Scrubber(
            List.of(Scrubbed.of(store, damage), Scrubbed.of(log, damage)),
            new ScrubSettings(rate, HOUR),
            workers,
            clock);
  }

  /** So much time passes; what was begun then has ended when this returns. */
  private void pass(Duration time, boolean busy) {
    now.addAndGet(time.toNanos());
    scrubber.go(busy);
    workers.runAll();
  }

  private long read() {
    return scrubber.progress().bytes();
  }

  private List<Path> files() throws IOException {
    return files("store", ".sst");
  }

  private List<Path> files(String below, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve(below))) {
      return all.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private long allBytes() throws IOException {
    long all = files().stream().mapToLong(file -> file.toFile().length()).sum();
    try (LogScan scan = log.scan((file, why) -> {})) {
      return all + scan.read(Long.MAX_VALUE);
    }
  }

  private void pass() {
    long passes = scrubber.progress().passes();
    for (int call = 0; call < 1_000 && scrubber.progress().passes() == passes; call++) {
      pass(QUARTER, false);
    }
    assertEquals(passes + 1, scrubber.progress().passes());
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      content.seek(at);
      int present = content.read();
      content.seek(at);
      content.write(present ^ 4);
    }
  }

  @Test
  void itReadsAtItsRateAndNotWhileTheNodeIsBusy() {
    scrub(RATE);
    pass(QUARTER, false);
    assertEquals(RATE / 4, read());
    pass(QUARTER, true);
    pass(QUARTER, true);
    assertEquals(RATE / 4, read());
    pass(QUARTER, false);
    assertEquals(RATE / 2, read(), "what was not read meanwhile is not made up for");
  }

  /** Its samples are ten seconds apart. */
  @Test
  void aReplicaThatRestsIsReadAtTheSameRate() {
    long rate = RATE / 10;
    scrub(rate);
    pass(Duration.ofSeconds(10), false);
    assertEquals(10 * rate, read());
    pass(Duration.ofMinutes(1), false);
    assertEquals(10 * rate + 15 * rate, read(), "what was not read meanwhile is not made up for");
  }

  @Test
  void aRateBelowAByteForEachCallIsKept() {
    scrub(2);
    for (int call = 0; call < 8; call++) {
      pass(QUARTER, false);
    }
    assertEquals(4, read());
  }

  @Test
  void withoutARateNothingIsRead() {
    scrub(0);
    pass(HOUR, false);
    assertEquals(0, read());
    assertEquals(0, workers.submitted());
  }

  @Test
  void aPassReadsEverythingAndTheNextOneComesAfterTheInterval() throws IOException {
    long all = allBytes();
    scrub(RATE);
    for (int call = 0; scrubber.progress().passes() == 0; call++) {
      // Of a log, records are read whole: a call may read a little more.
      assertTrue(call <= 4 * all / RATE + 2, "calls: " + call);
      pass(QUARTER, false);
    }
    assertEquals(all, read());
    assertEquals(WALL, scrubber.progress().lastPassMillis());
    pass(HOUR.minus(Duration.ofMinutes(1)), false);
    assertEquals(all, read());
    pass(Duration.ofMinutes(2), true);
    assertEquals(all, read());
    pass(QUARTER, false);
    assertEquals(all + RATE / 4, read());
    assertFalse(health.isUnfit(0));
  }

  @Test
  void damageThatNobodyReadsIsToldOnce() throws IOException {
    Path file = files().get(0);
    flip(file, file.toFile().length() / 2);
    scrub(RATE);
    for (int call = 0; call < 100 && !health.isUnfit(0); call++) {
      pass(QUARTER, false);
    }
    assertTrue(health.isUnfit(0));
    String reason = health.reasons().get(0);
    assertTrue(reason.contains("a scrub") && reason.contains("" + file), reason);
    assertFalse(disk.noted().isEmpty());
    long soFar = read();
    pass(HOUR, false);
    assertEquals(soFar, read());
    assertEquals(0, scrubber.progress().passes());
  }

  @Test
  void damageOfTheLogIsToldAndLeavesTheStoreAlone() throws IOException {
    Path segment = files("log", ".segment").get(0);
    flip(segment, SEGMENT_BYTES / 2);
    scrub(RATE);
    for (int call = 0; call < 1_000 && !health.isUnfit(0); call++) {
      pass(QUARTER, false);
    }
    assertTrue(health.isUnfit(0));
    String reason = health.reasons().get(0);
    assertTrue(reason.contains("a scrub") && reason.contains("" + segment), reason);
    assertEquals("", disk.noted());
  }

  /** Links that lead to themselves are not opened for anybody, the superuser included. */
  @Test
  void filesThatCannotBeOpenedNowAreNoDamageButThePassDoesNotCount() throws IOException {
    List<Path> refused = List.of(files().get(0), files("log", ".segment").get(0));
    for (Path each : refused) {
      Files.move(each, directory.resolve(each.getFileName()));
      Files.createSymbolicLink(each, each);
    }
    long all = allBytes();
    scrub(RATE);
    for (int call = 0; call < 1_000; call++) {
      pass(QUARTER, false);
    }
    assertEquals(all, read());
    assertEquals(0, scrubber.progress().passes());
    assertFalse(health.isUnfit(0), health.reasons()::toString);
    for (Path each : refused) {
      Files.delete(each);
      Files.move(directory.resolve(each.getFileName()), each);
    }
    pass(HOUR, false);
    pass();
    assertFalse(health.isUnfit(0), health.reasons()::toString);
  }
}
