package io.zabdb.storage.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * What survives a crash of a {@link MemoryTreeStore}: a disk that is none. One store at a time may
 * use it.
 */
public final class MemoryDisk {

  Map<String, MemoryTree> flushed = new TreeMap<>();
  boolean importPending;

  /** An empty one. */
  public MemoryDisk() {}
}
