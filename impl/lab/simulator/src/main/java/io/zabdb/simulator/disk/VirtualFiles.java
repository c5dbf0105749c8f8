package io.zabdb.simulator.disk;

import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.log.file.PowerLossFiles;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files of a log on a simulated disk: {@link PowerLossFiles}, which take the time of the disk
 * and fail as it does. A process that has ended changes nothing any more. Not thread-safe.
 */
final class VirtualFiles implements LogFiles {

  static final int PAGE_BYTES = 4096;

  private final DiskState disk;
  private final SeededRandom random;
  private final String location;
  private PowerLossFiles files;

  /** Counts processes: handles of an earlier one are dead. */
  private int process;

  VirtualFiles(DiskState disk, SeededRandom random, String location) {
    this.disk = disk;
    this.random = random;
    this.location = location;
    clear();
  }

  /** All is gone: the disk is another one. */
  void clear() {
    files = new PowerLossFiles(random.next(), PAGE_BYTES);
    process++;
  }

  void endProcess() {
    files.endProcess();
    process++;
  }

  void losePower() {
    files.losePower();
    process++;
  }

  /** Whether there is a log. */
  boolean isEmpty() {
    return files.names().isEmpty();
  }

  /**
   * A bit flips somewhere in the files of the log.
   *
   * @return where; null if there is nothing
   */
  String rot() {
    Set<String> names = new TreeSet<>(files.names());
    names.removeIf(name -> files.content(name).length == 0);
    if (names.isEmpty()) {
      return null;
    }
    String name = names.stream().skip(random.below(names.size())).findFirst().orElseThrow();
    int offset = random.below(files.content(name).length);
    files.flip(name, offset, random.below(8));
    return name + " at " + offset;
  }

  @Override
  public String location() {
    return location;
  }

  /** Drawn by the seed of the run. */
  @Override
  public long drawNumber() {
    return 1 + random.below(Long.MAX_VALUE);
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
    return new Handle(files.create(name));
  }

  @Override
  public LogFile open(String name) throws IOException {
    disk.read();
    return new Handle(files.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.write();
    files.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.write();
    files.delete(name);
  }

  @Override
  public void syncDirectory() throws IOException {
    if (disk.sync()) {
      throw new IOException("Input/output error");
    }
    files.syncDirectory();
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

    private final LogFile file;
    private final int owner = process;

    Handle(LogFile file) {
      this.file = file;
    }

    private void checkAlive() throws IOException {
      if (owner != process) {
        throw new IOException("the process that opened this file has ended");
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
      file.write(from, offset);
    }

    @Override
    public void truncate(long size) throws IOException {
      checkAlive();
      disk.write();
      disk.chargeSync();
      file.truncate(size);
    }

    @Override
    public void sync() throws IOException {
      checkAlive();
      if (disk.sync()) {
        files.failSyncAfter(0);
      }
      file.sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
