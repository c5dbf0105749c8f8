package io.zabdb.budget;

import java.util.Locale;

/** A kind of memory, each with a limit of its own. */
public enum Area {
  /** The Java heap. */
  HEAP,
  /** Direct buffers of the JVM: what sockets and files read and write. */
  DIRECT,
  /** Memory that the JVM knows nothing of: RocksDB's. */
  NATIVE;

  /** As metrics and status write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
