package io.zabdb.rpc;

import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A request that waits for its response. */
final class PendingRequest implements Responder {

  private static final AtomicIntegerFieldUpdater<PendingRequest> ANSWERED =
      AtomicIntegerFieldUpdater.newUpdater(PendingRequest.class, "answered");

  private final ServerConnection connection;
  private final long id;
  private final RequestCharge charge;
  private final long until;

  @SuppressWarnings("UnusedVariable") // by its updater
  private volatile int answered;

  /** Taken for the answer; guarded by this. */
  private long reserved;

  /** Whether that is counted among the large answers of the connection. */
  private boolean large;

  /**
   * @param charge what is taken for the request itself
   */
  PendingRequest(
      ServerConnection connection, Request request, RequestCharge charge, long patienceMillis) {
    this.connection = connection;
    this.id = request.getId();
    this.charge = charge;
    long millis =
        request.getTimeoutMillis() == 0
            ? patienceMillis
            : Integer.toUnsignedLong(request.getTimeoutMillis());
    until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public void respond(Response.Builder response) {
    if (ANSWERED.compareAndSet(this, 0, 1)) {
      charge.give();
      connection.answer(response.setId(id).build(), this);
    }
  }

  @Override
  public boolean tryReserve(long bytes) {
    release();
    boolean isLarge = bytes > Admission.LARGE;
    boolean taken =
        isLarge
            ? connection.largeAnswers().tryTake(bytes)
            : connection.admission().answers(bytes).tryTake(bytes);
    if (taken) {
      hold(bytes, isLarge);
    }
    return taken;
  }

  private synchronized void hold(long bytes, boolean isLarge) {
    reserved = bytes;
    large = isLarge;
  }

  @Override
  public void reserve(long bytes, Runnable granted, Runnable givenUp) {
    release();
    if (bytes > connection.admission().answers(Long.MAX_VALUE).limit()) {
      givenUp.run();
      return;
    }
    LargeAnswers.AnswerWait wait =
        connection.largeAnswers().whenRoom(bytes, () -> granted(bytes, granted), givenUp);
    connection.expire(wait, until - System.nanoTime());
  }

  private void granted(long bytes, Runnable then) {
    hold(bytes, true);
    then.run();
  }

  @Override
  public boolean isAbandoned() {
    return !connection.isOpen() || System.nanoTime() - until > 0;
  }

  /** Gives back what was taken for an answer. */
  void release() {
    long bytes;
    boolean wasLarge;
    synchronized (this) {
      bytes = reserved;
      wasLarge = large;
      reserved = 0;
    }
    give(wasLarge, bytes);
  }

  /** The answer has so many bytes: they are taken now, whatever was taken before. */
  void settle(long bytes) {
    long more;
    boolean isLarge;
    synchronized (this) {
      if (reserved == 0) {
        large = bytes > Admission.LARGE;
      }
      isLarge = large;
      more = bytes - reserved;
      reserved = bytes;
    }
    if (more < 0) {
      give(isLarge, -more);
    } else if (isLarge) {
      connection.largeAnswers().take(more);
    } else {
      connection.admission().answers(0).take(more);
    }
  }

  private void give(boolean isLarge, long bytes) {
    if (bytes == 0) {
      return;
    }
    if (isLarge) {
      connection.largeAnswers().give(bytes);
    } else {
      connection.admission().answers(0).give(bytes);
    }
  }
}
