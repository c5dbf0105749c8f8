package io.zabdb.simulator.disk;

import io.zabdb.core.group.Roster;
import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.testkit.sim.engine.World;
import java.io.IOException;

/** What a replica keeps on the disk of a simulated machine. Not thread-safe. */
public final class SimulatedDisk implements ReplicaDisk {

  private final World world;
  private final DiskState state;
  private final String location;
  private final VirtualFiles log;
  private final StoredCheckpoints checkpoints;
  private CompactionDebt debt;
  private MemoryDisk store = new MemoryDisk();
  private String damage = "";
  private StorageEngine opened;
  private Roster roster = Roster.NONE;

  /**
   * @param state of the machine's disk, which its replicas share
   */
  public SimulatedDisk(World world, DiskState state, int node, int group) {
    this.world = world;
    this.state = state;
    location = "/node-" + node + "/group-" + group;
    log = new VirtualFiles(state, world.random("files" + location), location);
    checkpoints = new StoredCheckpoints(world, state);
    debt = new CompactionDebt(state);
  }

  // -- what befalls it

  /** The process that uses it has ended; what it wrote is there. */
  public void endProcess() {
    log.endProcess();
    checkpoints.endProcess();
    debt = new CompactionDebt(state);
  }

  /** The machine loses power; of what was not synced any part is lost. */
  public void losePower() {
    endProcess();
    log.losePower();
  }

  /** The log is gone, the rest is not. No process may use it. */
  public void loseLog() {
    log.clear();
  }

  /** It is replaced by an empty one. No process may use it. */
  public void replace() {
    log.clear();
    checkpoints.clear();
    store = new MemoryDisk();
    damage = "";
  }

  /**
   * A bit flips in the log.
   *
   * @return where; null if there is nothing
   */
  public String rot() {
    return log.rot();
  }

  /** There is more to compact. */
  public void addDebt(long bytes) {
    debt.add(bytes);
  }

  /** The number that its log was given; 0: there was none yet. */
  public long number() {
    return log.number();
  }

  /** The last roster that any replica on it has applied, whatever became of that since. */
  public Roster roster() {
    return roster;
  }

  private void applied(Roster next) {
    roster = next.version() > roster.version() ? next : roster;
  }

  /** A hash of what the replica that uses it has applied. */
  public String stateHash() {
    try (Snapshot snapshot = opened.snapshot()) {
      return snapshot.hash();
    }
  }

  // -- for the replica

  @Override
  public String location() {
    return location;
  }

  @Override
  public LogFiles openLog() {
    return log;
  }

  @Override
  public StorageEngine openStore() {
    opened = new SimulatedStore(store, state, debt, world.time()::now, this::applied);
    return opened;
  }

  @Override
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  @Override
  public void setStoreAside() {
    store = new MemoryDisk();
    checkpoints.clear();
    world.counts().add("store: set aside, its log is gone");
  }

  @Override
  public void markDamaged(String what) {
    damage = what;
  }

  @Override
  public String replaceDamaged(long purged) throws IOException {
    if (purged > 0) {
      return damage;
    }
    if (!damage.isEmpty()) {
      setStoreAside();
      damage = "";
    }
    return "";
  }
}
