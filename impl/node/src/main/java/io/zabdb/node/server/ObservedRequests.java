package io.zabdb.node.server;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.node.metrics.RequestKind;
import io.zabdb.node.metrics.RequestOutcome;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Counts and times requests, and turns them away once the node is stopping. Thread-safe. */
final class ObservedRequests implements RequestHandler {

  private final RequestHandler handler;
  private final NodeMetrics metrics;
  private final AtomicLong underWay = new AtomicLong();
  private final Object idle = new Object();
  private volatile boolean stopping;

  ObservedRequests(RequestHandler handler, NodeMetrics metrics) {
    this.handler = handler;
    this.metrics = metrics;
  }

  @Override
  public void handle(Request request, Responder responder) {
    if (stopping) {
      responder.respond(Errors.of(ErrorCode.UNAVAILABLE, "the node is stopping"));
      return;
    }
    underWay.incrementAndGet();
    Observed observed = new Observed(kindOf(request), responder);
    try {
      handler.handle(request, observed);
    } catch (RuntimeException e) {
      // Whoever called answers it.
      observed.end(RequestOutcome.FAILED, () -> {});
      throw e;
    }
  }

  private static RequestKind kindOf(Request request) {
    if (request.getForward()) {
      return RequestKind.FORWARDED;
    }
    return switch (request.getBodyCase()) {
      case UPDATE -> RequestKind.UPDATE;
      case GET ->
          kindOf(request.getGet().getStale(), request.getGet().getSpread(), RequestKind.GET);
      case SCAN ->
          kindOf(request.getScan().getStale(), request.getScan().getSpread(), RequestKind.SCAN);
      case GET_READ_POINT -> RequestKind.READ_POINT;
      case TELL_GROUP, OFFER_FILES, OFFER_STORE, READ_FILE, FIND_BASE, GET_WHOLE ->
          RequestKind.MOVE;
      default -> RequestKind.ADMIN;
    };
  }

  private static RequestKind kindOf(boolean stale, boolean spread, RequestKind usual) {
    if (stale) {
      return RequestKind.STALE_READ;
    }
    return spread ? RequestKind.SPREAD_READ : usual;
  }

  private static RequestOutcome outcomeOf(Response.Builder response) {
    if (!response.hasError()) {
      return RequestOutcome.OK;
    }
    return switch (WireErrors.code(response.getError())) {
      case OVERLOADED -> RequestOutcome.OVERLOADED;
      case NOT_LEADER, WRONG_OWNER -> RequestOutcome.REDIRECTED;
      case NO_QUORUM, UNAVAILABLE -> RequestOutcome.UNAVAILABLE;
      case TIMEOUT -> RequestOutcome.ABANDONED;
      case CORRUPT, DISK_FULL, INTERNAL, IO -> RequestOutcome.FAILED;
      case INVALID_ARGUMENT,
          TOO_LARGE,
          NOT_FOUND,
          STALE,
          TOO_OLD,
          NOT_OPENED,
          WRONG_CLUSTER,
          FORBIDDEN,
          ALREADY_EXISTS,
          UNREACHABLE,
          CLOSED ->
          RequestOutcome.REFUSED;
    };
  }

  /** How many requests wait for their answers. */
  long underWay() {
    return underWay.get();
  }

  /** Takes no new requests, and waits at most this long for those under way. */
  void stop(Duration limit) throws InterruptedException {
    stopping = true;
    long deadline = System.nanoTime() + limit.toNanos();
    synchronized (idle) {
      while (underWay.get() > 0 && System.nanoTime() < deadline) {
        idle.wait(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
      }
    }
  }

  private final class Observed implements Responder {

    private final RequestKind kind;
    private final Responder responder;
    private final long since = System.nanoTime();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    Observed(RequestKind kind, Responder responder) {
      this.kind = kind;
      this.responder = responder;
    }

    @Override
    public void respond(Response.Builder response) {
      end(outcomeOf(response), () -> responder.respond(response));
    }

    /** It is under way no longer, once it is answered; what comes later does not count. */
    void end(RequestOutcome outcome, Runnable answer) {
      boolean isFirst = !hasEnded.getAndSet(true);
      if (isFirst) {
        // Whoever hears the answer may look.
        metrics.answered(kind, outcome, System.nanoTime() - since);
      }
      answer.run();
      if (isFirst && underWay.decrementAndGet() == 0 && stopping) {
        synchronized (idle) {
          idle.notifyAll();
        }
      }
    }

    @Override
    public boolean tryReserve(long bytes) {
      return responder.tryReserve(bytes);
    }

    @Override
    public void reserve(long bytes, Runnable granted, Runnable givenUp) {
      responder.reserve(bytes, granted, givenUp);
    }

    @Override
    public boolean isAbandoned() {
      return responder.isAbandoned();
    }
  }
}
