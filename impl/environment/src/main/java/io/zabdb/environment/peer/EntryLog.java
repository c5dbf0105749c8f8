package io.zabdb.environment.peer;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The log of a replica, as those read it who need more of it than memory should hold. Indexes count
 * from 1.
 */
public interface EntryLog {

  /** The index of an entry that the replica holds. By the event loop of the group. */
  long indexOf(Zxid zxid);

  /**
   * An entry, if its payload is in memory; null: {@link #read} may have it. By the event loop of
   * the group.
   */
  @Nullable Entry inMemory(long index);

  /**
   * Reads entries that are not in memory, at least one. Called by a thread that may wait for disks.
   *
   * @param first the index of the first of them
   * @param last the index of the last that is wanted
   * @param maxBytes about what they may take in memory; a single one may take more
   * @throws IOException if they cannot be read, or are purged
   */
  List<Entry> read(long first, long last, long maxBytes) throws IOException;
}
