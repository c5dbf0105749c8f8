package io.zabdb.node.process;

import io.zabdb.log.file.Directory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data directory of a node, locked: no other process has it. The lock ends with the process, in
 * whatever way. Used by one thread at a time.
 */
final class DataDirectory implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
  private static final String LOCK = "zabdb-node.lock";

  private final Path path;
  private final FileChannel lock;

  private DataDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Opens the directory; makes it if it is not there.
   *
   * @throws StartRefusedException if another process has it, or it cannot be written
   */
  static DataDirectory open(Path path) throws StartRefusedException {
    try {
      Directory.open(path);
      FileChannel channel =
          FileChannel.open(
              path.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new StartRefusedException(
            ExitCode.UNAVAILABLE,
            "data directory "
                + path
                + " is in use by another node"
                + owner(path.resolve(LOCK))
                + ": stop that one, or use another directory");
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)),
          0);
      return new DataDirectory(path, channel);
    } catch (AccessDeniedException e) {
      throw new StartRefusedException(
          ExitCode.MISCONFIGURED,
          "data directory " + path + " cannot be written: no permission for " + e.getFile(),
          e);
    } catch (IOException e) {
      throw new StartRefusedException(
          ExitCode.UNAVAILABLE, "data directory " + path + " cannot be used: " + e, e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      // A node in this process.
      return false;
    }
  }

  /** The process id that the owner wrote, if it is readable. */
  private static String owner(Path lock) {
    try {
      String pid = Files.readString(lock, StandardCharsets.US_ASCII).trim();
      return pid.matches("[0-9]+") ? " (process " + pid + ")" : "";
    } catch (IOException e) {
      return "";
    }
  }

  Path path() {
    return path;
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  /** The same; the process ends anyway, and its lock with it. */
  void closeQuietly() {
    try {
      close();
    } catch (IOException e) {
      LOG.warn("{} could not be closed", path.resolve(LOCK), e);
    }
  }
}
