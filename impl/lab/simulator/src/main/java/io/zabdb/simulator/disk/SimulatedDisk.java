package io.zabdb.simulator.disk;

import io.zabdb.core.group.Roster;
import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.shard.MovePhase;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.testkit.sim.engine.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

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
  private Optional<Path> moves = Optional.empty();

  /**
   * @param state of the machine's disk, which its replicas share
   */
  public SimulatedDisk(World world, DiskState state, int node, int group) {
    this(world, state, "/node-" + node + "/group-" + group);
  }

  private SimulatedDisk(World world, DiskState state, String location) {
    this.world = world;
    this.state = state;
    this.location = location;
    log = new VirtualFiles(state, world.random("files" + location), location);
    checkpoints = new StoredCheckpoints(world, state);
    debt = new CompactionDebt(state);
  }

  /** Where files of partitions that move are, as real ones; they are synced, so they stay. */
  public void keepMovesIn(Path directory) {
    moves = Optional.of(directory);
  }

  /** Whether a partition is on its way, as far as the replica that uses it has applied. */
  public boolean isMoving() {
    return opened != null
        && opened.table().records().values().stream()
            .anyMatch(record -> record.phase() != MovePhase.SERVING);
  }

  /** Whether the replica that uses it lacks files of a partition that came by a move. */
  public boolean lacksFiles() {
    return opened != null && !opened.lacking().isEmpty();
  }

  /**
   * The files of the next replica of the same member: there are none, and whatever is done here yet
   * is not done there.
   *
   * @param suffix of the names of its files
   */
  public SimulatedDisk next(String suffix) {
    SimulatedDisk next = new SimulatedDisk(world, state, location + suffix);
    next.roster = roster;
    moves.ifPresent(path -> next.keepMovesIn(path.resolveSibling(path.getFileName() + suffix)));
    return next;
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
    opened = null;
    deleteMoves();
    damage = "";
  }

  private void deleteMoves() {
    try {
      if (moves.isPresent()) {
        DiskFiles.delete(moves.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A bit flips in the log, where that can be found.
   *
   * @param recovery tells how many entries files hold
   * @return where; null if nothing has flipped
   */
  public String rot(LogRecovery recovery) {
    return log.rot(recovery);
  }

  /**
   * How many entries of the log are on disk for certain, once the process has ended.
   *
   * @throws IOException if what is there is no log
   */
  public long onDisk(LogRecovery recovery) throws IOException {
    return log.onDisk(recovery);
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

  /** How many entries the store has applied that is open. */
  public long applied() {
    return opened.applied().length();
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
  public Optional<Path> moves() {
    return moves;
  }

  @Override
  public void setStoreAside() {
    store = new MemoryDisk();
    deleteMoves();
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
