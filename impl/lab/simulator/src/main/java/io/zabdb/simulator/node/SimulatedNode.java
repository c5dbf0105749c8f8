package io.zabdb.simulator.node;

import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.log.CorruptLogException;
import io.zabdb.log.LogIdentity;
import io.zabdb.log.ReplicaLog;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.replica.settings.Durability;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Request;
import io.zabdb.simulator.client.Server;
import io.zabdb.simulator.disk.DiskState;
import io.zabdb.simulator.disk.LogRecovery;
import io.zabdb.simulator.disk.SimulatedDisk;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import io.zabdb.testkit.sim.node.WallClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A machine with a disk and clocks, and the process of a node that runs on it at present, if any.
 * Not thread-safe.
 */
public final class SimulatedNode implements Server {

  /** How long it takes until somebody starts a process again that has ended by itself. */
  private static final long DOWN_MICROS = 500_000;

  /** By then a leader has noticed that a node is gone, or has another disk. */
  private static final long NOTICED_MICROS = 1_000_000;

  private final World world;
  private final int number;
  private final Surroundings around;
  private final DiskState state;
  private final SortedMap<Integer, SimulatedDisk> disks = new TreeMap<>();
  private final SortedMap<Integer, Vouched> vouched = new TreeMap<>();

  /** Groups whose replica here has lost what it had in a fire, and is there again. */
  private final NodeGroupsFile groups;

  private final WallClock wall;
  private final SeededRandom random;
  private NodeProcess process;

  private boolean hostUp = true;
  private boolean rotten;
  private boolean lost;
  private long starts;

  /** When a process of its last began or ended. */
  private long changed;

  private long countedOn;

  public SimulatedNode(World world, int number, Surroundings around) {
    this.world = world;
    this.number = number;
    this.around = around;
    state = new DiskState(world, number);
    wall = new WallClock(world, number);
    random = world.random("node." + number);
    groups = new NodeGroupsFile(world, number, state);
    around.networks().add(number, this::isHostUp, () -> process != null);
    if (isPeriodic()) {
      state.writtenCounts();
    }
  }

  public int number() {
    return number;
  }

  public DiskState diskState() {
    return state;
  }

  public WallClock wall() {
    return wall;
  }

  /** A hash of the state of a replica of the process that runs. */
  public String stateHash(int group) {
    return disk(group).stateHash();
  }

  /** How many entries are applied to the store of a replica of the process that runs. */
  public long applied(int group) {
    return disk(group).applied();
  }

  public SimulatedDisk disk(int group) {
    return disks.computeIfAbsent(
        group,
        fresh -> {
          SimulatedDisk disk = new SimulatedDisk(world, state, number, group);
          String name = "node-" + number + "-group-" + group;
          around.files().ifPresent(files -> disk.keepMovesIn(files.resolve(name)));
          return disk;
        });
  }

  /**
   * The files of a replica go whose process goes on: what its workers are at yet is done to the
   * files that were there.
   */
  void dropWhileRunning(int group) {
    SimulatedDisk next = disk(group).next("-" + nextStart());
    disks.put(group, next);
    vouched(group).forget();
  }

  /** The groups that it has taken and left, as they are on its disk. */
  BornGroups groups() throws IOException {
    return BornGroups.open(groups, number);
  }

  /** Whether it may be one of those that found a group, as far as it remembers. */
  public boolean mayFound(int group) {
    try {
      return groups().mayFound(group) && !groups().wasRemovedFrom(group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A number that no start of a replica had before. */
  long nextStart() {
    return starts++;
  }

  /** Whether it has noted that a group has ended. */
  public boolean hasLeft(int group) {
    try {
      return groups().hasLeft(group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a replica whose process has ended go with its group. */
  void drop(int group) {
    disk(group).replace();
    vouched(group).forget();
  }

  Vouched vouched(int group) {
    return vouched.computeIfAbsent(group, fresh -> new Vouched(number, group, around.alarm()));
  }

  /** The last roster that its replica of a group had in its log, or had when its process ended. */
  public Roster logged(int group) {
    return vouched(group).logged();
  }

  @Override
  public boolean isHostUp() {
    return hostUp;
  }

  /** Which member of a group it is. */
  public int memberOf(int group) {
    return around.groups().of(group).memberOf(number);
  }

  /** The process that runs; null: none does. */
  @Override
  public NodeProcess process() {
    return process;
  }

  /** Whether its disk is found to be damaged, so that it stays away. */
  public boolean isLost() {
    return lost || rotten;
  }

  @Override
  public void take(Request request, Responder responder) {
    process.take(request, responder);
  }

  /** Whether others must have noticed by now whether it runs. */
  public boolean isNoticed() {
    return world.time().now() - changed >= NOTICED_MICROS;
  }

  /** The members of a group change, and it is counted on. */
  public void countOn() {
    countedOn = world.time().now() + NOTICED_MICROS;
  }

  /** Whether its disk must not be lost now: a leader that counts on it would not notice in time. */
  public boolean isCountedOn() {
    return world.time().now() < countedOn;
  }

  // -- what happens to it

  /** Starts a process, unless one runs or the disk is damaged. */
  public void start() {
    if (process != null || lost) {
      return;
    }
    hostUp = true;
    around.networks().all().forEach(network -> network.network().powerBack(number));
    VirtualProcess machine = new VirtualProcess(world.time());
    state.usedBy(machine);
    NodeProcess next = new NodeProcess(world, this, around, machine, nextStart());
    try {
      process = next;
      changed = world.time().now();
      next.start();
      world.log(number, "starts", "");
    } catch (IOException | RuntimeException e) {
      refusedToStart(e);
    }
  }

  private void refusedToStart(Exception cause) {
    world.log(number, "does not start:", cause);
    endProcess();
    disks.values().forEach(SimulatedDisk::endProcess);
    around.processEnded(number);
    if (rotten && cause instanceof CorruptLogException) {
      world.counts().add("node: rot found, stays away");
      lost = true;
    } else if (state.hasFailed() || state.isFull()) {
      world.counts().add("node: did not start for its disk");
      startLater();
    } else {
      around.alarm().raise(new Violation("Starts", "node " + number + " does not start", cause));
    }
  }

  private void startLater() {
    world.time().after(DOWN_MICROS + random.below(DOWN_MICROS), this::start);
  }

  /** A replica of the process has failed: the process ends. */
  void failed(NodeProcess which, int group, Throwable cause) {
    if (which != process) {
      return;
    }
    world.log(number, "ends:", "group " + group + " has failed: " + cause);
    boolean expected = state.hasFailed() || rotten;
    if (!expected) {
      around
          .alarm()
          .raise(
              new Violation(
                  "NoFailure",
                  "the replica of group " + group + " on node " + number + " failed: " + cause,
                  cause));
    }
    world.counts().add("node: ended, its disk has failed");
    // The page cache goes on showing what the disk has not taken.
    endProcess();
    disks.values().forEach(SimulatedDisk::endProcess);
    around.processEnded(number);
    startLater();
  }

  /** The process is killed; what it wrote stays, and its connections are closed at once. */
  public void kill() {
    if (process != null) {
      world.log(number, "is killed", "");
      endProcess();
      disks.values().forEach(SimulatedDisk::endProcess);
      around.processEnded(number);
      if (disks.keySet().stream().anyMatch(this::vouchedForMore)) {
        world.counts().add("node: killed, and its disk had less than it vouched for");
      }
    }
  }

  /** Whether others count on entries that are not on disk yet, of a replica that has ended. */
  private boolean vouchedForMore(int group) {
    try {
      return isPeriodic() && vouched(group).synced() > disk(group).onDisk(recovery(group));
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isPeriodic() {
    return around.tuning().durability() == Durability.PERIODIC;
  }

  private LogRecovery recovery(int group) {
    LogIdentity identity = new LogIdentity(Cluster.ID, group, memberOf(group));
    return files ->
        ReplicaLog.open(files, identity, around.tuning().log()).recovered().end().length();
  }

  /** The machine loses power, and all that is not synced with it; nobody is told. */
  public void losePower() {
    if (hostUp) {
      world.log(number, "loses power", "");
      hostUp = false;
      endProcess();
      disks.values().forEach(SimulatedDisk::losePower);
      around.powerLost(number);
    }
  }

  private void endProcess() {
    if (process != null) {
      if (disks.values().stream().anyMatch(SimulatedDisk::isMoving)) {
        world.counts().add("node: ended while a partition moved");
      }
      process.end();
      process = null;
      changed = world.time().now();
    }
  }

  public void pause() {
    if (process != null) {
      world.log(number, "is paused", "");
      process.machine().pause();
    }
  }

  /** Whether it has a process that stands still. */
  public boolean isPaused() {
    return process != null && process.machine().isPaused();
  }

  public void resume() {
    if (isPaused()) {
      world.log(number, "goes on", "");
      process.machine().resume();
    }
  }

  /** A bit flips in the log of a group; found at the next start, if it matters. */
  public void rot(int group) {
    String where = disk(group).rot(recovery(group));
    if (where != null) {
      rotten = true;
      vouched(group).forget();
      world.log(number, "rots:", where);
    }
  }

  /** Its machine fails, and goes on with an empty disk when it is started again. */
  public void replaceDisk() {
    losePower();
    world.log(number, "has an empty disk", "");
    disks.values().forEach(SimulatedDisk::replace);
    vouched.values().forEach(Vouched::forget);
    groups.clear();
    rotten = false;
    lost = false;
  }

  /** The log of a group is gone, as if somebody had removed it; its store is not. */
  public void loseLog(int group) {
    kill();
    world.log(number, "loses its log", "group " + group);
    disk(group).loseLog();
    vouched(group).forget();
  }

  /** There is more to compact in the store of a group. */
  public void addDebt(int group, long bytes) {
    disk(group).addDebt(bytes);
  }

  Settings settings(int group, long incarnation, boolean founds) {
    Tuning tuning = around.tuning();
    return new Settings(
        memberOf(group),
        around.groups().of(group).nodes().size(),
        world.nodes(),
        incarnation,
        tuning.timing(),
        tuning.limits(),
        tuning.transfer(),
        around.foundingWait(),
        founds,
        true);
  }
}
