package io.zabdb.maelstrom.group;

import io.zabdb.environment.Loop;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Response;
import java.util.function.Consumer;

/**
 * Takes the response to a request; there is room for any. Thread-safe.
 *
 * @param loop on which {@code taker} is given the response
 */
record Answering(Loop loop, Consumer<Response> taker) implements Responder {

  @Override
  public void respond(Response.Builder response) {
    Response answer = response.build();
    loop.run(() -> taker.accept(answer));
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
