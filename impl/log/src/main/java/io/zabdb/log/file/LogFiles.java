package io.zabdb.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Set;

/**
 * The directory of one log: files, no folders. What is done to names (create, rename, delete) is
 * durable only after {@link #syncDirectory}. Names are plain, without a path. Thread-safe.
 */
public interface LogFiles {

  /** Where it is, for messages. */
  String location();

  Set<String> names() throws IOException;

  /** Opens a file, empty, whether it existed or not. */
  LogFile create(String name) throws IOException;

  /** Opens a file that exists. */
  LogFile open(String name) throws IOException;

  /** Renames a file, in the place of the other if that exists. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file that exists. */
  void delete(String name) throws IOException;

  void syncDirectory() throws IOException;

  /** A number for a new disk: not 0, and never the same twice, as far as chance can tell. */
  default long drawNumber() {
    return 1 + new SecureRandom().nextLong(Long.MAX_VALUE);
  }

  /**
   * Takes the directory for this process, until closed or until the process ends.
   *
   * @throws DirectoryRefusedException if somebody else has it
   */
  Closeable lock() throws IOException;
}
