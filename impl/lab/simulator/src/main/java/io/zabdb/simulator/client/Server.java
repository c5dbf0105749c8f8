package io.zabdb.simulator.client;

import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Request;

/** A machine, as those see it who connect to its node. Not thread-safe. */
public interface Server {

  /** Whether it has power, and so answers for closed ports. */
  boolean isHostUp();

  /** The process that takes connections; null: none does. Another object for each process. */
  Object process();

  /** Takes a request; only called while a process is there. */
  void take(Request request, Responder responder);
}
