package io.zabdb.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A directory in memory that forgets, on a loss of power, any part of what was not synced: pages of
 * files, sizes, names. It can also go out in the middle of a call, fail a sync, be full, and flip
 * bits. The same seed gives the same losses.
 */
public final class PowerLossFiles implements LogFiles {

  /** Something that a test does in the middle of a sync. */
  public interface Action {
    void run() throws IOException;
  }

  private interface NameChange {
    void apply(Map<String, PowerLossFile> names);
  }

  private final Random random;
  private final int pageBytes;
  private Map<String, PowerLossFile> seen = new TreeMap<>();
  private final Map<String, PowerLossFile> durable = new TreeMap<>();
  private final List<NameChange> unsynced = new ArrayList<>();
  private boolean locked;
  private boolean full;
  private int writesUntilRefusal = Integer.MAX_VALUE;
  private long callsUntilLoss = Long.MAX_VALUE;
  private int syncsUntilFailure = Integer.MAX_VALUE;
  private int syncs;
  private Action duringSync = () -> {};
  private Action duringOpen = () -> {};

  /** Files tear at multiples of {@code pageBytes}. */
  public PowerLossFiles(long seed, int pageBytes) {
    random = new Random(seed);
    this.pageBytes = pageBytes;
  }

  // -- what befalls it

  /** Power is lost now, and comes back. Open files are not to be used any more. */
  public synchronized void losePower() {
    for (NameChange change : unsynced) {
      if (random.nextBoolean()) {
        change.apply(durable);
      }
    }
    unsynced.clear();
    seen = new TreeMap<>(durable);
    seen.values().forEach(file -> file.losePower(random));
    restart();
  }

  /** The process ends, but not the machine. */
  public synchronized void endProcess() {
    restart();
  }

  /** Throws {@link PowerLoss} in the call after {@code calls} more that change something. */
  public synchronized void losePowerAfter(long calls) {
    callsUntilLoss = calls;
  }

  /** Fails a sync after {@code more} that succeed, once. */
  public synchronized void failSyncAfter(int more) {
    syncsUntilFailure = more;
  }

  public synchronized void setFull(boolean isFull) {
    full = isFull;
  }

  /**
   * Refuses a write for want of room after {@code more} that succeed, once, though the file is as
   * large already: so do file systems that write each page anew.
   */
  public synchronized void refuseWriteAfter(int more) {
    writesUntilRefusal = more;
  }

  /** Runs at the beginning of each sync of a file, in its thread. */
  public synchronized void duringSync(Action action) {
    duringSync = action;
  }

  /** Runs at the beginning of each opening of a file that exists, in its thread. */
  public synchronized void duringOpen(Action action) {
    duringOpen = action;
  }

  public synchronized void flip(String name, int offset, int bit) {
    seen.get(name).flip(offset, bit);
  }

  /** Something else is on the disk from {@code offset} on. */
  public synchronized void replace(String name, int offset, byte[] bytes) {
    seen.get(name).write(bytes, offset, random);
    seen.get(name).sync();
  }

  // -- what is there

  /**
   * Begins a sync of a file.
   *
   * @return ends it: then what had been written before it began is durable
   */
  public synchronized Runnable beginSync(String name) {
    step();
    Runnable end = seen.get(name).beginSync();
    return () -> {
      synchronized (this) {
        end.run();
        syncs++;
      }
    };
  }

  /** A copy of what a file holds. */
  public synchronized byte[] content(String name) {
    return seen.get(name).seen().clone();
  }

  /** Another directory that holds the same; nothing of it is unsynced. */
  public synchronized PowerLossFiles copy() {
    return copy(random.nextLong());
  }

  /**
   * The same.
   *
   * @param seed of what befalls the copy
   */
  public synchronized PowerLossFiles copy(long seed) {
    PowerLossFiles copy = new PowerLossFiles(seed, pageBytes);
    seen.forEach((name, file) -> copy.seen.put(name, file.copy()));
    copy.syncDirectory();
    return copy;
  }

  /**
   * Another directory with what is on disk for certain.
   *
   * @param seed of what befalls the copy
   */
  public synchronized PowerLossFiles syncedCopy(long seed) {
    PowerLossFiles copy = new PowerLossFiles(seed, pageBytes);
    durable.forEach((name, file) -> copy.seen.put(name, file.syncedCopy()));
    copy.syncDirectory();
    return copy;
  }

  /** How many syncs of files have succeeded. */
  public synchronized int syncs() {
    return syncs;
  }

  @Override
  public String location() {
    return "/power-loss";
  }

  @Override
  public synchronized Set<String> names() {
    return Set.copyOf(seen.keySet());
  }

  @Override
  public synchronized LogFile create(String name) throws IOException {
    step();
    if (full) {
      throw new DiskFullException(name, null);
    }
    if (seen.containsKey(name)) {
      seen.get(name).resize(0);
    } else {
      PowerLossFile file = new PowerLossFile(pageBytes);
      change(names -> names.put(name, file));
    }
    return open(name);
  }

  @Override
  public synchronized LogFile open(String name) throws IOException {
    duringOpen.run();
    PowerLossFile file = seen.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return new Handle(name, file);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    step();
    PowerLossFile file = seen.get(from);
    if (file == null) {
      throw new NoSuchFileException(from);
    }
    change(
        names -> {
          names.remove(from);
          names.put(to, file);
        });
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    step();
    if (!seen.containsKey(name)) {
      throw new NoSuchFileException(name);
    }
    change(names -> names.remove(name));
  }

  @Override
  public synchronized void syncDirectory() {
    step();
    durable.clear();
    durable.putAll(seen);
    unsynced.clear();
  }

  @Override
  public synchronized Closeable lock() throws IOException {
    if (locked) {
      throw new DirectoryRefusedException(location(), "is in use by another replica or process");
    }
    locked = true;
    return () -> locked = false;
  }

  private void change(NameChange change) {
    change.apply(seen);
    unsynced.add(change);
  }

  private void step() {
    if (callsUntilLoss-- == 0) {
      throw new PowerLoss();
    }
  }

  private void restart() {
    locked = false;
    full = false;
    callsUntilLoss = Long.MAX_VALUE;
    syncsUntilFailure = Integer.MAX_VALUE;
  }

  private final class Handle implements LogFile {

    private final String name;
    private final PowerLossFile file;
    private boolean closed;

    Handle(String name, PowerLossFile file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public long size() {
      synchronized (PowerLossFiles.this) {
        return file.seen().length;
      }
    }

    @Override
    public boolean read(ByteBuffer into, long offset) {
      synchronized (PowerLossFiles.this) {
        int left = (int) Math.max(0, file.seen().length - offset);
        int count = Math.min(into.remaining(), left);
        into.put(file.seen(), (int) offset, count);
        return !into.hasRemaining();
      }
    }

    @Override
    public void write(ByteBuffer from, long offset) throws IOException {
      byte[] bytes = new byte[from.remaining()];
      from.get(bytes);
      synchronized (PowerLossFiles.this) {
        checkOpen();
        step();
        if (writesUntilRefusal-- == 0) {
          throw new DiskFullException(name, null);
        }
        int room = (int) Math.max(0, file.seen().length - offset);
        if (full && bytes.length > room) {
          // A part of it, of any length, finds room still.
          int part = room + random.nextInt(bytes.length - room);
          file.write(Arrays.copyOf(bytes, part), offset, random);
          throw new DiskFullException(name, null);
        }
        file.write(bytes, offset, random);
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (PowerLossFiles.this) {
        checkOpen();
        step();
        file.truncate((int) size);
      }
    }

    @Override
    public void sync() throws IOException {
      duringSync.run();
      synchronized (PowerLossFiles.this) {
        checkOpen();
        step();
        if (syncsUntilFailure-- == 0) {
          file.failSync(random);
        }
        file.sync();
        syncs++;
      }
    }

    @Override
    public void close() {
      synchronized (PowerLossFiles.this) {
        closed = true;
      }
    }

    private void checkOpen() throws IOException {
      if (closed) {
        throw new ClosedChannelException();
      }
    }
  }
}
