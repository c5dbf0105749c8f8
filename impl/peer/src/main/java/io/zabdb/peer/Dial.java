package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Sockets;
import io.zabdb.peer.wire.Hello;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One attempt to connect to another member, until the other side has accepted. By the event loop of
 * the group.
 */
final class Dial {

  /** Hears how it ended; just one of the two is called, once, never from within {@code start}. */
  interface DialOutcome {

    /** The handler of what comes next is to be added to the channel at once. */
    void accepted(Channel channel);

    void failed();
  }

  private final GroupPort port;
  private final Hello hello;
  private final long lamport;
  private final DialOutcome outcome;
  private Channel channel;
  private ScheduledFuture<?> late;
  private boolean ended;

  /**
   * @param lamport goes with the hello; 0: none
   */
  Dial(GroupPort port, Hello hello, long lamport, DialOutcome outcome) {
    this.port = port;
    this.hello = hello;
    this.lamport = lamport;
    this.outcome = outcome;
  }

  /**
   * Starts later.
   *
   * @param begins run then
   */
  void startIn(long nanos, Runnable begins) {
    late =
        port.loop()
            .schedule(
                () -> {
                  begins.run();
                  start();
                },
                nanos,
                TimeUnit.NANOSECONDS);
  }

  void start() {
    late =
        port.loop()
            .schedule(
                this::fail,
                port.transport().settings().connectTimeout().toMillis(),
                TimeUnit.MILLISECONDS);
    address()
        .whenCompleteAsync(
            (resolved, unknown) -> {
              if (unknown != null) {
                fail();
              } else if (!ended) {
                connect(resolved);
              }
            },
            port.loop());
  }

  private CompletableFuture<InetSocketAddress> address() {
    InetSocketAddress address = port.group().addresses().of(hello.getTo());
    return address != null
        ? port.transport().names().resolve(address)
        : CompletableFuture.failedFuture(new IOException("the address is not known"));
  }

  /** Gives up; the outcome is not told. */
  void cancel() {
    if (!ended) {
      end();
      if (channel != null) {
        channel.close();
      }
    }
  }

  private void connect(InetSocketAddress address) {
    var connecting =
        Sockets.connect(
            port.loop(),
            address,
            (int) port.transport().settings().connectTimeout().toMillis(),
            port.transport().marks(),
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel fresh) {
                if (port.transport().tls() != null) {
                  fresh.pipeline().addLast(port.transport().tls().connecting(fresh, address));
                }
                fresh
                    .pipeline()
                    .addLast(Frames.decoder(port.transport().settings()), new Greeting());
              }
            });
    channel = connecting.channel();
    connecting.addListener(
        connected -> {
          if (!connected.isSuccess()) {
            fail();
          }
        });
  }

  private void fail() {
    if (!ended) {
      end();
      if (channel != null) {
        channel.close();
      }
      outcome.failed();
    }
  }

  private void end() {
    ended = true;
    late.cancel(false);
  }

  /** Says hello and waits to be accepted. */
  private final class Greeting extends SimpleChannelInboundHandler<PeerFrame> {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      if (port.transport().tls() == null) {
        greet(context);
      }
      context.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event)
        throws RefusedException {
      if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
        port.transport().checkRole(context.channel(), port.group(), hello.getTo());
        greet(context);
      }
      context.fireUserEventTriggered(event);
    }

    private void greet(ChannelHandlerContext context) {
      PeerFrame frame = PeerFrame.newBuilder().setLamport(lamport).setHello(hello).build();
      context.writeAndFlush(Frames.encode(context.channel(), frame));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, PeerFrame frame)
        throws RefusedException {
      if (ended) {
        return;
      }
      if (!frame.hasAccepted()) {
        throw new RefusedException(
            Reason.HELLO_EXPECTED,
            "a frame of " + frame.getBodyCase() + " came in answer to a hello");
      }
      end();
      Channel accepted = context.channel();
      accepted.pipeline().remove(this);
      port.seen(frame.getLamport());
      outcome.accepted(accepted);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      port.transport().failed(context.channel(), cause);
      if (!ended) {
        end();
        outcome.failed();
      }
    }
  }
}
