package io.zabdb.testkit.sim.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DiskTest {

  private static final long LONG = 1_000_000;

  private final Counts counts = new Counts();

  /** A disk of a seed, with whoever uses it. */
  private final class Setup implements DiskUser {
    private final Timeline time = new Timeline();
    private final Disk disk;
    private final List<String> heard = new ArrayList<>();

    Setup(long seed) {
      disk = new Disk(new World(seed, 3, time, EventLog.NONE, counts), 0, 0);
      disk.open(this);
    }

    void append(int from, int to) {
      for (int i = from; i <= to; i++) {
        disk.append(i, new Entry(1, i, 1, i, new byte[0]));
      }
    }

    void pass() {
      time.runUntil(time.now() + LONG);
    }

    @Override
    public void logSynced(long length, Zxid last) {
      heard.add("synced " + length);
    }

    @Override
    public void epochWritten(EpochField field, long epoch) {
      heard.add(field + " " + epoch);
    }

    @Override
    public void syncFailed() {
      heard.add("failed");
    }
  }

  @Test
  void oneSyncCoversAllThatWasWrittenBefore() {
    Setup setup = new Setup(1);
    setup.append(1, 3);
    setup.pass();
    assertEquals(3, setup.disk.synced());
    assertEquals("synced 3", setup.heard.get(setup.heard.size() - 1));
  }

  @Test
  void aLossOfPowerKeepsWhatIsSyncedAndAPartOfTheRest() {
    Set<Long> lengths = new TreeSet<>();
    for (long seed = 0; seed < 50; seed++) {
      Setup setup = new Setup(seed);
      setup.append(1, 2);
      setup.pass();
      setup.append(3, 5);
      setup.disk.losePower();
      lengths.add(setup.disk.length());
    }
    assertEquals(Set.of(2L, 3L, 4L, 5L), lengths);
    assertTrue(counts.of("disk: torn record cut at recovery") > 0);
  }

  @Test
  void aKilledProcessLeavesWhatItWroteAndIsNotToldOfIt() {
    Setup setup = new Setup(1);
    setup.append(1, 3);
    setup.disk.endProcess();
    setup.pass();
    assertEquals(3, setup.disk.length());
    assertEquals(List.of(), setup.heard);
    setup.disk.open(setup);
    assertEquals(3, setup.disk.synced());
  }

  @Test
  void anEpochUnderWayIsWrittenOrNot() {
    Set<Long> epochs = new TreeSet<>();
    for (long seed = 0; seed < 20; seed++) {
      Setup setup = new Setup(seed);
      setup.disk.writeEpoch(EpochField.ACCEPTED, 4);
      setup.disk.losePower();
      setup.pass();
      assertEquals(List.of(), setup.heard);
      epochs.add(setup.disk.epoch(EpochField.ACCEPTED));
    }
    assertEquals(Set.of(0L, 4L), epochs);
  }

  @Test
  void aFullDiskSyncsWhenThereIsRoom() {
    Setup setup = new Setup(1);
    setup.disk.speed().fill(1);
    setup.append(1, 1);
    setup.pass();
    assertEquals(0, setup.disk.synced());
    setup.disk.speed().fill(-1);
    setup.disk.resume();
    setup.pass();
    assertEquals(1, setup.disk.synced());
  }

  @Test
  void aSyncFailsOnce() {
    Setup setup = new Setup(1);
    setup.disk.failNextSync();
    setup.append(1, 1);
    setup.pass();
    assertEquals(List.of("failed"), setup.heard);
    assertEquals(0, setup.disk.synced());
  }

  @Test
  void aSyncUnderWayDoesNotVouchForWhatReplacesACutTail() {
    Setup setup = new Setup(1);
    setup.append(1, 3);
    setup.disk.truncate(1);
    setup.disk.append(2, new Entry(2, 1, 1, 2, new byte[0]));
    setup.time.runUntil(setup.disk.speed().greatestMicros());
    assertEquals("synced 1", setup.heard.get(0));
    setup.pass();
    assertEquals(2, setup.disk.synced());
  }

  @Test
  void rotIsThereUntilTheRecordIsCut() {
    Setup setup = new Setup(1);
    SeededRandom random = new SeededRandom(1, "rot");
    assertFalse(setup.disk.rot(random));
    setup.append(1, 1);
    setup.pass();
    assertTrue(setup.disk.rot(random));
    assertTrue(setup.disk.isRotten());
    setup.disk.truncate(0);
    assertFalse(setup.disk.isRotten());
  }
}
