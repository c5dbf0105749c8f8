package io.zabdb.storage.rocks;

import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.FileScan;
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
  private final Deque<Path> left;
  private Path file;
  private FileChannel channel;

  /**
   * @param files are read in an order that is drawn: who is often ended early reaches all of them
   *     in the end
   */
  RocksFileScan(List<Path> files) {
    List<Path> shuffled = new ArrayList<>(files);
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
        // A compaction has deleted it.
        continue;
      } catch (IOException e) {
        throw DiskFiles.failed("read " + file, e);
      }
    }
    return false;
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
      if (Files.exists(file)) {
        throw RocksErrors.of("verify " + file, e);
      }
    }
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
