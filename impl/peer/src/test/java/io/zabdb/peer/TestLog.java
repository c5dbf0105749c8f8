package io.zabdb.peer;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.environment.peer.EntryLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A log of one epoch, whose entries from one on are in memory, the others on disk. */
final class TestLog implements EntryLog {

  private final int count;
  private final int bytes;
  private final long inMemoryFrom;
  private volatile boolean purged;
  private volatile long largestRead;

  /**
   * @param bytes of the payload of each entry
   * @param inMemoryFrom the first entry in memory; 0: only every third is
   */
  TestLog(int count, int bytes, long inMemoryFrom) {
    this.count = count;
    this.bytes = bytes;
    this.inMemoryFrom = inMemoryFrom;
  }

  Entry entry(long index) {
    byte[] payload = new byte[bytes];
    new Random(index).nextBytes(payload);
    return new Entry(1, index, 1, index, payload);
  }

  /** From now on nothing can be read. */
  void purge() {
    purged = true;
  }

  /** The most bytes that a read took. */
  long largestRead() {
    return largestRead;
  }

  @Override
  public long indexOf(Zxid zxid) {
    return zxid.counter();
  }

  @Override
  public Entry inMemory(long index) {
    boolean is = inMemoryFrom == 0 ? index % 3 == 0 : index >= inMemoryFrom;
    return is && !purged ? entry(index) : null;
  }

  @Override
  public List<Entry> read(long first, long last, long maxBytes) throws IOException {
    if (purged) {
      throw new IOException("purged");
    }
    List<Entry> entries = new ArrayList<>();
    long taken = 0;
    for (long i = first; i <= Math.min(last, count) && (i == first || taken < maxBytes); i++) {
      entries.add(entry(i));
      taken += bytes;
    }
    largestRead = Math.max(largestRead, taken);
    return entries;
  }
}
