package io.zabdb.node;

import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Response;
import java.util.concurrent.CompletableFuture;

/** Keeps the answer. */
public record Completing(CompletableFuture<Response> responded) implements Responder {

  @Override
  public void respond(Response.Builder response) {
    responded.complete(response.build());
  }

  @Override
  public boolean tryReserve(long bytes) {
    return true;
  }

  @Override
  public void reserve(long bytes, Runnable granted, Runnable givenUp) {
    granted.run();
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }
}
