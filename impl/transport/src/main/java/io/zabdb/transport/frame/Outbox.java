package io.zabdb.transport.frame;

import com.google.protobuf.MessageLite;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The messages that wait to be written to a channel. Any thread adds; the channel's event loop
 * writes what has come together, as few buffers and with one flush. What it holds is bounded by who
 * adds. While the channel is not writable, messages wait here.
 */
public final class Outbox {

  /** Frames share a buffer of about this size. */
  private static final int BATCH_BYTES = 64 << 10;

  private final Channel channel;
  private final FrameWriter writer;
  private final Queue<MessageLite> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable task = this::runTask;

  /** Of the event loop. */
  private final List<MessageLite> batch = new ArrayList<>();

  private boolean reading;
  private boolean closing;

  public Outbox(Channel channel, FrameKind kind) {
    this.channel = channel;
    this.writer = new FrameWriter(kind);
  }

  /** Adds a message; dropped if the channel is closed. Thread-safe. */
  public void add(MessageLite message) {
    queue.add(message);
    boolean written = channel.eventLoop().inEventLoop() && reading;
    if (!written && scheduled.compareAndSet(false, true)) {
      try {
        channel.eventLoop().execute(task);
      } catch (RejectedExecutionException e) {
        // The event loop has ended, and the channel with it.
        queue.clear();
      }
    }
  }

  private void runTask() {
    scheduled.set(false);
    drain();
  }

  /** Messages are being read: what the event loop adds is written when {@link #readingEnded}. */
  public void readingStarted() {
    reading = true;
  }

  public void readingEnded() {
    reading = false;
    drain();
  }

  /** Writes what it can; also to be called when the channel becomes writable. By the event loop. */
  public void drain() {
    if (!channel.isActive()) {
      queue.clear();
      return;
    }
    boolean wrote = false;
    while (channel.isWritable() && !queue.isEmpty()) {
      channel.write(nextBuffer());
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
    if (closing && queue.isEmpty()) {
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /**
   * Closes the channel once what has been added is written, or after a while if the other side does
   * not read it. By the event loop.
   */
  public void closeWhenWritten() {
    closing = true;
    var timeout =
        channel
            .eventLoop()
            .schedule(() -> channel.close(), Refuser.LINGER_MILLIS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> timeout.cancel(false));
    drain();
  }

  private Object nextBuffer() {
    int bytes = 0;
    while (bytes < BATCH_BYTES) {
      MessageLite message = queue.peek();
      if (message == null) {
        break;
      }
      int frameBytes = FrameWriter.frameBytes(message);
      if (bytes > 0 && bytes + frameBytes > BATCH_BYTES) {
        break;
      }
      queue.poll();
      batch.add(message);
      bytes += frameBytes;
    }
    try {
      return writer.write(channel.alloc(), batch, bytes);
    } finally {
      batch.clear();
    }
  }
}
