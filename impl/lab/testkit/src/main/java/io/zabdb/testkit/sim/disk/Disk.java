package io.zabdb.testkit.sim.disk;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.EpochField;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The disk of a node: the log, the two epochs, the checkpoint. It outlives the processes of its
 * node. Writes take virtual time; a process that ends before a write is complete does not hear of
 * it, and whether the write is done is a matter of chance. Not thread-safe.
 */
public final class Disk {

  private final World world;
  private final SeededRandom random;
  private final DiskSpeed speed;
  private Log log = new Log();
  private long number;
  private final Map<EpochField, Long> epochs = new EnumMap<>(EpochField.class);
  private final Map<EpochField, Long> epochsUnderWay = new EnumMap<>(EpochField.class);
  private DiskUser user;

  /** Numbers the processes, so that none hears of what a former one asked for. */
  private long life;

  /** How much of the log the sync under way covers; -1: none is. */
  private long syncing = -1;

  private boolean nextSyncFails;

  /** The first index whose record has rotted; 0: none. */
  private long rotten;

  /**
   * @param number of the disk; 0: disks have no numbers in this run
   */
  public Disk(World world, int node, long number) {
    this.number = number;
    this.world = world;
    random = world.random("disk.chance." + node);
    speed = new DiskSpeed(world, node);
    for (EpochField field : EpochField.values()) {
      epochs.put(field, 0L);
    }
  }

  /** A process opens the disk; what it finds there is synced, so that it can vouch for it. */
  public void open(DiskUser newUser) {
    life++;
    syncing = -1;
    user = newUser;
    log.sync(log.length());
  }

  public DiskSpeed speed() {
    return speed;
  }

  // -- what the process asks for

  public void append(long index, Entry entry) {
    log.append(index, entry);
    startSync();
  }

  public void truncate(long length) {
    log.truncate(length);
    syncing = Math.min(syncing, length);
    forgetRotBeyond(length);
  }

  public void install(Checkpoint checkpoint) {
    log.install(checkpoint);
    syncing = Math.min(syncing, checkpoint.length());
    rotten = 0;
  }

  public void writeEpoch(EpochField field, long epoch) {
    epochsUnderWay.put(field, epoch);
    long asked = life;
    world.time().after(speed.writeMicros(), () -> finishEpoch(field, asked));
  }

  /**
   * Writes a checkpoint and purges the log below it.
   *
   * @param done hears whether it is written; it is not if the disk is full or has a newer one
   */
  public void writeCheckpoint(Checkpoint checkpoint, Consumer<Boolean> done) {
    long asked = life;
    long micros = speed.writeMicros() * 10;
    world.time().after(micros, () -> finishCheckpoint(checkpoint, done, asked));
  }

  // -- what befalls it

  /**
   * Power is lost: of what is not synced, a part from the front survives, and a record may tear.
   */
  public void losePower() {
    long lost = log.length() - log.synced();
    if (lost > 0) {
      long survive = random.below(lost + 1);
      log.truncate(log.synced() + survive);
      forgetRotBeyond(log.length());
      world.counts().add("disk: records lost", lost - survive);
      if (survive < lost && random.chance(0.5)) {
        world.counts().add("disk: torn record cut at recovery");
      }
    }
    endWrites();
  }

  /** The process has ended, but not the machine: what it wrote will be there. */
  public void endProcess() {
    endWrites();
  }

  /** The next sync will fail. */
  public void failNextSync() {
    nextSyncFails = true;
  }

  /** A bit flips in a record of the log; false if there is none. */
  public boolean rot(SeededRandom chance) {
    long records = log.synced() - log.purged();
    if (records <= 0 || rotten > 0) {
      return false;
    }
    rotten = log.purged() + 1 + chance.below(records);
    return true;
  }

  /** There may be room again. */
  public void resume() {
    startSync();
  }

  /** It works as it should from now on; what has rotted stays so. */
  public void heal() {
    speed.heal();
    nextSyncFails = false;
    startSync();
  }

  /**
   * Replaced by an empty one; no process uses it.
   *
   * @param newNumber that no disk had before
   */
  public void replace(long newNumber) {
    endWrites();
    log = new Log();
    for (EpochField field : EpochField.values()) {
      epochs.put(field, 0L);
    }
    rotten = 0;
    number = newNumber;
  }

  // -- what is on it

  /** The number of the disk; 0: disks have no numbers in this run. */
  public long number() {
    return number;
  }

  /** Whether a record that a recovery would read fails its checksum. */
  public boolean isRotten() {
    return rotten > 0;
  }

  public long epoch(EpochField field) {
    return epochs.get(field);
  }

  /** The last checkpoint, or null. */
  public Checkpoint checkpoint() {
    return log.checkpoint();
  }

  /** The entries behind the checkpoint. */
  public List<Entry> tail() {
    return log.tail();
  }

  /** How many entries have been written, synced or not. */
  public long length() {
    return log.length();
  }

  /** How many entries would survive a loss of power. */
  public long synced() {
    return log.synced();
  }

  /** How many entries the checkpoint covers. */
  public long purged() {
    return log.purged();
  }

  /** The zxid at an index from that of the checkpoint on. */
  public Zxid zxidAt(long index) {
    return log.zxidAt(index);
  }

  /** The entry at an index behind the checkpoint. */
  public Entry entry(long index) {
    return log.entry(index);
  }

  // -- inside

  private void startSync() {
    if (syncing >= 0 || !speed.hasRoom() || log.synced() == log.length()) {
      return;
    }
    syncing = log.length();
    long asked = life;
    world.time().after(speed.writeMicros(), () -> finishSync(asked));
  }

  private void finishSync(long asked) {
    if (asked != life) {
      return;
    }
    if (nextSyncFails) {
      nextSyncFails = false;
      user.syncFailed();
      return;
    }
    long length = syncing;
    Zxid last = log.zxidAt(length);
    syncing = -1;
    log.sync(length);
    startSync();
    user.logSynced(length, last);
  }

  private void finishEpoch(EpochField field, long asked) {
    if (asked != life) {
      return;
    }
    if (!speed.hasRoom()) {
      world.time().after(speed.writeMicros(), () -> finishEpoch(field, asked));
      return;
    }
    long epoch = epochsUnderWay.remove(field);
    epochs.put(field, epoch);
    user.epochWritten(field, epoch);
  }

  private void finishCheckpoint(Checkpoint checkpoint, Consumer<Boolean> done, long asked) {
    if (asked != life) {
      return;
    }
    boolean written = checkpoint.length() > log.purged() && speed.hasRoom();
    if (written) {
      log.purge(checkpoint);
      rotten = rotten <= checkpoint.length() ? 0 : rotten;
    }
    done.accept(written);
  }

  /** The writes under way have been done, or not. */
  private void endWrites() {
    life++;
    syncing = -1;
    nextSyncFails = false;
    for (Map.Entry<EpochField, Long> write : epochsUnderWay.entrySet()) {
      if (random.chance(0.5)) {
        epochs.put(write.getKey(), write.getValue());
        world.counts().add("disk: epoch written, but its writer had crashed");
      }
    }
    epochsUnderWay.clear();
  }

  private void forgetRotBeyond(long length) {
    if (rotten > length) {
      rotten = 0;
    }
  }
}
