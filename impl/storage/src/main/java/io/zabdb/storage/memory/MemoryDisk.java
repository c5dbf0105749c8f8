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

  /** Another disk that holds what is flushed to this one at present. */
  public MemoryDisk copy() {
    MemoryDisk copy = new MemoryDisk();
    copy.flushed = new TreeMap<>(flushed);
    return copy;
  }

  /**
   * What is flushed to another disk takes the place of what is here, as an import that is not
   * finished does. No store may use this disk.
   */
  public void replaceBy(MemoryDisk other) {
    checkConnected();
    flushed = new TreeMap<>(other.flushed);
    importPending = true;
  }

  void checkConnected() {
    if (disconnected) {
      throw new StorageException(ErrorCode.IO, "the disk is not connected");
    }
  }
}
