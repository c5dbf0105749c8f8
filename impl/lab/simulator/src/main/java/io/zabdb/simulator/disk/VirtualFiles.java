package io.zabdb.simulator.disk;

import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.log.file.PowerLossFiles;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of a log on a simulated disk, which take the time of the disk and fail as it does. A
 * task of a process happens at one instant, though it takes time: so the process sees all that it
 * has done, and the machine ({@link PowerLossFiles}) only what it has had the time to do. Power
 * that is lost meanwhile, or a kill, strikes in the middle of the task. A process that has ended
 * changes nothing any more. Not thread-safe.
 */
final class VirtualFiles implements LogFiles {

  static final int PAGE_BYTES = 4096;

  /**
   * What the process has done, and when it comes to do it.
   *
   * @param asked when it has asked for it
   */
  private record Change(long micros, long number, long asked, Action action) {}

  private interface Action {
    void run() throws IOException;
  }

  private final DiskState disk;
  private final SeededRandom random;
  private final String location;
  private final PriorityQueue<Change> coming =
      new PriorityQueue<>(
          Comparator.comparingLong(Change::micros).thenComparingLong(Change::number));

  /** By name: when the last change of it comes. */
  private final Map<String, Long> last = new HashMap<>();

  private PowerLossFiles machine;

  /** As the process sees them; what power does to these matters to nobody. */
  private PowerLossFiles files;

  private long number;
  private long changes;

  /** Counts processes: handles of an earlier one are dead. */
  private int process;

  /** Nothing was synced since the last loss of power, so that its last marks may be missing. */
  private boolean lostPower;

  VirtualFiles(DiskState disk, SeededRandom random, String location) {
    this.disk = disk;
    this.random = random;
    this.location = location;
    clear();
  }

  /** All is gone: the disk is another one. */
  void clear() {
    coming.clear();
    machine = new PowerLossFiles(random.next(), PAGE_BYTES);
    number = 0;
    begin();
  }

  private void begin() {
    last.clear();
    files = machine.copy();
    process++;
  }

  /**
   * The process is killed. Where what it has written counts, all is there that it has come to ask
   * for, and whatever that follows: in here it waits for what another thread is at, of the same
   * file, and a real write does not.
   */
  void endProcess() {
    while (disk.doesWrittenCount()
        && coming.stream().anyMatch(change -> change.asked() <= disk.time())) {
      happen(coming.poll());
    }
    interrupt();
    machine.endProcess();
    begin();
  }

  void losePower() {
    interrupt();
    machine.losePower();
    lostPower = true;
    begin();
  }

  /** What the process has not come to will not happen. */
  private void interrupt() {
    settle();
    if (!coming.isEmpty()) {
      disk.interrupted();
      coming.clear();
    }
  }

  private void change(Action action) {
    changeAt(disk.now(), action);
  }

  /**
   * Changes of a file come in the order in which the process asked for them, also if its threads
   * did, of which one is slower.
   */
  private void change(String name, Action action) {
    change(List.of(name), action);
  }

  private void change(List<String> names, Action action) {
    long micros = disk.now();
    for (String name : names) {
      micros = Math.max(micros, last.getOrDefault(name, 0L));
    }
    for (String name : names) {
      last.put(name, micros);
    }
    changeAt(micros, action);
  }

  private void changeAt(long micros, Action action) {
    settle();
    coming.add(new Change(micros, changes++, disk.now(), action));
  }

  /** What the process has come to by now. */
  private void settle() {
    while (!coming.isEmpty() && coming.peek().micros() <= disk.time()) {
      happen(coming.poll());
    }
  }

  private static void happen(Change change) {
    try {
      change.action().run();
    } catch (IOException e) {
      throw new IllegalStateException("the process could, and the machine cannot", e);
    }
  }

  /**
   * A bit flips somewhere in the files of the log. No process may use them. After a loss of power
   * nothing flips where recovery would take it for a write that was torn, which no log can tell
   * from it: {@code docs/log-format.md}, what recovery cannot distinguish.
   *
   * @param recovery tells how many entries files hold
   * @return where; null if nothing has flipped
   */
  String rot(LogRecovery recovery) {
    Set<String> names = new TreeSet<>(files.names());
    names.removeIf(name -> files.content(name).length == 0);
    if (names.isEmpty()) {
      return null;
    }
    String name = names.stream().skip(random.below(names.size())).findFirst().orElseThrow();
    int offset = random.below(files.content(name).length);
    int bit = random.below(8);
    if (lostPower && passesForTorn(name, offset, bit, recovery)) {
      disk.spared();
      return null;
    }
    machine.flip(name, offset, bit);
    files.flip(name, offset, bit);
    return name + " at " + offset;
  }

  /**
   * How many entries are on disk for certain. No process may use the files.
   *
   * @throws IOException if what is there is no log
   */
  long onDisk(LogRecovery recovery) throws IOException {
    return recovery.length(machine.syncedCopy(0));
  }

  private boolean passesForTorn(String name, int offset, int bit, LogRecovery recovery) {
    PowerLossFiles rotten = files.copy(0);
    rotten.flip(name, offset, bit);
    try {
      return recovery.length(rotten) < recovery.length(files.copy(0));
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String location() {
    return location;
  }

  /** Drawn by the seed of the run. */
  @Override
  public long drawNumber() {
    number = 1 + random.below(Long.MAX_VALUE);
    return number;
  }

  /** What was drawn for the log that is there; 0: there is none. */
  long number() {
    return number;
  }

  @Override
  public Set<String> names() throws IOException {
    disk.read();
    return new TreeSet<>(files.names());
  }

  @Override
  public LogFile create(String name) throws IOException {
    disk.write();
    files.setFull(disk.isFull());
    Handle handle = new Handle(name, files.create(name));
    change(name, () -> handle.own = machine.create(name));
    return handle;
  }

  @Override
  public LogFile open(String name) throws IOException {
    disk.read();
    Handle handle = new Handle(name, files.open(name));
    change(name, () -> handle.own = machine.open(name));
    return handle;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.write();
    files.rename(from, to);
    change(List.of(from, to), () -> machine.rename(from, to));
  }

  @Override
  public void delete(String name) throws IOException {
    disk.write();
    files.delete(name);
    change(name, () -> machine.delete(name));
  }

  @Override
  public void syncDirectory() throws IOException {
    if (disk.sync()) {
      throw new IOException("Input/output error");
    }
    change(() -> machine.syncDirectory());
  }

  @Override
  public Closeable lock() throws IOException {
    int owner = process;
    Closeable lock = files.lock();
    return () -> {
      if (owner == process) {
        lock.close();
      }
    };
  }

  private final class Handle implements LogFile {

    private final String name;
    private final LogFile file;
    private final int owner = process;

    /** Of the machine, when it has come to open it. */
    private LogFile own;

    Handle(String name, LogFile file) {
      this.name = name;
      this.file = file;
    }

    private void checkAlive() throws IOException {
      if (owner != process) {
        throw new IOException("the process that opened " + name + " has ended");
      }
    }

    @Override
    public long size() throws IOException {
      checkAlive();
      return file.size();
    }

    @Override
    public boolean read(ByteBuffer into, long offset) throws IOException {
      checkAlive();
      disk.read();
      return file.read(into, offset);
    }

    @Override
    public void write(ByteBuffer from, long offset) throws IOException {
      checkAlive();
      disk.write();
      files.setFull(disk.isFull());
      byte[] bytes = new byte[from.remaining()];
      from.duplicate().get(bytes);
      try {
        file.write(from, offset);
        written(bytes, offset);
      } catch (DiskFullException e) {
        written(Arrays.copyOf(bytes, (int) Math.max(0, file.size() - offset)), offset);
        throw e;
      }
    }

    private void written(byte[] bytes, long offset) {
      change(name, () -> own.write(ByteBuffer.wrap(bytes), offset));
    }

    @Override
    public void truncate(long size) throws IOException {
      checkAlive();
      disk.write();
      disk.chargeSync();
      file.truncate(size);
      change(name, () -> own.truncate(size));
    }

    @Override
    public void sync() throws IOException {
      checkAlive();
      Runnable[] end = new Runnable[1];
      change(name, () -> end[0] = machine.beginSync(name));
      if (disk.sync()) {
        change(name, this::failSync);
        throw new IOException("Input/output error");
      }
      change(
          name,
          () -> {
            end[0].run();
            lostPower = false;
          });
    }

    private void failSync() {
      machine.failSyncAfter(0);
      try {
        own.sync();
      } catch (IOException e) {
        // The process has been told.
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
