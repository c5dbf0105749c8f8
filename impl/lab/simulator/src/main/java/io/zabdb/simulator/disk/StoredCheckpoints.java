package io.zabdb.simulator.disk;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Connection;
import io.zabdb.replica.Checkpoints;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The checkpoints of a replica on a simulated disk. Not thread-safe. */
final class StoredCheckpoints implements Checkpoints {

  private final World world;
  private final DiskState disk;
  private final TreeMap<Long, StoredCheckpoint> kept = new TreeMap<>();
  private final Map<Connection, Checkpoint> lent = new HashMap<>();

  StoredCheckpoints(World world, DiskState disk) {
    this.world = world;
    this.disk = disk;
  }

  void clear() {
    kept.clear();
  }

  /** Nothing is sent any more. */
  void endProcess() {
    lent.clear();
  }

  @Override
  public List<Checkpoint> open(long least) {
    kept.headMap(least).clear();
    return new ArrayList<>(kept.values());
  }

  @Override
  public Checkpoint take(StorageEngine store) {
    disk.chargeSync();
    StoredCheckpoint taken = ((SimulatedStore) store).capture();
    kept.put(taken.length(), taken);
    world.counts().add("store: checkpoint taken");
    return taken;
  }

  @Override
  public Checkpoint adopt(Checkpoint received) {
    disk.chargeSync();
    StoredCheckpoint own = (StoredCheckpoint) received;
    kept.put(own.length(), own);
    return own;
  }

  @Override
  public void load(Checkpoint checkpoint, StorageEngine store) {
    disk.chargeSync();
    ((SimulatedStore) store).replaceBy((StoredCheckpoint) checkpoint);
    world.counts().add("store: checkpoint installed");
  }

  @Override
  public void lend(Connection connection, Checkpoint checkpoint) {
    lent.put(connection, checkpoint);
  }

  @Override
  public void release(Connection connection) {
    lent.remove(connection);
  }

  @Override
  public void discard(Checkpoint received) {
    world.counts().add("store: checkpoint discarded");
  }

  @Override
  public void deleteBelow(long length) {
    kept.headMap(length).values().removeIf(each -> !lent.containsValue(each));
  }

  /** What a snapshot knows of where it stands. */
  static StoredCheckpoint of(Snapshot snapshot, MemoryDisk state) {
    return new StoredCheckpoint(snapshot.length(), snapshot.zxid(), snapshot.roster(), state);
  }
}
