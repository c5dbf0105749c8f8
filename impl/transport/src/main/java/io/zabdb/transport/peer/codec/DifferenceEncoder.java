package io.zabdb.transport.peer.codec;

import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.transport.peer.wire.Entries;
import io.zabdb.transport.peer.wire.PeerFrame;
import java.util.function.Consumer;

/** Differences, which are too large for one frame. */
public final class DifferenceEncoder {

  /** Entries share a frame of about this size. */
  private static final int FRAME_BYTES = 1 << 20;

  /** About what an entry takes besides its payload. */
  private static final int ENTRY_BYTES = 48;

  private DifferenceEncoder() {}

  /** What is in the message itself. */
  static io.zabdb.transport.peer.wire.Difference summary(Difference difference) {
    io.zabdb.transport.peer.wire.Difference.Builder summary =
        io.zabdb.transport.peer.wire.Difference.newBuilder()
            .setMode(
                switch (difference.mode()) {
                  case DIFF -> io.zabdb.transport.peer.wire.Difference.Mode.DIFF;
                  case TRUNC -> io.zabdb.transport.peer.wire.Difference.Mode.TRUNC;
                  case SNAP -> io.zabdb.transport.peer.wire.Difference.Mode.SNAP;
                })
            .setFrom(Values.encode(difference.from()))
            .setEntries(difference.entries().size());
    if (difference.checkpoint() != null) {
      summary
          .setCheckpointLength(difference.checkpoint().length())
          .setCheckpointRoster(Values.encode(difference.checkpoint().roster()));
    }
    return summary.build();
  }

  /** What goes ahead of the message, the files of a checkpoint excepted. */
  public static void ahead(Difference difference, Consumer<PeerFrame> frames) {
    Entries.Builder entries = Entries.newBuilder();
    long bytes = 0;
    for (Entry entry : difference.entries()) {
      long entryBytes = entry.payload().length + ENTRY_BYTES;
      if (bytes > 0 && bytes + entryBytes > FRAME_BYTES) {
        frames.accept(PeerFrame.newBuilder().setEntries(entries).build());
        entries = Entries.newBuilder();
        bytes = 0;
      }
      entries.addEntries(Values.encode(entry));
      bytes += entryBytes;
    }
    if (bytes > 0) {
      frames.accept(PeerFrame.newBuilder().setEntries(entries).build());
    }
  }
}
