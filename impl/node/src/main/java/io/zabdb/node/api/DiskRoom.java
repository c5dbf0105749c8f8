package io.zabdb.node.api;

/** How much room the disk has. Thread-safe. */
public interface DiskRoom {

  /** What may be used, in bytes, a moment ago. */
  long freeBytes();

  /** Whether less is free than the reserve: no updates should be taken. Cheap. */
  boolean isShort();
}
