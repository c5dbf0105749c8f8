package io.zabdb.storage.memory;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What survives a crash of a {@link MemoryTreeStore}: a disk that is none. One store at a time may
 * use it.
 */
public final class MemoryDisk {

  Map<String, MemoryTree> flushed = new TreeMap<>();
  boolean importPending;
  private volatile boolean disconnected;

  /** An empty one. */
  public MemoryDisk() {}

  /**
   * Whether nothing reaches it: the power is off, though the store's process has not noticed yet.
   * Flushes and imports then fail as {@code IO}.
   */
  public void setDisconnected(boolean is) {
    disconnected = is;
  }

  void checkConnected() {
    if (disconnected) {
      throw new StorageException(ErrorCode.IO, "the disk is not connected");
    }
  }
}
