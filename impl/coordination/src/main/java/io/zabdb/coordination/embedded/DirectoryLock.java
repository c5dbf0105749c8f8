package io.zabdb.coordination.embedded;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps other processes out of a directory; the system releases it when the process ends. */
final class DirectoryLock implements AutoCloseable {

  private static final String NAME = "lock";

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws CoordinationException {@code DIRECTORY_IN_USE}; {@code SERVER_FAILED} if the directory
   *     cannot be made or written
   */
  static DirectoryLock of(Path directory) {
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(
              directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new CoordinationException(
            ManagerError.DIRECTORY_IN_USE,
            "directory " + directory + " is in use by another configuration manager");
      }
      return new DirectoryLock(channel);
    } catch (IOException e) {
      throw new CoordinationException(
          ManagerError.SERVER_FAILED, "directory " + directory + " cannot be used: " + e, e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      // By this process.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
