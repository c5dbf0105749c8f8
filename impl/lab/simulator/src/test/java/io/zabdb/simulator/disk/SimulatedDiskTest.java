package io.zabdb.simulator.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogFailedException;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.LogSettings;
import io.zabdb.log.OpenedLog;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.simulator.disk.DiskState.Access;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import io.zabdb.testkit.sim.machine.VirtualWorkers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What befalls a simulated disk does happen, and the same again with the same seed. */
class SimulatedDiskTest {

  private static final LogIdentity IDENTITY = new LogIdentity(new UUID(1, 2), 0, 0);
  private static final LogSettings SMALL = new LogSettings(4 * 4096, 4096, 4096, 1);

  private final Timeline time = new Timeline();
  private World world = world(1);
  private DiskState state = new DiskState(world, 0);
  private SimulatedDisk disk = new SimulatedDisk(world, state, 0, 0);

  private World world(long seed) {
    return new World(seed, 3, time, EventLog.NONE, new Counts());
  }

  private void begin(long seed) {
    world = world(seed);
    state = new DiskState(world, 0);
    disk = new SimulatedDisk(world, state, 0, 0);
  }

  private OpenedLog open() throws IOException {
    return ReplicaLog.open(disk.openLog(), IDENTITY, SMALL);
  }

  private static Entry entry(long index) {
    return new Entry(1, index, 1, index, new byte[100]);
  }

  private static Entry nothing(long index) {
    return new Entry(1, index, 1, index, new byte[0]);
  }

  private static void append(ReplicaLog log, long from, long to) throws IOException {
    for (long index = from; index <= to; index++) {
      log.append(index, entry(index));
    }
  }

  @Test
  void whatWasNotSyncedIsLostOrNotByTheSeedAndNeverWhatWas() throws IOException {
    Set<Long> lengths = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      long length = lengthAfterPowerLoss(seed);
      assertEquals(length, lengthAfterPowerLoss(seed));
      lengths.add(length);
    }
    assertTrue(lengths.size() > 3 && lengths.contains(80L), lengths.toString());
    assertTrue(lengths.stream().allMatch(each -> each >= 30 && each <= 80), lengths.toString());
  }

  private long lengthAfterPowerLoss(long seed) throws IOException {
    begin(seed);
    ReplicaLog log = open().log();
    append(log, 1, 30);
    log.sync();
    append(log, 31, 80);
    disk.losePower();
    return open().recovered().end().length();
  }

  @Test
  void aKilledProcessLosesNothingOfItsLogAndChangesNothingAnyMore() throws IOException {
    ReplicaLog log = open().log();
    append(log, 1, 50);
    disk.endProcess();
    assertThrows(LogFailedException.class, () -> append(log, 51, 51));
    assertEquals(50, open().recovered().end().length());
  }

  @Test
  void namesAreNotDurableBeforeTheirDirectoryIsSynced() throws IOException {
    int lost = 0;
    for (long seed = 0; seed < 50; seed++) {
      begin(seed);
      LogFiles files = disk.openLog();
      files.create("kept").close();
      files.syncDirectory();
      files.create("new").close();
      disk.losePower();
      assertTrue(files.names().contains("kept"));
      lost += files.names().contains("new") ? 0 : 1;
    }
    assertTrue(lost > 10 && lost < 40, "lost " + lost);
  }

  @Test
  void aFullDiskTakesNothingNew() throws IOException {
    ReplicaLog log = open().log();
    append(log, 1, 1);
    state.fill(1);
    assertThrows(DiskFullException.class, () -> append(log, 2, 1_000));
    StorageEngine store = disk.openStore();
    StorageException refused = assertThrows(StorageException.class, store::flush);
    assertEquals(ErrorCode.DISK_FULL, refused.code());
    state.fill(-1);
    store.flush();
    append(log, log.end().length() + 1, 1_000);
    assertEquals(1_000, log.end().length());
  }

  @Test
  void eachKindOfAccessFailsOnceWhenItIsToldTo() throws IOException {
    for (Access access : Access.values()) {
      begin(7);
      LogFiles files = disk.openLog();
      try (LogFile file = files.create("file")) {
        file.write(ByteBuffer.allocate(8192), 0);
        file.sync();
        state.failNext(access);
        assertFalse(state.hasFailed());
        assertThrows(
            IOException.class,
            () -> {
              file.write(ByteBuffer.allocate(10), 0);
              file.read(ByteBuffer.allocate(10), 0);
              file.sync();
            });
        assertTrue(state.hasFailed());
        assertEquals(1, world.counts().of(access.count()));
        file.sync();
      }
    }
  }

  /** As Linux does it: another sync succeeds, and proves nothing. */
  @Test
  void whatASyncThatFailedHadToWriteMayBeLostForGood() throws IOException {
    int lost = 0;
    for (long seed = 0; seed < 50; seed++) {
      begin(seed);
      LogFiles files = disk.openLog();
      LogFile file = files.create("file");
      files.syncDirectory();
      file.write(ByteBuffer.wrap(new byte[] {1}), 0);
      state.failNext(Access.SYNC);
      assertThrows(IOException.class, file::sync);
      file.sync();
      disk.losePower();
      ByteBuffer found = ByteBuffer.allocate(1);
      lost += files.open("file").read(found, 0) && found.get(0) == 1 ? 0 : 1;
    }
    assertTrue(lost > 10 && lost < 40, "lost " + lost);
  }

  @Test
  void rotIsFoundWhenTheLogIsOpened() throws IOException {
    int found = 0;
    for (long seed = 0; seed < 100; seed++) {
      begin(seed);
      ReplicaLog log = open().log();
      append(log, 1, 100);
      log.sync();
      disk.endProcess();
      assertNotNull(disk.rot(this::carelessly), "a recovery that finds nothing spares nothing");
      try {
        assertTrue(open().recovered().end().length() >= 99);
      } catch (CorruptLogException e) {
        found++;
      }
    }
    assertTrue(found > 10, "found " + found);
  }

  private long length(LogFiles files) throws IOException {
    return ReplicaLog.open(files, IDENTITY, SMALL).recovered().end().length();
  }

  /** What is damaged is cut, whoever has vouched for it: as a recovery with a bug does. */
  private long carelessly(LogFiles files) throws IOException {
    try {
      return length(files);
    } catch (CorruptLogException e) {
      return 0;
    }
  }

  /** Else the judges would blame a run for what no log can tell from a write that was torn. */
  @Test
  void rotNeverPassesForATornWrite() throws IOException {
    int found = 0;
    int whole = 0;
    int spared = 0;
    for (long seed = 0; seed < 200; seed++) {
      begin(seed);
      ReplicaLog log = open().log();
      append(log, 1, 20);
      log.sync();
      disk.losePower();
      spared += disk.rot(this::length) == null ? 1 : 0;
      try {
        assertEquals(20, open().recovered().end().length(), "seed " + seed);
        whole++;
      } catch (CorruptLogException e) {
        found++;
      }
    }
    String all = "found %d, whole %d, spared %d".formatted(found, whole, spared);
    assertTrue(found > 10 && whole > 10 && spared > 10, all);
  }

  @Test
  void aSlowDiskTakesTheTimeOfWhoeverSyncs() {
    VirtualProcess process = new VirtualProcess(time);
    state.usedBy(process);
    state.slow(3_000_000);
    long[] took = new long[2];
    VirtualWorkers workers =
        new VirtualWorkers(process, new SeededRandom(1, "workers"), VirtualWorkers.Pace.USUAL);
    for (int i = 0; i < 2; i++) {
      int n = i;
      workers
          .open("sync")
          .submit(
              () -> {
                long begin = process.now();
                try {
                  disk.openLog().syncDirectory();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
                took[n] = process.now() - begin;
              });
      time.runUntil(time.now() + 10_000_000);
      state.heal();
    }
    assertTrue(took[0] >= 1_500_000, "took " + took[0]);
    assertTrue(took[1] > 0 && took[1] <= state.greatestMicros(), "took " + took[1]);
  }

  /** Though it is one event: what a task does later is not done if power is lost first. */
  @Test
  void powerIsLostInTheMiddleOfATask() throws IOException {
    Set<Long> early = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      early.add(lengthAfterPowerLossInATask(seed, seed * state.greatestMicros() / 20));
      assertEquals(30, lengthAfterPowerLossInATask(seed, 100 * state.greatestMicros()));
    }
    assertTrue(early.size() > 2, early.toString());
    assertTrue(early.contains(0L) && early.contains(30L), early.toString());
  }

  private long lengthAfterPowerLossInATask(long seed, long micros) throws IOException {
    begin(seed);
    ReplicaLog log = open().log();
    VirtualProcess process = new VirtualProcess(time);
    state.usedBy(process);
    boolean[] done = new boolean[1];
    submit(
        new VirtualWorkers(process, new SeededRandom(seed, "workers"), VirtualWorkers.Pace.USUAL),
        () -> {
          append(log, 1, 30);
          log.sync();
          done[0] = true;
        });
    while (!done[0]) {
      time.runUntil(time.now() + 1);
    }
    time.runUntil(time.now() + micros);
    process.end();
    disk.losePower();
    state.usedBy(null);
    return open().recovered().end().length();
  }

  /** Two of its threads use the disk at the same time, and one is far slower. */
  @Test
  void filesComeAndGoInTheOrderInWhichTheProcessAsked() throws IOException {
    LogFiles files = disk.openLog();
    VirtualProcess process = new VirtualProcess(time);
    state.usedBy(process);
    VirtualWorkers workers =
        new VirtualWorkers(process, new SeededRandom(1, "workers"), VirtualWorkers.Pace.USUAL);
    List<String> done = new ArrayList<>();
    state.slow(1_000_000);
    submit(
        workers,
        () -> {
          files.create("file").write(ByteBuffer.wrap(new byte[10]), 0);
          files.syncDirectory();
          files.open("file").write(ByteBuffer.wrap(new byte[20]), 0);
          done.add("opened");
        });
    while (done.isEmpty()) {
      time.runUntil(time.now() + 1);
    }
    submit(
        workers,
        () -> {
          files.delete("file");
          done.add("deleted");
        });
    time.runUntil(time.now() + 10_000_000);
    assertEquals(List.of("opened", "deleted"), done);
    disk.endProcess();
    assertFalse(files.names().contains("file"));
  }

  private static void submit(VirtualWorkers workers, LogTask task) {
    workers
        .open("log")
        .submit(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }

  private interface LogTask {
    void run() throws IOException;
  }

  @Test
  void anotherDiskHasNothingAndAnotherNumber() throws IOException {
    ReplicaLog log = open().log();
    long number = log.disk();
    append(log, 1, 10);
    log.sync();
    disk.endProcess();
    disk.replace();
    OpenedLog empty = open();
    assertEquals(0, empty.recovered().end().length());
    assertNotEquals(number, empty.log().disk());
    begin(1);
    assertEquals(number, open().log().disk());
  }

  @Test
  void checkpointsOutliveTheProcessAndTheStateDoesNotWithoutAFlush() {
    StorageEngine store = disk.openStore();
    store.createPartition(new Partition("p", 0, List.of(Family.of("f"))));
    store.apply(List.of(nothing(1), nothing(2)));
    disk.checkpoints().take(store);
    store.apply(List.of(nothing(3)));
    disk.losePower();
    StorageEngine again = disk.openStore();
    assertEquals(2, again.applied().length());
    assertEquals(2, disk.checkpoints().open(0).get(0).length());
    assertEquals(List.of(), disk.checkpoints().open(3));
  }

  @Test
  void aCheckpointReplacesAStoreAndItsImportIsPendingUntilItIsFinished() {
    StorageEngine store = disk.openStore();
    store.apply(List.of(nothing(1), nothing(2)));
    var checkpoint = disk.checkpoints().take(store);
    SimulatedDisk other = new SimulatedDisk(world, new DiskState(world, 1), 1, 0);
    StorageEngine another = other.openStore();
    other.checkpoints().load(other.checkpoints().adopt(checkpoint), another);
    assertEquals(2, another.applied().length());
    other.losePower();
    assertTrue(other.openStore().isImportPending());
    another.finishImport();
    assertFalse(other.openStore().isImportPending());
    assertEquals(store.snapshot().hash(), other.openStore().snapshot().hash());
  }

  @Test
  void compactionDebtIsWorkedOffOnlyWhileTheStoreMay() {
    StorageEngine store = disk.openStore();
    store.compactions().setAutomatic(false);
    disk.addDebt(8 << 20);
    time.runUntil(10_000_000);
    assertEquals(8 << 20, store.compactions().sample().dueBytes());
    store.compactions().setAutomatic(true);
    time.runUntil(11_000_000);
    TreePressure half = store.compactions().sample();
    assertEquals(4 << 20, half.dueBytes());
    assertEquals(1, half.running());
    time.runUntil(20_000_000);
    assertEquals(0, store.compactions().sample().dueBytes());
    assertEquals(0, store.compactions().sample().running());
  }
}
