package io.zabdb.storage.rocks;

import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
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
   * Loads the library, unless this process has it: unpacks it in a folder, which is removed again
   * with all that is in it.
   *
   * @param folder for nothing else, and for this process alone
   * @throws IOException if that is impossible: a full disk, or one whose files must not be
   *     executed. RocksDB then does it its own way, when it is used first
   */
  public static synchronized void load(Path folder) throws IOException {
    try {
      DiskFiles.delete(folder);
      DiskFiles.createDirectory(folder);
      NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw new IOException("RocksDB's library could not be loaded from " + folder, e);
    } finally {
      DiskFiles.delete(folder);
    }
  }
}
