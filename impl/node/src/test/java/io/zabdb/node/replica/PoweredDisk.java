package io.zabdb.node.replica;

import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.log.file.PowerLossFiles;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * The disk of a replica that loses power: what was not synced of the log is lost, or not, as chance
 * has it; the store is as it was flushed last. From that moment on, whatever the process still
 * wants to write fails. Thread-safe.
 */
final class PoweredDisk extends ForwardingDisk {

  private static final int PAGE_BYTES = 4_096;

  private final PowerLossFiles files;
  private final MemoryDisk store = new MemoryDisk();
  private final Runnable beforeChange;
  private volatile boolean isOn = true;

  /**
   * @param folder has the checkpoints, which outlive the power
   * @param beforeChange runs ahead of every change of the log, and may switch the power off
   */
  PoweredDisk(long seed, ReplicaDisk folder, Runnable beforeChange) {
    super(folder);
    files = new PowerLossFiles(seed, PAGE_BYTES);
    this.beforeChange = beforeChange;
  }

  /** Now. The process that uses the disk must be ended, then {@link #switchOn} it. */
  void switchOff() {
    isOn = false;
    store.setDisconnected(true);
  }

  boolean isOn() {
    return isOn;
  }

  void switchOn() {
    files.losePower();
    store.setDisconnected(false);
    isOn = true;
  }

  @Override
  public LogFiles openLog() {
    return new Files();
  }

  @Override
  public StorageEngine openStore() {
    return TreeEngine.inMemory(store);
  }

  @Override
  public void setStoreAside() throws IOException {
    throw new IOException("a loss of power does not take the log");
  }

  private interface Change {
    void make() throws IOException;
  }

  /** Some changes are made half when the power goes: those that come before the switch. */
  private void change(Change change) throws IOException {
    beforeChange.run();
    synchronized (this) {
      checkOn();
      change.make();
    }
  }

  private void checkOn() throws IOException {
    if (!isOn) {
      throw new IOException("the power is off");
    }
  }

  private final class Files implements LogFiles {

    @Override
    public String location() {
      return files.location();
    }

    @Override
    public Set<String> names() {
      return files.names();
    }

    @Override
    public LogFile create(String name) throws IOException {
      beforeChange.run();
      synchronized (PoweredDisk.this) {
        checkOn();
        return new OpenFile(files.create(name));
      }
    }

    @Override
    public LogFile open(String name) throws IOException {
      return new OpenFile(files.open(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
      change(() -> files.rename(from, to));
    }

    @Override
    public void delete(String name) throws IOException {
      change(() -> files.delete(name));
    }

    @Override
    public void syncDirectory() throws IOException {
      change(files::syncDirectory);
    }

    @Override
    public Closeable lock() throws IOException {
      return files.lock();
    }
  }

  private final class OpenFile implements LogFile {

    private final LogFile file;

    OpenFile(LogFile file) {
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public boolean read(ByteBuffer into, long offset) throws IOException {
      return file.read(into, offset);
    }

    @Override
    public void write(ByteBuffer from, long offset) throws IOException {
      change(() -> file.write(from, offset));
    }

    @Override
    public void truncate(long size) throws IOException {
      change(() -> file.truncate(size));
    }

    @Override
    public void sync() throws IOException {
      change(file::sync);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
