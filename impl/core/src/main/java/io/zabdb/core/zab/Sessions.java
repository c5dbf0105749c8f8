package io.zabdb.core.zab;

import java.util.HashMap;
import java.util.Map;

/**
 * How far each client session has come in a leader's history, committed or not, so that a retry
 * finds its first attempt ({@code Broadcast!NextInSession}). Not thread-safe.
 */
final class Sessions {

  private final Map<Long, Last> sessions = new HashMap<>();

  /** The last request of a session: its number, and the entry that holds it. */
  private static final class Last {
    private long seq;
    private long index;
  }

  void record(long session, long seq, long index) {
    Last last = sessions.computeIfAbsent(session, unknown -> new Last());
    last.seq = seq;
    last.index = index;
  }

  /** The number of the session's last request; 0 for a session that was never seen. */
  long lastSeq(long session) {
    Last last = sessions.get(session);
    return last == null ? 0 : last.seq;
  }

  /** An entry by which the session's last request has been logged; 0 for an unknown session. */
  long lastIndex(long session) {
    Last last = sessions.get(session);
    return last == null ? 0 : last.index;
  }
}
