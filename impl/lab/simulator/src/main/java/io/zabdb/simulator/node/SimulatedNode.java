package io.zabdb.simulator.node;

import io.zabdb.core.group.Settings;
import io.zabdb.log.CorruptLogException;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Request;
import io.zabdb.simulator.client.Server;
import io.zabdb.simulator.disk.DiskState;
import io.zabdb.simulator.disk.SimulatedDisk;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import io.zabdb.testkit.sim.node.WallClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A machine with a disk and clocks, and the process of a node that runs on it at present, if any.
 * Not thread-safe.
 */
public final class SimulatedNode implements Server {

  /** How long it takes until somebody starts a process again that has ended by itself. */
  private static final long DOWN_MICROS = 500_000;

  /** Of notes that groups have ended, so many fail the first time. */
  private static final double NOT_NOTED = 0.1;

  private final World world;
  private final int number;
  private final Surroundings around;
  private final DiskState state;
  private final List<SimulatedDisk> disks = new ArrayList<>();
  private final List<Vouched> vouched = new ArrayList<>();
  private final WallClock wall;
  private final SeededRandom random;
  private final SeededRandom noting;
  private NodeProcess process;

  /** Groups that it has noted to have ended. */
  private final Set<Integer> left = new TreeSet<>();

  private boolean hostUp = true;
  private boolean rotten;
  private boolean lost;
  private long starts;

  public SimulatedNode(World world, int number, Surroundings around) {
    this.world = world;
    this.number = number;
    this.around = around;
    state = new DiskState(world, number);
    wall = new WallClock(world, number);
    random = world.random("node." + number);
    noting = world.random("ends." + number);
    for (int group = 0; group < around.cluster().groups().size(); group++) {
      SimulatedDisk disk = new SimulatedDisk(world, state, number, group);
      String name = "node-" + number + "-group-" + group;
      around.files().ifPresent(files -> disk.keepMovesIn(files.resolve(name)));
      disks.add(disk);
      vouched.add(new Vouched(number, group, around.alarm()));
      around.networks().get(group).add(number, this::isHostUp, () -> process != null);
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
    return disks.get(group).stateHash();
  }

  public SimulatedDisk disk(int group) {
    return disks.get(group);
  }

  /** Whether it has noted that a group has ended. */
  public boolean hasLeft(int group) {
    return left.contains(group);
  }

  /**
   * Notes that a group has ended.
   *
   * @throws IOException if its disk takes nothing now
   */
  void note(int group) throws IOException {
    if (state.isFull() || state.hasFailed() || noting.chance(NOT_NOTED)) {
      world.counts().add("end: not noted for its disk");
      throw new IOException("the disk of node " + number + " takes nothing");
    }
    if (left.add(group)) {
      world.counts().add("end: noted");
      world.log(number, "notes", "the end of group " + group);
    }
  }

  /** The files of a replica whose process has ended go with its group. */
  void drop(int group) {
    disks.get(group).replace();
    vouched.get(group).forget();
  }

  Vouched vouched(int group) {
    return vouched.get(group);
  }

  @Override
  public boolean isHostUp() {
    return hostUp;
  }

  /** Which member of a group it is. */
  public int memberOf(int group) {
    return around.cluster().groups().get(group).memberOf(number);
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

  // -- what happens to it

  /** Starts a process, unless one runs or the disk is damaged. */
  public void start() {
    if (process != null || lost) {
      return;
    }
    hostUp = true;
    around.networks().forEach(network -> network.network().powerBack(number));
    VirtualProcess machine = new VirtualProcess(world.time());
    state.usedBy(machine);
    NodeProcess next = new NodeProcess(world, this, around, machine, starts++);
    try {
      process = next;
      next.start();
      world.log(number, "starts", "");
    } catch (IOException | RuntimeException e) {
      refusedToStart(e);
    }
  }

  private void refusedToStart(Exception cause) {
    world.log(number, "does not start:", cause);
    endProcess();
    disks.forEach(SimulatedDisk::endProcess);
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
    disks.forEach(SimulatedDisk::endProcess);
    around.processEnded(number);
    startLater();
  }

  /** The process is killed; what it wrote stays, and its connections are closed at once. */
  public void kill() {
    if (process != null) {
      world.log(number, "is killed", "");
      endProcess();
      disks.forEach(SimulatedDisk::endProcess);
      around.processEnded(number);
    }
  }

  /** The machine loses power, and all that is not synced with it; nobody is told. */
  public void losePower() {
    if (hostUp) {
      world.log(number, "loses power", "");
      hostUp = false;
      endProcess();
      disks.forEach(SimulatedDisk::losePower);
      around.powerLost(number);
    }
  }

  private void endProcess() {
    if (process != null) {
      if (disks.stream().anyMatch(SimulatedDisk::isMoving)) {
        world.counts().add("node: ended while a partition moved");
      }
      process.end();
      process = null;
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
    String where = disks.get(group).rot();
    if (where != null) {
      rotten = true;
      vouched.get(group).forget();
      world.log(number, "rots:", where);
    }
  }

  /** Its machine fails, and goes on with an empty disk when it is started again. */
  public void replaceDisk() {
    losePower();
    world.log(number, "has an empty disk", "");
    disks.forEach(SimulatedDisk::replace);
    vouched.forEach(Vouched::forget);
    left.clear();
    rotten = false;
    lost = false;
  }

  /** The log of a group is gone, as if somebody had removed it; its store is not. */
  public void loseLog(int group) {
    kill();
    world.log(number, "loses its log", "group " + group);
    disks.get(group).loseLog();
    vouched.get(group).forget();
  }

  /** There is more to compact in the store of a group. */
  public void addDebt(int group, long bytes) {
    disks.get(group).addDebt(bytes);
  }

  Settings settings(int group, long incarnation) {
    Tuning tuning = around.tuning();
    return new Settings(
        around.cluster().groups().get(group).memberOf(number),
        around.cluster().groups().get(group).nodes().size(),
        incarnation,
        tuning.timing(),
        tuning.limits(),
        tuning.transfer());
  }
}
