package io.zabdb.simulator.client;

import io.zabdb.rpc.Responder;

/** Takes the answer of a node, for which there is always room. */
public abstract class AnswerTaker implements Responder {

  @Override
  public final boolean tryReserve(long bytes) {
    return true;
  }

  @Override
  public final void reserve(long bytes, Runnable granted, Runnable givenUp) {
    granted.run();
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }
}
