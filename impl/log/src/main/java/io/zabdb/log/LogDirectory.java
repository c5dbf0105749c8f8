package io.zabdb.log;

import io.zabdb.log.file.LogFiles;
import java.io.Closeable;
import java.io.IOException;

/**
 * The directory of a log while it is in use: locked against other processes, its metadata open.
 *
 * @param lock lets others have it when it is closed
 */
record LogDirectory(LogFiles files, Closeable lock, MetadataFile metadata) implements Closeable {

  /**
   * @throws CorruptLogException if the metadata are lost or damaged
   * @throws io.zabdb.log.file.DirectoryRefusedException if it is in use or another's
   */
  static LogDirectory open(LogFiles files, LogIdentity identity) throws IOException {
    Closeable lock = files.lock();
    try {
      return new LogDirectory(files, lock, MetadataFile.open(files, identity));
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      metadata.close();
    } finally {
      lock.close();
    }
  }
}
