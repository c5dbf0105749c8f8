package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameWriter;
import io.zabdb.peer.wire.PeerFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;

/**
 * What waits to be written to a connection, in order: frames, and sources of frames that are made
 * when it is their turn. By the event loop of the group.
 */
final class StreamOutbox {

  /** Frames share a buffer of about this size. */
  private static final int BATCH_BYTES = 64 << 10;

  /** About what a frame or source takes in memory besides what is in it. */
  private static final int OVERHEAD_BYTES = 128;

  private final Channel channel;
  private final MemoryAccount account;
  private final Runnable progressed;
  private final FrameWriter writer = new FrameWriter(FrameKind.PEER);

  /** Each a {@link PeerFrame} or a {@link FrameSource}. */
  private final Queue<Object> queue = new ArrayDeque<>();

  /** The last of the queue, if that is proposals. */
  private ProposalSource proposals;

  private final ArrayList<PeerFrame> batch = new ArrayList<>();
  private int batchBytes;

  /** Whether a frame of the batch is a part of something long. */
  private boolean isPart;

  private long bytes;

  /**
   * @param account on which what waits draws
   * @param progressed called when the system has taken a part of something long
   */
  StreamOutbox(Channel channel, MemoryAccount account, Runnable progressed) {
    this.channel = channel;
    this.account = account;
    this.progressed = progressed;
  }

  void add(PeerFrame frame) {
    queue.add(frame);
    proposals = null;
    grow(FrameWriter.frameBytes(frame) + OVERHEAD_BYTES);
  }

  void add(FrameSource source) {
    queue.add(source);
    proposals = source instanceof ProposalSource last ? last : null;
    grow(OVERHEAD_BYTES);
  }

  private void grow(long more) {
    account.take(more);
    bytes += more;
  }

  /** Adds the proposal of an entry to those that come last, if it follows them. */
  boolean extend(long epoch, long index) {
    return proposals != null && proposals.add(epoch, index);
  }

  /** About how much memory is taken by what waits here. */
  long bytes() {
    return bytes;
  }

  /** The index of the oldest entry that sources will take. */
  long oldestNeeded() {
    return queue.stream()
        .filter(FrameSource.class::isInstance)
        .mapToLong(source -> ((FrameSource) source).oldestNeeded())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Throws away what waits. */
  void clear() {
    for (Object each : queue) {
      if (each instanceof FrameSource source) {
        source.close();
      }
    }
    queue.clear();
    proposals = null;
    account.give(bytes);
    bytes = 0;
  }

  /** Writes and flushes as much as the other side takes at present. */
  void write() {
    boolean wrote = false;
    while (channel.isWritable() && fill()) {
      writeBatch();
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
  }

  /** Moves frames into the batch; false if there are none at present. */
  private boolean fill() {
    while (!queue.isEmpty() && batchBytes < BATCH_BYTES) {
      if (queue.peek() instanceof FrameSource source) {
        PeerFrame frame = source.take();
        if (frame != null) {
          put(frame);
          isPart |= !(source instanceof ProposalSource);
        } else if (source.isDone()) {
          remove(OVERHEAD_BYTES);
        } else {
          break;
        }
      } else {
        PeerFrame frame = (PeerFrame) queue.peek();
        int frameBytes = FrameWriter.frameBytes(frame);
        if (batchBytes > 0 && batchBytes + frameBytes > BATCH_BYTES) {
          break;
        }
        put(frame);
        remove(frameBytes + OVERHEAD_BYTES);
      }
    }
    return batchBytes > 0;
  }

  private void put(PeerFrame frame) {
    batch.add(frame);
    batchBytes += FrameWriter.frameBytes(frame);
  }

  private void remove(long taken) {
    if (queue.remove() == proposals) {
      proposals = null;
    }
    bytes -= taken;
    account.give(taken);
  }

  private void writeBatch() {
    boolean part = isPart;
    ChannelFuture written;
    try {
      written = channel.write(writer.write(channel.alloc(), batch, batchBytes));
    } finally {
      batch.clear();
      batchBytes = 0;
      isPart = false;
    }
    if (part) {
      written.addListener(
          done -> {
            if (done.isSuccess()) {
              progressed.run();
            }
          });
    }
  }
}
