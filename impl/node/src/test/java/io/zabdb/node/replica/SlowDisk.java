package io.zabdb.node.replica;

import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The disk of a replica each of whose syncs, of files and of names, takes so much longer; and that
 * notes what waits for a disk by an event loop. Thread-safe.
 */
final class SlowDisk extends ForwardingDisk {

  /** How often what is under way looks whether it takes as long as it did. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final AtomicLong syncNanos;
  private final Queue<String> onLoops;

  /**
   * @param syncNanos what each sync takes more than the disk needs, one that is under way included
   * @param onLoops takes what an event loop did that waits
   */
  SlowDisk(ReplicaDisk disk, AtomicLong syncNanos, Queue<String> onLoops) {
    super(disk);
    this.syncNanos = syncNanos;
    this.onLoops = onLoops;
  }

  static Queue<String> notes() {
    return new ConcurrentLinkedQueue<>();
  }

  @Override
  public LogFiles openLog() throws IOException {
    return new Files(super.openLog());
  }

  /** Event loops of Netty say so in the names of their threads. */
  private void waits(String what) {
    String thread = Thread.currentThread().getName();
    if (thread.contains("EventLoop")) {
      onLoops.add(what + " by " + thread);
    }
  }

  private void slowly(String what) {
    waits(what);
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < syncNanos.get()) {
      LockSupport.parkNanos(Math.min(syncNanos.get(), LOOK_NANOS));
    }
  }

  private final class Files implements LogFiles {

    private final LogFiles files;

    Files(LogFiles files) {
      this.files = files;
    }

    @Override
    public String location() {
      return files.location();
    }

    @Override
    public Set<String> names() throws IOException {
      waits("list");
      return files.names();
    }

    @Override
    public LogFile create(String name) throws IOException {
      waits("create " + name);
      return new File(name, files.create(name));
    }

    @Override
    public LogFile open(String name) throws IOException {
      waits("open " + name);
      return new File(name, files.open(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
      waits("rename " + from);
      files.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      waits("delete " + name);
      files.delete(name);
    }

    @Override
    public void syncDirectory() throws IOException {
      slowly("sync of the directory");
      files.syncDirectory();
    }

    @Override
    public Closeable lock() throws IOException {
      return files.lock();
    }
  }

  private final class File implements LogFile {

    private final String name;
    private final LogFile file;

    File(String name, LogFile file) {
      this.name = name;
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
      file.write(from, offset);
    }

    @Override
    public void truncate(long size) throws IOException {
      slowly("cut of " + name);
      file.truncate(size);
    }

    @Override
    public void sync() throws IOException {
      slowly("sync of " + name);
      file.sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
