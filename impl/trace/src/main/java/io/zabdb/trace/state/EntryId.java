package io.zabdb.trace.state;

import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;

/**
 * An entry of a history as the spec sees it: without its payload.
 *
 * @param seq 0 if the entry's request is not known, since the log below a checkpoint is purged
 */
public record EntryId(Zxid zxid, long session, long seq) {

  public static EntryId of(Entry entry) {
    return new EntryId(entry.zxid(), entry.session(), entry.seq());
  }

  /** An entry of which only the zxid is known. */
  public static EntryId of(Zxid zxid) {
    return new EntryId(zxid, 0, 0);
  }

  /** Whether the request in this entry is known. */
  public boolean isKnown() {
    return seq > 0;
  }
}
