package io.zabdb.storage.rocks;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;

/**
 * RocksDB's native library. By itself, RocksDB unpacks it under a new name in the folder for
 * temporary files, 17 MB, and removes it when the process ends in order: each process that is
 * killed leaves one behind. Thread-safe.
 */
public final class RocksLibrary {

  private RocksLibrary() {}

  /**
   * Loads the library, unless this process has it, and removes the file at once: the system keeps
   * what is loaded as long as the process is there, and no longer.
   *
   * @throws IOException if it cannot be unpacked in the folder for temporary files, or not loaded
   *     from there: a full disk, or one whose files must not be executed
   */
  public static synchronized void load() throws IOException {
    Path folder = Files.createTempDirectory("zabdb-library");
    try {
      NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw new IOException("RocksDB's library could not be loaded from " + folder, e);
    } finally {
      DiskFiles.delete(folder);
    }
  }
}
