package io.zabdb.storage.rocks;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.SkippedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * Reads SST files. Each is read bit by bit first, which brings it from the disk at the caller's
 * pace; then RocksDB verifies every block of it, from the system's cache. It would not let itself
 * be slowed down, and an iterator would leave out what is deleted, and filters.
 */
final class RocksFileScan implements FileScan {

  private static final int BUFFER_BYTES = 64 << 10;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final Supplier<List<Path>> live;
  private final Deque<Path> left;
  private SkippedFiles skipped = SkippedFiles.NONE;
  private Path file;
  private FileChannel channel;

  /**
   * @param live the files that the database has at present: they are read in an order that is
   *     drawn: who is often ended early reaches all of them in the end
   */
  RocksFileScan(Supplier<List<Path>> live) {
    this.live = live;
    List<Path> shuffled = new ArrayList<>(live.get());
    Collections.shuffle(shuffled);
    left = new ArrayDeque<>(shuffled);
  }

  @Override
  public long read(long most) {
    long bytes = 0;
    while (bytes < most && (channel != null || openNext())) {
      bytes += readOn(most - bytes);
    }
    return bytes;
  }

  /** Returns false if there is none. */
  private boolean openNext() {
    while (!left.isEmpty()) {
      file = left.remove();
      try {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        return true;
      } catch (NoSuchFileException e) {
        missing();
      } catch (IOException e) {
        skipped = skipped.and(file.toString(), e);
      }
    }
    return false;
  }

  /** A compaction has deleted it, and others maybe; or else it is lost. */
  private void missing() {
    Set<Path> present = Set.copyOf(live.get());
    if (present.contains(file)) {
      throw new StorageException(
          ErrorCode.CORRUPT, file + " is missing: rebuild this replica from its group");
    }
    left.retainAll(present);
  }

  private int readOn(long most) {
    try {
      buffer.clear().limit((int) Math.min(most, BUFFER_BYTES));
      int bytes = channel.read(buffer);
      if (bytes >= 0) {
        return bytes;
      }
      close();
    } catch (IOException e) {
      throw DiskFiles.failed("read " + file, e);
    }
    verify();
    return 0;
  }

  private void verify() {
    BlockBasedTableConfig uncached = new BlockBasedTableConfig().setNoBlockCache(true);
    try (Options options = new Options().setTableFormatConfig(uncached);
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(file.toString());
      reader.verifyChecksum();
    } catch (RocksDBException e) {
      if (Files.notExists(file)) {
        missing();
      } else if (RocksErrors.isFailureToOpen(e)) {
        skipped = skipped.and(file.toString(), e);
      } else {
        throw RocksErrors.of("verify " + file, e);
      }
    }
  }

  @Override
  public SkippedFiles skipped() {
    return skipped;
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw DiskFiles.failed("close " + file, e);
      } finally {
        channel = null;
      }
    }
  }
}
