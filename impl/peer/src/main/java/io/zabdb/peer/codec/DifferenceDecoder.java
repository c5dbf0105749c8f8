package io.zabdb.peer.codec;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.peer.wire.Entries;
import java.util.ArrayList;
import java.util.List;

/** Gathers what comes ahead of a difference, and puts it together. Not thread-safe. */
public final class DifferenceDecoder {

  /** Makes a checkpoint of the files that have come. */
  @FunctionalInterface
  public interface ReceivedCheckpoints {

    Checkpoint make(long length, Zxid zxid, Roster roster) throws BadFrameException;
  }

  /** About what an entry takes in memory besides a payload. */
  private static final int OVERHEAD_BYTES = 64;

  private final long maxBytes;
  private final ReceivedCheckpoints checkpoints;
  private long bytes;
  private List<Entry> entries = new ArrayList<>();

  /**
   * @param maxBytes about how much memory a difference may take
   */
  public DifferenceDecoder(long maxBytes, ReceivedCheckpoints checkpoints) {
    this.maxBytes = maxBytes;
    this.checkpoints = checkpoints;
  }

  public void add(Entries part) throws BadFrameException {
    for (io.zabdb.peer.wire.Entry entry : part.getEntriesList()) {
      take(entry.getPayload().size() + OVERHEAD_BYTES);
      entries.add(Values.decode(entry));
    }
  }

  private void take(long more) throws BadFrameException {
    bytes += more;
    if (bytes > maxBytes) {
      throw new BadFrameException(
          "a difference of more than " + maxBytes + " bytes in memory, which is the most");
    }
  }

  /** The difference; what came ahead of it is gone then. */
  Difference finish(io.zabdb.peer.wire.Difference summary) throws BadFrameException {
    if (summary.getEntries() != entries.size()) {
      throw new BadFrameException(
          "a difference of "
              + summary.getEntries()
              + " entries, where "
              + entries.size()
              + " came");
    }
    Difference.Mode mode =
        switch (summary.getMode()) {
          case DIFF -> Difference.Mode.DIFF;
          case TRUNC -> Difference.Mode.TRUNC;
          case SNAP -> Difference.Mode.SNAP;
          default -> throw new BadFrameException("a difference of an unknown mode");
        };
    Zxid from = Values.decode(summary.getFrom());
    Checkpoint checkpoint =
        mode == Difference.Mode.SNAP
            ? checkpoints.make(
                summary.getCheckpointLength(), from, Values.roster(summary.getCheckpointRoster()))
            : null;
    Difference difference = new Difference(mode, from, checkpoint, entries);
    entries = new ArrayList<>();
    bytes = 0;
    return difference;
  }
}
