package io.zabdb.testkit.sim.node;

import io.zabdb.core.group.Settings;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.disk.Disk;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.ClockNews;
import io.zabdb.testkit.sim.network.Endpoint;

/**
 * A machine with a disk, a clock, and most of the time a process that runs a replica. Not
 * thread-safe.
 */
public final class Node implements Endpoint, ClockNews.Reader {

  /** The number of a node's first disk, where disks have numbers. */
  public static final long FIRST_DISK = 1;

  /** What a member that was removed had is dropped. */
  public static final String DROPPED = "members: what a removed one had is dropped";

  private static final int PRESSURE_EVERY_TICKS = 20;
  private static final int CLOCK_TOLD_EVERY_TICKS = 50;

  /** How long it takes to start again after it failed by itself, in microseconds. */
  private static final long DOWN_MICROS = 200_000;

  private final World world;
  private final int number;
  private final Settings settings;
  private final Surroundings around;
  private final Disk disk;
  private final Clock clock;
  private final WallClock wall;
  private final Compactor compactor;
  private final Ambush ambush = new Ambush();
  private Process process;
  private boolean hostUp = true;
  private boolean lost;
  private boolean founds = true;
  private long disks;
  private long starts;
  private long ticks;
  private int illnesses;

  /**
   * A node whose process does not run yet.
   *
   * @param settings of each of its processes, apart from the incarnation
   * @param diskNumber of its first disk; 0: disks have no numbers in this run
   */
  public Node(World world, Settings settings, Surroundings around, long diskNumber) {
    this.world = world;
    this.settings = settings;
    this.around = around;
    number = settings.self();
    disk = new Disk(world, number, diskNumber);
    disks = diskNumber;
    compactor = new Compactor(world, number, disk.speed(), around.watcher());
    clock = new Clock(world, number, this::tick);
    wall = new WallClock(world, number);
    around.network().attach(number, this);
    around.datagrams().attach(number, this);
    around.news().attach(number, this, this);
  }

  public int number() {
    return number;
  }

  public Disk disk() {
    return disk;
  }

  public Clock clock() {
    return clock;
  }

  public WallClock wall() {
    return wall;
  }

  public Compactor compactor() {
    return compactor;
  }

  public Ambush ambush() {
    return ambush;
  }

  // -- as others see it

  @Override
  public boolean isHostUp() {
    return hostUp;
  }

  @Override
  public boolean isProcessUp() {
    return process != null;
  }

  public boolean isPaused() {
    return process != null && process.isPaused();
  }

  /** Whether its disk is found to be damaged, so that it stays away until it is rebuilt. */
  public boolean isLost() {
    return lost;
  }

  @Override
  public void give(Input input) {
    if (process != null) {
      process.give(input);
    }
  }

  @Override
  public void heardClock(int from, long millis, boolean asks) {
    process.heardClock(from, millis, asks);
  }

  /** A client's request arrives; if no process runs, nobody will answer. */
  public void ask(Ask ask) {
    if (process != null) {
      process.ask(ask);
    }
  }

  /**
   * An operator wants other members.
   *
   * @param token that no request had before, of clients or operators
   * @param voters as bits
   */
  public void changeMembers(long token, long voters) {
    if (process != null) {
      process.changeMembers(token, voters);
    }
  }

  /** The replica of the running process. */
  public SimulatedReplica replica() {
    return process.replica();
  }

  /** Whether its process runs and is an established leader. */
  public boolean leads() {
    return process != null && process.replica().leads() > 0;
  }

  /** Whether its process may lead, as far as its clock and those of a quorum are concerned. */
  public boolean mayLead() {
    return process.timekeeper().knows() && !process.timekeeper().isUnfit();
  }

  /** The applied time of the running process, in milliseconds. */
  public long time() {
    return process.time();
  }

  /** How many entries the running process has applied. */
  public long applied() {
    return process.applied();
  }

  public long stateHash() {
    return process.stateHash();
  }

  /** The requests that the running process owes an answer; empty if there are none. */
  public String unanswered() {
    return process.unanswered();
  }

  // -- what happens to it

  /** It suffers from so many more things, or fewer; whoever suffers from any should not lead. */
  public void fallIll(int change) {
    illnesses += change;
  }

  /** Starts a process, unless one runs or the disk is damaged. */
  public void start() {
    if (process != null || lost) {
      return;
    }
    hostUp = true;
    around.network().powerBack(number);
    if (disk.isRotten()) {
      lost = true;
      world.counts().add("disk: rot found, replica stays away");
      world.log(number, "stays away:", "a record of its log fails its checksum");
      return;
    }
    world.log(number, "starts with", disk.length() + " entries");
    process = new Process(world, this, around, settingsOfNextProcess());
    around.watcher().written(number, disk);
    process.begin();
  }

  /** The process is killed; what it wrote stays, and its connections are closed at once. */
  public void kill() {
    if (process != null) {
      world.log(number, "is killed", "");
      endProcess();
      disk.endProcess();
      around.network().processEnded(number);
      around.watcher().written(number, disk);
    }
  }

  /** The machine loses power, and all that is not synced with it; nobody is told. */
  public void losePower() {
    if (hostUp) {
      world.log(number, "loses power", "");
      hostUp = false;
      endProcess();
      disk.losePower();
      around.network().powerLost(number);
      around.watcher().written(number, disk);
    }
  }

  /** Loses power, in the middle of a step. It starts again after a while. */
  void powerFails(String why) {
    ambush.clear();
    world.counts().add("fault: ambush struck");
    world.log(number, "is", why);
    losePower();
    world.time().after(DOWN_MICROS, this::start);
  }

  /** The process ends because its disk failed; what it wrote and had not synced may be lost. */
  void syncFailed() {
    world.counts().add("fault: sync failed");
    world.log(number, "ends:", "a sync failed");
    endProcess();
    disk.losePower();
    around.network().processEnded(number);
    around.watcher().written(number, disk);
    world.time().after(DOWN_MICROS, this::start);
  }

  /** Its disk is replaced by an empty one; the process on it ends. */
  public void replaceDisk() {
    kill();
    disks++;
    world.log(number, "gets", "a new disk, number " + disks);
    disk.replace(disks);
    lost = false;
    founds = true;
    around.watcher().written(number, disk);
  }

  /** It was removed, and drops what it has: from now on it founds nothing. */
  public void drop() {
    world.counts().add(DROPPED);
    replaceDisk();
    founds = false;
    world.time().after(DOWN_MICROS, this::start);
  }

  public void pause() {
    if (process != null) {
      world.log(number, "is paused", "");
      process.pause();
    }
  }

  public void resume() {
    if (process != null) {
      world.log(number, "goes on", "");
      process.resume();
    }
  }

  public void takeCheckpoint() {
    if (process != null) {
      process.takeCheckpoint();
    }
  }

  private void endProcess() {
    if (process != null) {
      process.end();
      process = null;
      compactor.crash();
      around.watcher().ended(number);
    }
  }

  private void tick() {
    if (process == null || process.isPaused()) {
      return;
    }
    process.give(new Input.Tick());
    ticks++;
    if (ticks % PRESSURE_EVERY_TICKS == 0) {
      give(new Input.PressureSampled(compactor.pressure()));
      give(new Input.FitnessChanged(illnesses == 0 && !isClockOff()));
    }
    if (ticks % CLOCK_TOLD_EVERY_TICKS == 0 && process != null && around.hasTime()) {
      process.timekeeper().tell(false);
    }
  }

  private boolean isClockOff() {
    if (process == null || !around.hasTime()) {
      return false;
    }
    boolean off = process.timekeeper().isUnfit();
    around.timeWatcher().looked(number, leads(), off);
    return off;
  }

  private Settings settingsOfNextProcess() {
    return new Settings(
        settings.self(),
        settings.members(),
        settings.slots(),
        starts++,
        settings.timing(),
        settings.limits(),
        settings.transfer(),
        settings.foundingWait(),
        founds,
        settings.hasFiles());
  }
}
