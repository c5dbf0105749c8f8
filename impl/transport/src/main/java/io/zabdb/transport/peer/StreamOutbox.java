package io.zabdb.transport.peer;

import io.netty.channel.Channel;
import io.zabdb.transport.frame.FrameKind;
import io.zabdb.transport.frame.FrameWriter;
import io.zabdb.transport.peer.wire.PeerFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * What waits to be written to a connection, in order: frames, and checkpoints whose frames are read
 * from disk when it is their turn. By the event loop of the group.
 */
final class StreamOutbox {

  /** Frames share a buffer of about this size. */
  private static final int BATCH_BYTES = 64 << 10;

  private final Channel channel;
  private final Runnable wroteChunk;
  private final FrameWriter writer = new FrameWriter(FrameKind.PEER);

  /** Each a {@link PeerFrame} or a {@link CheckpointPump}. */
  private final Queue<Object> queue = new ArrayDeque<>();

  private final List<PeerFrame> batch = new ArrayList<>();
  private long bytes;

  /**
   * @param wroteChunk called when the system has taken a part of a checkpoint
   */
  StreamOutbox(Channel channel, Runnable wroteChunk) {
    this.channel = channel;
    this.wroteChunk = wroteChunk;
  }

  void add(PeerFrame frame) {
    queue.add(frame);
    bytes += FrameWriter.frameBytes(frame);
  }

  void add(CheckpointPump checkpoint) {
    queue.add(checkpoint);
  }

  /** How much waits here, checkpoints excepted. */
  long bytes() {
    return bytes;
  }

  /** Throws away what waits. */
  void clear() {
    for (Object each : queue) {
      if (each instanceof CheckpointPump checkpoint) {
        checkpoint.close();
      }
    }
    queue.clear();
    bytes = 0;
  }

  /** Writes and flushes as much as the other side takes at present. */
  void write() {
    boolean wrote = false;
    while (channel.isWritable() && !queue.isEmpty()) {
      if (queue.peek() instanceof CheckpointPump checkpoint) {
        PeerFrame frame = checkpoint.take();
        if (frame != null) {
          writeChunk(frame);
          wrote = true;
        } else if (checkpoint.isDone()) {
          queue.remove();
        } else {
          break;
        }
      } else {
        channel.write(nextBuffer());
        wrote = true;
      }
    }
    if (wrote) {
      channel.flush();
    }
  }

  private void writeChunk(PeerFrame frame) {
    channel
        .write(writer.write(channel.alloc(), List.of(frame), FrameWriter.frameBytes(frame)))
        .addListener(
            written -> {
              if (written.isSuccess()) {
                wroteChunk.run();
              }
            });
  }

  private Object nextBuffer() {
    int taken = 0;
    while (queue.peek() instanceof PeerFrame frame) {
      int frameBytes = FrameWriter.frameBytes(frame);
      if (taken > 0 && taken + frameBytes > BATCH_BYTES) {
        break;
      }
      queue.remove();
      batch.add(frame);
      taken += frameBytes;
    }
    try {
      return writer.write(channel.alloc(), batch, taken);
    } finally {
      bytes -= taken;
      batch.clear();
    }
  }
}
