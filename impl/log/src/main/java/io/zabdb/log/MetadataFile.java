package io.zabdb.log;

import io.zabdb.log.file.DirectoryRefusedException;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.log.file.LogFile;
import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The file of {@link Metadata}: two copies, a page each, written and synced one after the other. A
 * write that a crash interrupts leaves the old or the new version. One damaged copy costs nothing:
 * with a single copy per version, damage to the newest would look like a write that was torn, and
 * the replica would forget an epoch that it has promised. Thread-safe.
 */
final class MetadataFile implements Closeable {

  static final String NAME = "metadata";
  static final String UNFINISHED = "metadata.new";

  private final LogFile file;
  private volatile Metadata current;

  private MetadataFile(LogFile file, Metadata current) {
    this.file = file;
    this.current = current;
  }

  /**
   * Opens the file, or makes it if the directory is new.
   *
   * @throws CorruptLogException if both copies are damaged, or the file is missing beside segments
   */
  static MetadataFile open(LogFiles files, LogIdentity identity) throws IOException {
    Set<String> names = files.names();
    if (!names.contains(NAME)) {
      if (names.stream().anyMatch(SegmentHeader::isSegment)) {
        throw new CorruptLogException(files.location() + "/" + NAME, 0, 0, "a file");
      }
      create(files, Metadata.first(identity, files.drawNumber()));
    }
    LogFile file = files.open(NAME);
    try {
      Metadata first = read(file, 0);
      Metadata second = read(file, 1);
      Metadata newest = newer(first, second);
      if (newest == null) {
        throw new CorruptLogException(
            files.location() + "/" + NAME, 0, 0, "one of its two copies to be whole");
      }
      if (!newest.identity().equals(identity)) {
        throw new DirectoryRefusedException(
            files.location(), "is that of " + newest.identity() + ", not of " + identity);
      }
      MetadataFile opened = new MetadataFile(file, newest);
      // The next write must find the version that is used from now on in both copies. What was read
      // may not be on disk, if a process ended and not the machine; after a failed sync it is clean
      // nevertheless, and no sync writes it.
      opened.write(newest);
      files.syncDirectory();
      return opened;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Waits for no write that is under way. */
  Metadata current() {
    return current;
  }

  /**
   * Writes a change; it is on disk when the call returns. If this fails, whether the change will be
   * found is unknown: so a full disk, which these pages have no use for, is no excuse either.
   */
  synchronized void update(UnaryOperator<Metadata> change) throws IOException {
    Metadata next = change.apply(current).next();
    try {
      write(next);
    } catch (DiskFullException e) {
      throw new IOException("the metadata is written in place, but its disk is full", e);
    }
    current = next;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void write(Metadata metadata) throws IOException {
    for (int copy = 0; copy < 2; copy++) {
      file.write(metadata.encode(), (long) copy * Metadata.BYTES);
      file.sync();
    }
  }

  private static void create(LogFiles files, Metadata metadata) throws IOException {
    try (LogFile file = files.create(UNFINISHED)) {
      file.write(metadata.encode(), 0);
      file.write(metadata.encode(), Metadata.BYTES);
      file.sync();
    }
    files.rename(UNFINISHED, NAME);
  }

  private static Metadata read(LogFile file, int copy) throws IOException {
    ByteBuffer page = ByteBuffer.allocate(Metadata.BYTES);
    return file.read(page, (long) copy * Metadata.BYTES) ? Metadata.decode(page.flip()) : null;
  }

  private static Metadata newer(Metadata first, Metadata second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return first.version() >= second.version() ? first : second;
  }
}
