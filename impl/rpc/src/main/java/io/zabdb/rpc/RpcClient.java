package io.zabdb.rpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.net.frame.FrameDecoder;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameRoom;
import io.zabdb.net.socket.Names;
import io.zabdb.net.socket.Sockets;
import io.zabdb.net.tls.Tls;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Opens connections to nodes. Thread-safe. */
public final class RpcClient implements AutoCloseable {

  private final EventLoopGroup loops;
  private final RpcSettings settings;
  private final Tls tls;
  private final MemoryAccount responses;
  private final Names names = new Names();
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

  /**
   * @param loops not closed by this client
   * @param tls null: none
   */
  public RpcClient(EventLoopGroup loops, RpcSettings settings, Tls tls) {
    this(loops, settings, tls, null);
  }

  /**
   * A client that keeps to a budget.
   *
   * @param responses on which large responses draw while they come; null: none
   */
  public RpcClient(EventLoopGroup loops, RpcSettings settings, Tls tls, MemoryAccount responses) {
    this.loops = loops;
    this.settings = settings;
    this.tls = tls;
    this.responses = responses;
  }

  private FrameRoom room(Channel channel) {
    return responses == null ? FrameRoom.UNLIMITED : new ResponseRoom(channel, responses);
  }

  /**
   * Connects and exchanges hellos. Does not block.
   *
   * @param address its host is looked up afresh
   * @return fails with {@link HelloRefusedException} if the node does not take this client, with
   *     {@link io.zabdb.net.frame.RefusedException} if the two do not understand each other, and
   *     with another {@link IOException} if there is no connection within the {@code
   *     connectTimeout}
   */
  public CompletableFuture<RpcConnection> connect(InetSocketAddress address, ClientHello hello) {
    CompletableFuture<RpcConnection> result = new CompletableFuture<>();
    names
        .resolve(address)
        .whenComplete(
            (resolved, failure) -> {
              if (failure != null) {
                result.completeExceptionally(failed(address, failure.getCause()));
              } else {
                open(resolved, hello, result);
              }
            });
    return result;
  }

  private void open(
      InetSocketAddress address, ClientHello hello, CompletableFuture<RpcConnection> result) {
    int timeout = (int) settings.connectTimeout().toMillis();
    ChannelFuture connecting =
        Sockets.connect(
            loops,
            address,
            timeout,
            new WriteBufferWaterMark(settings.writeBufferBytes() / 2, settings.writeBufferBytes()),
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                initialize(channel, address, hello, result);
              }
            });
    // What came may have been read when this is told, and the channel may be closed again.
    connecting.addListener(
        connected -> {
          if (connected.isSuccess()) {
            limitHello(connecting.channel(), address, result);
          } else {
            result.completeExceptionally(failed(address, connected.cause()));
          }
        });
    failWhenLoopsEnd(address, result);
  }

  /** Gives up when the server has not answered the hello in time. */
  private void limitHello(
      Channel channel, InetSocketAddress address, CompletableFuture<RpcConnection> result) {
    long timeout = settings.connectTimeout().toMillis();
    var late =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  result.completeExceptionally(
                      failed(address, new IOException("no hello within " + timeout + " ms")));
                  channel.close();
                },
                timeout,
                TimeUnit.MILLISECONDS);
    result.whenComplete((connection, failure) -> late.cancel(false));
  }

  /** Loops that have ended tell nothing, neither of a channel nor by their timers. */
  private void failWhenLoopsEnd(
      InetSocketAddress address, CompletableFuture<RpcConnection> result) {
    FutureListener<Object> ended =
        terminated ->
            result.completeExceptionally(
                failed(address, new IOException("the event loops have ended")));
    Future<?> end = loops.terminationFuture();
    end.addListener(ended);
    result.whenComplete((connection, failure) -> end.removeListener(ended));
  }

  /** Before the channel is connected, so that nothing that comes is missed. */
  private void initialize(
      Channel channel,
      InetSocketAddress address,
      ClientHello hello,
      CompletableFuture<RpcConnection> result) {
    open.add(channel);
    if (tls != null) {
      channel.pipeline().addLast(tls.connecting(channel, address));
    }
    ClientConnection connection = new ClientConnection(settings, hello, channel);
    connection
        .opened()
        .whenComplete(
            (greeted, refused) -> {
              if (refused != null) {
                result.completeExceptionally(refused);
              } else {
                result.complete(greeted);
              }
            });
    channel
        .pipeline()
        .addLast(
            // In front: of a long answer that is on its way, each part counts.
            new IdleStateHandler(settings.keepalive().toMillis(), 0, 0, TimeUnit.MILLISECONDS),
            new FrameDecoder(
                FrameKind.CLIENT, settings.maxFrameBytes(), Response.parser(), room(channel)),
            connection);
  }

  private static IOException failed(InetSocketAddress address, Throwable cause) {
    return new IOException(
        "cannot connect to "
            + address.getHostString()
            + ":"
            + address.getPort()
            + ": "
            + cause.getMessage(),
        cause);
  }

  /** Closes the connections that are open. */
  @Override
  public void close() {
    open.close();
  }
}
