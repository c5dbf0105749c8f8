package io.zabdb.net.frame;

import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
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
 * writes what has come together, as few buffers and with one flush; long messages go in pieces.
 * What it holds is bounded by who adds. While the channel is not writable, or there is no room for
 * buffers, messages wait here.
 */
public final class Outbox {

  /** Frames share a buffer of about this size; longer ones go in pieces of it. */
  private static final int BATCH_BYTES = 64 << 10;

  /**
   * A message.
   *
   * @param gone run once, when the socket has taken it or never will; null: not needed
   */
  private record Item(MessageLite message, Runnable gone) {

    void drop() {
      if (gone != null) {
        gone.run();
      }
    }
  }

  private final Channel channel;
  private final FrameKind kind;
  private final FrameWriter writer;
  private final OutboundRoom room;
  private final PaceMeter pace = new PaceMeter();
  private final Queue<Item> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable task = this::runTask;

  /** Of the event loop. */
  private final List<MessageLite> batch = new ArrayList<>();

  /** A long message that is being written, and the one it was. */
  private HeapFrame current;

  private Item currentItem;

  /** What was taken for the next buffer, having been waited for. */
  private int reserved;

  /** Gives up waiting for room; null: nothing is waited for. */
  private Runnable waiting;

  /** Written, and not yet taken by the socket. */
  private int buffers;

  private boolean reading;
  private boolean closing;

  /** An outbox whose channel's watermark alone bounds what is written. */
  public Outbox(Channel channel, FrameKind kind) {
    this(channel, kind, OutboundRoom.UNLIMITED);
  }

  /** An outbox whose buffers need room; made while the channel is open. */
  public Outbox(Channel channel, FrameKind kind, OutboundRoom room) {
    this.channel = channel;
    this.kind = kind;
    this.writer = new FrameWriter(kind);
    this.room = room;
    channel.closeFuture().addListener(closed -> drop());
  }

  /** Adds a message; dropped if the channel is closed. Thread-safe. */
  public void add(MessageLite message) {
    add(message, null);
  }

  /**
   * The same.
   *
   * @param gone run once, by any thread, when the socket has taken all of it or never will
   */
  public void add(MessageLite message, Runnable gone) {
    queue.add(new Item(message, gone));
    boolean written = channel.eventLoop().inEventLoop() && reading;
    if (!written && scheduled.compareAndSet(false, true)) {
      try {
        channel.eventLoop().execute(task);
      } catch (RejectedExecutionException e) {
        // The event loop has ended, and the channel with it.
        dropQueue();
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

  /** How fast the other side takes what waits for it. By the event loop. */
  public PaceMeter pace() {
    return pace;
  }

  /** Writes what it can; also to be called when the channel becomes writable. By the event loop. */
  public void drain() {
    if (!channel.isActive()) {
      drop();
      return;
    }
    boolean wrote = false;
    while (waiting == null && channel.isWritable() && !isEmpty() && obtain()) {
      write();
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
    if (isEmpty() && buffers == 0) {
      pace.ended();
    } else {
      pace.began(System.nanoTime());
    }
    if (closing && isEmpty()) {
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private boolean isEmpty() {
    return current == null && queue.isEmpty();
  }

  /** Takes room for the next buffer; if there is none, goes on when there is. */
  private boolean obtain() {
    int bytes = nextBytes(BATCH_BYTES);
    if (reserved > 0) {
      return true;
    }
    if (room.tryTake(bytes)) {
      reserved = bytes;
      return true;
    }
    waiting = room.whenRoom(bytes, () -> granted(bytes));
    return false;
  }

  /** By any thread. */
  private void granted(int bytes) {
    try {
      channel.eventLoop().execute(() -> use(bytes));
    } catch (RejectedExecutionException e) {
      room.give(bytes);
    }
  }

  private void use(int bytes) {
    waiting = null;
    if (channel.isActive()) {
      reserved = bytes;
      drain();
    } else {
      room.give(bytes);
    }
  }

  /** Of the next buffer, if it may be so long; at least the next message, or piece of it. */
  private int nextBytes(int most) {
    if (current != null) {
      return current.nextBytes();
    }
    int bytes = 0;
    for (Item item : queue) {
      int frameBytes = FrameWriter.frameBytes(item.message());
      if (bytes == 0 && frameBytes > BATCH_BYTES) {
        return BATCH_BYTES;
      }
      if (bytes > 0 && bytes + frameBytes > most) {
        break;
      }
      bytes += frameBytes;
      if (bytes >= most) {
        break;
      }
    }
    return bytes;
  }

  /** Writes one buffer, for which there is room. */
  private void write() {
    int granted = reserved;
    reserved = 0;
    List<Runnable> gone = new ArrayList<>();
    ByteBuf buffer = null;
    int bytes = 0;
    try {
      buffer = nextBuffer(granted, gone);
      bytes = buffer.readableBytes();
    } finally {
      room.give(granted - bytes);
      if (buffer == null) {
        gone.forEach(Runnable::run);
      }
    }
    int written = bytes;
    buffers++;
    channel
        .write(buffer)
        .addListener(
            done -> {
              buffers--;
              room.give(written);
              pace.moved(written);
              gone.forEach(Runnable::run);
              if (buffers == 0 && isEmpty()) {
                pace.ended();
              }
            });
  }

  private ByteBuf nextBuffer(int most, List<Runnable> gone) {
    Item first = queue.peek();
    if (current == null && FrameWriter.frameBytes(first.message()) > BATCH_BYTES) {
      currentItem = queue.poll();
      current = new HeapFrame(kind, currentItem.message(), BATCH_BYTES);
      // The message itself is not needed any more.
      currentItem = new Item(null, currentItem.gone());
    }
    if (current != null) {
      ByteBuf piece = current.next(channel.alloc());
      if (current.nextBytes() == 0) {
        collect(currentItem, gone);
        current = null;
        currentItem = null;
      }
      return piece;
    }
    int bytes = 0;
    for (Item item = queue.peek(); item != null; item = queue.peek()) {
      int frameBytes = FrameWriter.frameBytes(item.message());
      if (bytes > 0 && bytes + frameBytes > most) {
        break;
      }
      queue.poll();
      batch.add(item.message());
      collect(item, gone);
      bytes += frameBytes;
    }
    try {
      return writer.write(channel.alloc(), batch, bytes);
    } finally {
      batch.clear();
    }
  }

  private static void collect(Item item, List<Runnable> gone) {
    if (item.gone() != null) {
      gone.add(item.gone());
    }
  }

  /** The channel is closed: nothing more is written. */
  private void drop() {
    pace.ended();
    if (waiting != null) {
      waiting.run();
      waiting = null;
    }
    if (reserved > 0) {
      room.give(reserved);
      reserved = 0;
    }
    if (currentItem != null) {
      currentItem.drop();
      currentItem = null;
      current = null;
    }
    dropQueue();
  }

  private void dropQueue() {
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      item.drop();
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
}
