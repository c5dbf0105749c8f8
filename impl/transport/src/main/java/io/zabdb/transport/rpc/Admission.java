package io.zabdb.transport.rpc;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a server has taken on. Thread-safe. */
final class Admission {

  private final RpcSettings settings;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  Admission(RpcSettings settings) {
    this.settings = settings;
  }

  /** Whether there is room for a connection; if so, it is to be given back. */
  boolean takeConnection() {
    if (connections.incrementAndGet() > settings.maxConnections()) {
      connections.decrementAndGet();
      return false;
    }
    return true;
  }

  void giveConnectionBack() {
    connections.decrementAndGet();
  }

  int connections() {
    return connections.get();
  }

  /** Whether there is room for a request of so many bytes; if so, they are to be given back. */
  boolean takeBytes(int request) {
    if (bytes.addAndGet(request) > settings.maxBytesUnderWay()) {
      bytes.addAndGet(-request);
      return false;
    }
    return true;
  }

  void giveBytesBack(int request) {
    bytes.addAndGet(-request);
  }
}
