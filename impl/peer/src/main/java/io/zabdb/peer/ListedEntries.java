package io.zabdb.peer;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.environment.peer.EntryLog;
import java.io.IOException;
import java.util.List;

/** The entries of a message, all in memory, as a log. */
record ListedEntries(List<Entry> entries) implements EntryLog {

  @Override
  public long indexOf(Zxid zxid) {
    throw new UnsupportedOperationException("entries of a message are numbered from 1");
  }

  @Override
  public Entry inMemory(long index) {
    return entries.get((int) index - 1);
  }

  @Override
  public List<Entry> read(long first, long last, long maxBytes) throws IOException {
    throw new IOException("a message with entries that are not in memory, and no log");
  }
}
