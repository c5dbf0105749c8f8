package io.zabdb.peer.codec;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.environment.peer.EntrySource;
import io.zabdb.peer.wire.Entries;
import io.zabdb.peer.wire.Part;
import io.zabdb.peer.wire.PeerFrame;
import io.zabdb.peer.wire.Pulled;
import io.zabdb.peer.wire.Sync;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Makes the frames of a SYNC or PULLED, which is too large for one: entries, and behind {@value
 * #PART_BYTES} bytes of them a part, which the other side can take before the rest has come ({@code
 * Synchronization!TakePart}); at last the message itself. Holds no more entries than a frame. Not
 * thread-safe.
 */
public final class DifferenceEncoder {

  /** Entries share a frame of about this size. */
  private static final int FRAME_BYTES = 1 << 20;

  /** So much the other side has to hold before it can take it. */
  private static final int PART_BYTES = 4 << 20;

  /** About what an entry takes besides its payload. */
  private static final int ENTRY_BYTES = 48;

  private final boolean isSync;
  private final long epoch;
  private final EntrySource source;
  private final Entries.Builder frame = Entries.newBuilder();
  private long frameBytes;

  /** Taken, but too much for the frame. */
  private Entry held;

  private boolean done;

  // Of the part that is being made.
  private Mode mode;
  private Zxid from;
  private Checkpoint checkpoint;
  private long entries;
  private long bytes;
  private Zxid last;

  /**
   * Begins.
   *
   * @param message a SYNC or PULLED; the entries in it are not asked for, nor kept
   * @param source of the entries
   */
  public DifferenceEncoder(Message message, EntrySource source) {
    this.source = source;
    Difference difference = difference(message);
    isSync = message instanceof Message.Sync;
    epoch = isSync ? ((Message.Sync) message).epoch() : ((Message.Pulled) message).epoch();
    mode = difference.mode();
    from = difference.from();
    checkpoint = difference.checkpoint();
  }

  /** The difference that a message brings, or null. */
  public static Difference difference(Message message) {
    if (message instanceof Message.Sync sync) {
      return sync.difference();
    }
    return message instanceof Message.Pulled pulled ? pulled.difference() : null;
  }

  /** All frames of a SYNC or PULLED whose entries are in memory, without stamps. */
  public static List<PeerFrame> frames(Message message) {
    Iterator<Entry> entries = difference(message).entries().iterator();
    DifferenceEncoder encoder =
        new DifferenceEncoder(
            message,
            new EntrySource() {
              @Override
              public Entry take() {
                return entries.next();
              }

              @Override
              public boolean isDone() {
                return !entries.hasNext();
              }
            });
    List<PeerFrame> frames = new ArrayList<>();
    while (!encoder.isDone()) {
      frames.add(encoder.next(() -> 0));
    }
    return frames;
  }

  /**
   * The next frame, or null: the source has no entry at present, or this was all.
   *
   * @param clock stamps parts and the message
   */
  public PeerFrame next(LongSupplier clock) {
    if (done) {
      return null;
    }
    if (bytes >= PART_BYTES && hasMore()) {
      return part(clock.getAsLong());
    }
    while (hasMore()) {
      Entry entry = held == null ? source.take() : held;
      held = null;
      if (entry == null) {
        return null;
      }
      if (!fits(entry)) {
        held = entry;
        break;
      }
      add(entry);
    }
    if (frameBytes > 0) {
      return entries();
    }
    done = true;
    return message(clock.getAsLong());
  }

  /** Everything has been taken. */
  public boolean isDone() {
    return done;
  }

  private boolean hasMore() {
    return held != null || !source.isDone();
  }

  private boolean fits(Entry entry) {
    return frameBytes == 0 || frameBytes + bytes(entry) <= FRAME_BYTES;
  }

  private static long bytes(Entry entry) {
    return (long) entry.payload().length + ENTRY_BYTES;
  }

  private void add(Entry entry) {
    frame.addEntries(Values.encode(entry));
    frameBytes += bytes(entry);
    entries++;
    last = entry.zxid();
  }

  private PeerFrame entries() {
    PeerFrame full = PeerFrame.newBuilder().setEntries(frame).build();
    bytes += frameBytes;
    frameBytes = 0;
    frame.clear();
    return full;
  }

  /** What the frames so far make; the next ones go on behind it. */
  private PeerFrame part(long lamport) {
    PeerFrame part =
        PeerFrame.newBuilder()
            .setLamport(lamport)
            .setPart(Part.newBuilder().setEpoch(epoch).setDifference(summary()))
            .build();
    mode = Mode.DIFF;
    from = last;
    checkpoint = null;
    entries = 0;
    bytes = 0;
    return part;
  }

  private PeerFrame message(long lamport) {
    PeerFrame.Builder end = PeerFrame.newBuilder().setLamport(lamport);
    if (isSync) {
      end.setSync(Sync.newBuilder().setEpoch(epoch).setDifference(summary()));
    } else {
      end.setPulled(Pulled.newBuilder().setEpoch(epoch).setDifference(summary()));
    }
    return end.build();
  }

  private io.zabdb.peer.wire.Difference summary() {
    return summary(mode, from, entries, checkpoint);
  }

  /** What is in the frame of a message whose entries go ahead of it. */
  static io.zabdb.peer.wire.Difference summary(Difference difference) {
    return summary(
        difference.mode(), difference.from(), difference.entries().size(), difference.checkpoint());
  }

  private static io.zabdb.peer.wire.Difference summary(
      Mode mode, Zxid from, long entries, Checkpoint checkpoint) {
    io.zabdb.peer.wire.Difference.Builder summary =
        io.zabdb.peer.wire.Difference.newBuilder()
            .setMode(
                switch (mode) {
                  case DIFF -> io.zabdb.peer.wire.Difference.Mode.DIFF;
                  case TRUNC -> io.zabdb.peer.wire.Difference.Mode.TRUNC;
                  case SNAP -> io.zabdb.peer.wire.Difference.Mode.SNAP;
                })
            .setFrom(Values.encode(from))
            .setEntries(entries);
    if (checkpoint != null) {
      summary
          .setCheckpointLength(checkpoint.length())
          .setCheckpointRoster(Values.encode(checkpoint.roster()));
    }
    return summary.build();
  }
}
