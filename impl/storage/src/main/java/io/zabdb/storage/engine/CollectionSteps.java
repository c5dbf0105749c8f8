package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import java.util.Arrays;

/**
 * A collection in steps: of cells, then of records of sessions. Cells are passed over where nothing
 * can be left of any.
 */
final class CollectionSteps {

  /** What a step returns begins with one of these: what comes next. */
  private static final byte CELLS_NEXT = 0;

  private static final byte SESSIONS_NEXT = 1;

  private CollectionSteps() {}

  /** See {@link StorageEngine#collect}. While nothing is applied. */
  static Bytes step(TreeStore store, EngineState state, String name, Bytes from, int most) {
    DataLimits.check("the cells to look at", most, 1, Integer.MAX_VALUE);
    Partition partition = state.require(name);
    boolean atSessions = from != null && from.array()[0] == SESSIONS_NEXT;
    byte[] start = from == null ? new byte[0] : Arrays.copyOfRange(from.array(), 1, from.length());
    Bytes next = null;
    try (Overlay overlay = new Overlay(store.latest())) {
      if (!atSessions && !state.isInPlace(partition)) {
        next = Collector.step(overlay, partition, state.applied().time(), start, most);
        if (next == null) {
          state.collected(partition);
        }
      }
      if (next == null) {
        byte[] record = atSessions ? start : new byte[0];
        atSessions = true;
        String sessions = partition.sessions();
        next =
            SessionCollector.step(
                overlay, sessions, state.sessions().kept().of(sessions), record, most);
      }
      store.write(overlay.changes());
    }
    return next == null ? null : behind(atSessions ? SESSIONS_NEXT : CELLS_NEXT, next);
  }

  private static Bytes behind(byte first, Bytes key) {
    byte[] next = new byte[1 + key.length()];
    next[0] = first;
    System.arraycopy(key.array(), 0, next, 1, key.length());
    return Bytes.wrap(next);
  }
}
