package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.zabdb.core.message.Datagram;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameWriter;
import io.zabdb.peer.codec.DatagramCodec;
import io.zabdb.peer.wire.PeerFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Carries datagrams to another member: connects by itself, again and again, and loses what it
 * cannot send soon. By the event loop of the group.
 */
final class PeerLink {

  /** How many times as seldom the other side is asked while the replica rests. */
  static final int RESTING = 8;

  /** So many of the latest datagrams wait while it connects. */
  private static final int QUEUED = 8;

  private final GroupPort port;
  private final int member;
  private final FrameWriter writer = new FrameWriter(FrameKind.PEER);
  private final ArrayDeque<PeerFrame> queue = new ArrayDeque<>();
  private long backoffMillis;
  private Dial dial;
  private ScheduledFuture<?> retry;

  /** Null: not connected. */
  private Channel channel;

  private boolean closed;

  PeerLink(GroupPort port, int member) {
    this.port = port;
    this.member = member;
    this.backoffMillis = port.transport().settings().firstBackoff().toMillis();
  }

  void start() {
    dial =
        new Dial(
            port,
            Hellos.link(port.transport().cluster(), port.group(), member),
            0,
            new Dial.DialOutcome() {
              @Override
              public void accepted(Channel fresh) {
                opened(fresh);
              }

              @Override
              public void failed() {
                again();
              }
            });
    dial.start();
  }

  private void opened(Channel fresh) {
    dial = null;
    channel = fresh;
    PeerSettings settings = port.transport().settings();
    backoffMillis = settings.firstBackoff().toMillis();
    fresh
        .pipeline()
        .addLast(
            new IdleStateHandler(settings.keepalive().toMillis(), 0, 0, TimeUnit.MILLISECONDS),
            new Listening());
    port.transport().words().opened(port.group().addresses().node(member), fresh);
    // Ahead of all datagrams: whoever is elected by them knows the clocks of a quorum.
    fresh.write(Frames.encode(fresh, port.alive()));
    flush();
    fresh.flush();
  }

  /** What waited is old by now. */
  private void again() {
    dial = null;
    channel = null;
    queue.clear();
    if (closed) {
      return;
    }
    retry = port.loop().schedule(this::start, backoffMillis, TimeUnit.MILLISECONDS);
    backoffMillis =
        Math.min(2 * backoffMillis, port.transport().settings().lastBackoff().toMillis());
  }

  void send(Datagram datagram) {
    if (queue.size() == QUEUED) {
      queue.remove();
    }
    queue.add(DatagramCodec.encode(datagram, port.group().clock().stamp()));
  }

  void flush() {
    if (channel == null || queue.isEmpty()) {
      return;
    }
    if (channel.isWritable()) {
      List<PeerFrame> frames = new ArrayList<>(queue);
      int bytes = frames.stream().mapToInt(FrameWriter::frameBytes).sum();
      channel.writeAndFlush(writer.write(channel.alloc(), frames, bytes));
    }
    queue.clear();
  }

  void close() {
    closed = true;
    if (dial != null) {
      dial.cancel();
    }
    if (retry != null) {
      retry.cancel(false);
    }
    if (channel != null) {
      channel.close();
    }
  }

  /** Asks whether the other side is there, and notices when it is not. */
  private final class Listening extends SimpleChannelInboundHandler<PeerFrame> {

    private boolean asked;

    /** Silences since it was asked last. */
    private int silences;

    @Override
    protected void channelRead0(ChannelHandlerContext context, PeerFrame frame) {
      asked = false;
      if (frame.hasAlive()) {
        port.alive(member, frame);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof IdleStateEvent) {
        silences++;
        if (asked) {
          context.close();
        } else if (!port.isResting() || silences >= RESTING) {
          asked = true;
          silences = 0;
          context.writeAndFlush(Frames.encode(context.channel(), port.alive()));
        }
      }
      context.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      again();
      context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      port.transport().failed(context.channel(), cause);
    }
  }
}
