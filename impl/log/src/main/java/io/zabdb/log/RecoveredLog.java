package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.util.List;

/**
 * What a log holds when it is opened, all of it on disk.
 *
 * @param acceptedEpoch as last written, from 0
 * @param currentEpoch as last written, from 0
 * @param base where the entries go on from: the last purge or reset. The replica needs a checkpoint
 *     of this length or more; if the checkpoint is longer than the log, the log is to be reset to
 *     it
 * @param entries those behind {@code base}, in order; the oldest may lack their payload
 */
public record RecoveredLog(
    long acceptedEpoch, long currentEpoch, LogPosition base, List<Entry> entries) {

  public RecoveredLog {
    entries = List.copyOf(entries);
  }

  /** Whether so many entries end with this one, as far as the log says; so all before it agree. */
  public boolean has(long length, Zxid zxid) {
    if (length == base.length()) {
      return zxid.equals(base.last());
    }
    return length > base.length()
        && length <= end().length()
        && zxid.equals(entries.get((int) (length - base.length() - 1)).zxid());
  }

  /** Behind the last entry. */
  public LogPosition end() {
    return entries.isEmpty()
        ? base
        : new LogPosition(base.length() + entries.size(), entries.get(entries.size() - 1).zxid());
  }
}
