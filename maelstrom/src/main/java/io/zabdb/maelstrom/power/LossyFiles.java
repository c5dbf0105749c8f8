package io.zabdb.maelstrom.power;

import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The directory of a log whose machine loses its power whenever the process ends. A process that is
 * killed leaves all that it has written to the operating system; so what was synced is copied to a
 * folder beside the log, and when the next process opens it, {@link Loss} takes away any part of
 * the rest: pages of files, sizes, names. Thread-safe.
 */
public final class LossyFiles implements LogFiles {

  private final LogFiles files;
  private final Path copies;

  // Guarded by this.
  private final NameJournal names;
  private final Map<Long, DurableBytes> durable = new HashMap<>();

  LossyFiles(LogFiles files, Path copies, NameJournal names) {
    this.files = files;
    this.copies = copies;
    this.names = names;
  }

  @Override
  public String location() {
    return files.location();
  }

  @Override
  public synchronized Set<String> names() throws IOException {
    return files.names();
  }

  @Override
  public synchronized LogFile create(String name) throws IOException {
    Long before = names.numberOf(name);
    DurableBytes bytes = bytesOf(before == null ? names.create(name) : before);
    LogFile file = files.create(name);
    bytes.emptied();
    return new Handle(file, bytes);
  }

  @Override
  public synchronized LogFile open(String name) throws IOException {
    LogFile file = files.open(name);
    return new Handle(file, bytesOf(names.numberOf(name)));
  }

  private DurableBytes bytesOf(long number) throws IOException {
    DurableBytes bytes = durable.get(number);
    if (bytes == null) {
      bytes = new DurableBytes(Loss.copyOf(copies, number));
      durable.put(number, bytes);
    }
    return bytes;
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    names.rename(from, to);
    files.rename(from, to);
  }

  @Override
  public synchronized void delete(String name) throws IOException {
    names.delete(name);
    files.delete(name);
  }

  @Override
  public void syncDirectory() throws IOException {
    long covered;
    synchronized (this) {
      covered = names.changes();
    }
    files.syncDirectory();
    synchronized (this) {
      names.sync(covered);
    }
  }

  @Override
  public Closeable lock() throws IOException {
    return files.lock();
  }

  /** An open file. */
  private record Handle(LogFile file, DurableBytes bytes) implements LogFile {

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
      bytes.write(file, from, offset);
    }

    @Override
    public void truncate(long size) throws IOException {
      bytes.truncate(file, size);
    }

    @Override
    public void sync() throws IOException {
      DurableBytes.Covered covered = bytes.beginSync(file);
      file.sync();
      bytes.endSync(file, covered);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
