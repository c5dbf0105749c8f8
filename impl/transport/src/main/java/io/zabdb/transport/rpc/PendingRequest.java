package io.zabdb.transport.rpc;

import io.zabdb.transport.wire.Response;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A request that waits for its response. */
final class PendingRequest implements Responder {

  private static final AtomicIntegerFieldUpdater<PendingRequest> ANSWERED =
      AtomicIntegerFieldUpdater.newUpdater(PendingRequest.class, "answered");

  private final ServerConnection connection;
  private final long id;
  private final int bytes;
  private volatile int answered;

  PendingRequest(ServerConnection connection, long id, int bytes) {
    this.connection = connection;
    this.id = id;
    this.bytes = bytes;
  }

  @Override
  public void respond(Response.Builder response) {
    if (ANSWERED.compareAndSet(this, 0, 1)) {
      connection.answer(response.setId(id).build(), bytes);
    }
  }
}
