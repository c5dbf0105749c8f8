package io.zabdb.transport.peer;

import io.netty.channel.Channel;
import io.zabdb.transport.frame.FrameKind;
import io.zabdb.transport.frame.FrameWriter;
import io.zabdb.transport.peer.wire.PeerFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** What waits to be written to a connection, in order. By the event loop of the group. */
final class StreamOutbox {

  /** Frames share a buffer of about this size. */
  private static final int BATCH_BYTES = 64 << 10;

  private final Channel channel;
  private final FrameWriter writer = new FrameWriter(FrameKind.PEER);
  private final Queue<PeerFrame> queue = new ArrayDeque<>();
  private final List<PeerFrame> batch = new ArrayList<>();
  private long bytes;

  StreamOutbox(Channel channel) {
    this.channel = channel;
  }

  void add(PeerFrame frame) {
    queue.add(frame);
    bytes += FrameWriter.frameBytes(frame);
  }

  /** How much waits here. */
  long bytes() {
    return bytes;
  }

  void clear() {
    queue.clear();
    bytes = 0;
  }

  /** Writes and flushes as much as the other side takes at present. */
  void write() {
    boolean wrote = false;
    while (channel.isWritable() && !queue.isEmpty()) {
      channel.write(nextBuffer());
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
  }

  private Object nextBuffer() {
    int taken = 0;
    PeerFrame frame;
    while ((frame = queue.peek()) != null) {
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
