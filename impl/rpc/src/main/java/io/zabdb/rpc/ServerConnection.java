package io.zabdb.rpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.Purpose;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameWriter;
import io.zabdb.net.frame.OutboundRoom;
import io.zabdb.net.frame.Outbox;
import io.zabdb.net.frame.Printable;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.Refuser;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.tls.CertificateRoles;
import io.zabdb.net.tls.TlsFaults;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client's connection, at the node. Its state belongs to the event loop of its channel. */
final class ServerConnection extends SimpleChannelInboundHandler<Request> {

  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

  private final RpcServer server;
  private final Channel channel;
  private final Outbox outbox;
  private final RequestRoom room;
  private final LargeAnswers largeAnswers;
  private final AtomicInteger underWay = new AtomicInteger();
  private boolean greeted;
  private boolean refused;
  private Optional<CertificateRoles> roles = Optional.empty();

  ServerConnection(RpcServer server, Channel channel) {
    this.server = server;
    this.channel = channel;
    Admission admission = server.admission();
    this.outbox =
        new Outbox(
            channel, FrameKind.CLIENT, OutboundRoom.of(admission.account(Purpose.CLIENT_OUTBOUND)));
    this.room = new RequestRoom(admission, channel, patienceMillis(), this::readOrNot);
    this.largeAnswers = new LargeAnswers(admission);
    channel.closeFuture().addListener(closed -> largeAnswers.close());
  }

  private long patienceMillis() {
    return server.settings().slowClientTimeout().toMillis();
  }

  /** The memory for what this client sends. */
  RequestRoom room() {
    return room;
  }

  /** The large ones of its answers. */
  LargeAnswers largeAnswers() {
    return largeAnswers;
  }

  Admission admission() {
    return server.admission();
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  EventExecutor loop() {
    return channel.eventLoop();
  }

  /** Who does not say hello soon is closed. */
  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    var late =
        context
            .executor()
            .schedule(
                () -> {
                  if (!greeted) {
                    channel.close();
                  }
                },
                server.settings().connectTimeout().toMillis(),
                TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> late.cancel(false));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Request request) {
    if (refused) {
      return;
    }
    outbox.readingStarted();
    if (request.getBodyCase() == Request.BodyCase.HELLO) {
      greet(request);
    } else if (!greeted) {
      refuse(
          Reason.HELLO_EXPECTED,
          WireErrors.response(ErrorCode.INVALID_ARGUMENT, "the first request must be a hello")
              .setId(request.getId()));
    } else if (request.getBodyCase() == Request.BodyCase.BODY_NOT_SET) {
      answerAtOnce(
          request, ErrorCode.INVALID_ARGUMENT, "the request's body is not known to this node");
    } else {
      Optional<String> missing = Permissions.missing(roles, request.getBodyCase());
      if (missing.isPresent()) {
        answerAtOnce(
            request,
            ErrorCode.FORBIDDEN,
            request.getBodyCase()
                + " needs a certificate with the role "
                + missing.get()
                + "; this one names "
                + roles.orElseThrow());
      } else {
        admit(request);
      }
    }
  }

  /** The first hello opens the connection; those after it ask whether the node is there. */
  private void greet(Request request) {
    String wanted = request.getHello().getCluster();
    String own = server.hello().getCluster();
    if (!wanted.isEmpty() && !wanted.equals(own)) {
      refuse(
          Reason.WRONG_CLUSTER,
          WireErrors.response(
                  ErrorCode.WRONG_CLUSTER,
                  "the client wants cluster "
                      + Printable.text(wanted)
                      + ", this node is of cluster "
                      + own)
              .setId(request.getId()));
      return;
    }
    try {
      roles = server.roles().of(channel);
    } catch (RefusedException e) {
      refuse(
          e.reason(),
          WireErrors.response(ErrorCode.FORBIDDEN, e.getMessage()).setId(request.getId()));
      return;
    }
    greeted = true;
    room.greeted();
    admission().silent().remove(this);
    outbox.add(Response.newBuilder().setId(request.getId()).setHello(server.hello()).build());
  }

  private void admit(Request request) {
    int limit = server.settings().maxUnderWay();
    if (underWay.get() >= limit) {
      answerAtOnce(
          request,
          ErrorCode.OVERLOADED,
          limit + " requests of this connection are under way, which is the most");
      return;
    }
    RequestCharge charge = room.handOver();
    if (charge == null) {
      int bytes = request.getSerializedSize() + Admission.OVERHEAD;
      MemoryAccount account = admission().requests(request.getBodyCase(), bytes);
      if (!account.tryTake(bytes)) {
        answerAtOnce(
            request,
            ErrorCode.OVERLOADED,
            "requests of "
                + account.limit()
                + " bytes may be under way at this node, and there is no room for one of "
                + bytes);
        return;
      }
      charge = new RequestCharge(account, bytes);
    }
    underWay.incrementAndGet();
    handle(request, new PendingRequest(this, request, charge, patienceMillis()));
  }

  private void handle(Request request, PendingRequest pending) {
    try {
      server.handler().handle(request, pending);
    } catch (RuntimeException e) {
      LOG.error("handling a request of {} from {}", request.getBodyCase(), channel, e);
      pending.respond(WireErrors.response(ErrorCode.INTERNAL, "the node failed: " + e, true));
    }
  }

  /** By any thread, once for each request that was admitted. */
  void answer(Response response, PendingRequest request) {
    underWay.decrementAndGet();
    int bytes = response.getSerializedSize();
    int limit = server.settings().maxFrameBytes();
    Response written = bytes <= limit ? response : tooLarge(response.getId(), bytes, limit);
    request.settle(written.getSerializedSize() + Admission.OVERHEAD);
    outbox.add(written, request::release);
  }

  /** Ends a wait for room after so many nanoseconds. By any thread. */
  void expire(LargeAnswers.AnswerWait wait, long nanos) {
    try {
      wait.expiresBy(
          channel.eventLoop().schedule(wait::expire, Math.max(0, nanos), TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException e) {
      // The event loop has ended.
      wait.expire();
    }
  }

  /**
   * Closes the connection if the client does not read what it has asked for, or does not go on with
   * what it has begun to send. By the event loop.
   *
   * @return whether it was closed
   */
  boolean closeIfSlow(long nanos, long windowNanos, long least) {
    if (refused || !channel.isOpen()) {
      return false;
    }
    String what;
    if (outbox.pace().isTooSlow(nanos, windowNanos, least)) {
      what = "read less of its answers than ";
    } else if (room.pace().isTooSlow(nanos, windowNanos, least)) {
      what = "sent less of a request than ";
    } else {
      return false;
    }
    refused = true;
    server
        .refusals()
        .log(
            channel.remoteAddress(),
            new RefusedException(
                Reason.TOO_SLOW,
                "the client "
                    + what
                    + least
                    + " bytes in "
                    + TimeUnit.NANOSECONDS.toMillis(windowNanos)
                    + " ms, where others need the memory or the slow-client-timeout is over"));
    channel.close();
    return true;
  }

  private static Response tooLarge(long id, int bytes, int limit) {
    return WireErrors.response(
            ErrorCode.TOO_LARGE,
            "the response has " + bytes + " bytes, where " + limit + " is the most",
            true)
        .setId(id)
        .build();
  }

  private void answerAtOnce(Request request, ErrorCode code, String message) {
    outbox.add(WireErrors.response(code, message).setId(request.getId()).build());
  }

  private void refuse(Reason reason, Response.Builder response) {
    refused = true;
    server
        .refusals()
        .log(
            channel.remoteAddress(),
            new RefusedException(reason, response.getError().getMessage()));
    Response last = response.build();
    Refuser.closeAfter(
        channel,
        new FrameWriter(FrameKind.CLIENT)
            .write(channel.alloc(), List.of(last), FrameWriter.frameBytes(last)));
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    outbox.readingEnded();
    context.fireChannelReadComplete();
  }

  /** A client that does not read its responses is not read from. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    outbox.drain();
    readOrNot();
    context.fireChannelWritabilityChanged();
  }

  private void readOrNot() {
    if (!refused) {
      channel.config().setAutoRead(channel.isWritable() && !room.isWaiting());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent && underWay.get() == 0) {
      LOG.debug("{} was idle", channel);
      channel.close();
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    Loops.raiseIfError(channel, thrown);
    Throwable cause = TlsFaults.describe(thrown);
    if (cause instanceof RefusedException refusal) {
      refused = true;
      server.refusals().log(channel.remoteAddress(), refusal);
      Refuser.refuse(channel, refusal);
    } else {
      if (cause instanceof IOException) {
        LOG.debug("{} broke: {}", channel, cause.toString());
      } else {
        LOG.warn("{} failed", channel, cause);
      }
      channel.close();
    }
  }

  /**
   * Writes what has been answered, then closes. By any thread.
   *
   * @return done when it is closed
   */
  Future<?> close() {
    channel.eventLoop().execute(outbox::closeWhenWritten);
    return channel.closeFuture();
  }
}
