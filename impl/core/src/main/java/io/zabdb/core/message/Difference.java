package io.zabdb.core.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What brings one history in line with another ({@code Synchronization!SyncMessage}).
 *
 * @param mode how
 * @param from the zxid behind which {@code entries} follow: of the last entry to keep, or of the
 *     checkpoint
 * @param checkpoint the checkpoint, in mode SNAP; otherwise null
 * @param entries the entries behind {@code from}, in order
 */
public record Difference(
    Mode mode, Zxid from, @Nullable Checkpoint checkpoint, List<Entry> entries) {

  /** The modes of SYNC and PULLED. */
  public enum Mode {
    /** Append the entries. */
    DIFF,
    /** Cut what lies behind {@code from}, then append the entries. */
    TRUNC,
    /** Replace everything by the checkpoint, then append the entries. */
    SNAP
  }

  public Difference {
    entries = List.copyOf(entries);
    if ((mode == Mode.SNAP) != (checkpoint != null)) {
      throw new IllegalArgumentException("a checkpoint belongs to SNAP and to nothing else");
    }
  }
}
