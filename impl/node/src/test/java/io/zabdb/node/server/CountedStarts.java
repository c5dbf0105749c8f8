package io.zabdb.node.server;

import io.zabdb.node.api.Starts;
import java.util.concurrent.atomic.AtomicLong;

/** The starts of a node without an identity. */
final class CountedStarts implements Starts {

  private final long process;
  private final AtomicLong last;

  CountedStarts(long process) {
    this.process = process;
    last = new AtomicLong(process);
  }

  @Override
  public long ofProcess() {
    return process;
  }

  @Override
  public long another() {
    return last.incrementAndGet();
  }
}
