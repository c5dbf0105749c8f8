package io.zabdb.rpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.Outbox;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.Refuser;
import io.zabdb.net.tls.TlsFaults;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A connection to a node, at the client. */
final class ClientConnection extends SimpleChannelInboundHandler<Response>
    implements RpcConnection {

  private final RpcSettings settings;
  private final ClientHello hello;
  private final Channel channel;
  private final Outbox outbox;
  private final AtomicLong lastId = new AtomicLong();
  private final AtomicInteger underWay = new AtomicInteger();
  private final ConcurrentMap<Long, CompletableFuture<Response>> pending =
      new ConcurrentHashMap<>();
  private final CompletableFuture<RpcConnection> opened = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile ServerHello server;
  private volatile IOException broken;

  /** Of the event loop: the node was asked whether it is there, and has not said anything since. */
  private boolean asked;

  private IOException cause = new IOException("the connection was closed");

  ClientConnection(RpcSettings settings, ClientHello hello, Channel channel) {
    this.settings = settings;
    this.hello = hello;
    this.channel = channel;
    this.outbox = new Outbox(channel, FrameKind.CLIENT);
  }

  /** Completed with this connection after the hellos. */
  CompletableFuture<RpcConnection> opened() {
    return opened;
  }

  /** Says hello, before anything that comes is read. */
  @Override
  public void channelActive(ChannelHandlerContext context) {
    SslHandler ssl = context.pipeline().get(SslHandler.class);
    if (ssl == null) {
      greet();
    } else {
      ssl.handshakeFuture().addListener(shaken -> greet());
    }
    context.fireChannelActive();
  }

  private void greet() {
    enqueue(Request.newBuilder().setHello(hello)).whenComplete(this::greeted);
  }

  private void greeted(Response response, Throwable failure) {
    if (failure != null) {
      opened.completeExceptionally(failure);
    } else if (response.hasHello()) {
      server = response.getHello();
      opened.complete(this);
    } else {
      IOException refusal =
          response.hasError()
              ? new HelloRefusedException(response.getError())
              : new IOException("the node answered a hello by " + response.getBodyCase());
      opened.completeExceptionally(refusal);
      fail(refusal);
    }
  }

  @Override
  public CompletableFuture<Response> send(Request.Builder request) {
    if (underWay.get() >= settings.maxUnderWay()) {
      return CompletableFuture.completedFuture(
          WireErrors.response(
                  ErrorCode.OVERLOADED,
                  settings.maxUnderWay()
                      + " requests of this connection are under way, which is the most")
              .build());
    }
    return enqueue(request);
  }

  private CompletableFuture<Response> enqueue(Request.Builder builder) {
    Request request = builder.setId(lastId.incrementAndGet()).build();
    int limit = server == null ? settings.maxFrameBytes() : server.getMaxFrameBytes();
    if (request.getSerializedSize() > limit) {
      return CompletableFuture.completedFuture(
          WireErrors.response(
                  ErrorCode.TOO_LARGE,
                  "the request has "
                      + request.getSerializedSize()
                      + " bytes, where the node takes "
                      + limit
                      + " at most")
              .build());
    }
    CompletableFuture<Response> future = new CompletableFuture<>();
    underWay.incrementAndGet();
    pending.put(request.getId(), future);
    if (broken != null) {
      // It broke before the request was there to be failed.
      complete(request.getId(), null);
    } else {
      outbox.add(request);
    }
    return future;
  }

  /** Completes the waiting call with the response, or if that is null with the failure. */
  private void complete(long id, Response response) {
    CompletableFuture<Response> future = pending.remove(id);
    if (future == null) {
      return;
    }
    underWay.decrementAndGet();
    if (response != null) {
      future.complete(response);
    } else {
      future.completeExceptionally(broken);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Response response) {
    asked = false;
    outbox.readingStarted();
    complete(response.getId(), response);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    outbox.readingEnded();
    context.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    outbox.drain();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent idle && idle.state() == IdleState.READER_IDLE) {
      if (asked) {
        fail(
            new IOException(
                "the node at " + channel.remoteAddress() + " does not answer any more"));
      } else {
        asked = true;
        enqueue(Request.newBuilder().setHello(hello));
      }
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    Throwable failure = TlsFaults.describe(thrown);
    IOException reason = failure instanceof IOException io ? io : new IOException(failure);
    cause = reason;
    if (reason instanceof RefusedException refusal) {
      Refuser.refuse(channel, refusal);
    } else {
      channel.close();
    }
  }

  /** By any thread. */
  private void fail(IOException reason) {
    channel
        .eventLoop()
        .execute(
            () -> {
              cause = reason;
              channel.close();
            });
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    broken = cause;
    pending.keySet().forEach(id -> complete(id, null));
    closed.complete(null);
    context.fireChannelInactive();
  }

  @Override
  public ServerHello server() {
    return server;
  }

  @Override
  public boolean isOpen() {
    return broken == null && channel.isActive();
  }

  @Override
  public CompletableFuture<Void> closed() {
    return closed.copy();
  }

  @Override
  public void close() {
    channel.close();
  }
}
