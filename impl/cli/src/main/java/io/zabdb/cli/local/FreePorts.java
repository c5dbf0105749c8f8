package io.zabdb.cli.local;

import io.zabdb.node.config.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports of the loopback interface that nobody uses, and those that somebody does. */
final class FreePorts {

  /** Below the ports that systems give to outgoing connections, which would come and go. */
  private static final int FIRST = 10_000;

  private static final int LAST = 32_000;

  /** Processes look in different parts: of what two find, neither may have been taken yet. */
  private static final int PARTS = 8;

  private static final int PART = (LAST - FIRST) / PARTS;

  /** A process that was killed is gone a moment before its ports are free. */
  private static final Duration MOMENT = Duration.ofSeconds(3);

  private static final int POLL_MILLIS = 20;

  private FreePorts() {}

  /**
   * Some ports, next to each other where possible. They start at random, so that clusters that are
   * down keep theirs.
   */
  static List<Integer> find(int count) throws IOException {
    int part = (int) (ProcessHandle.current().pid() % PARTS);
    int start = FIRST + part * PART + ThreadLocalRandom.current().nextInt(PART);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < LAST - FIRST && found.size() < count; i++) {
      int port = FIRST + (start - FIRST + i) % (LAST - FIRST);
      if (isFree(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        found.add(port);
      }
    }
    if (found.size() < count) {
      throw new IOException("no " + count + " free ports from " + FIRST + " to " + LAST);
    }
    return found;
  }

  /** One of some addresses where nobody can listen now, nor a moment later. */
  static Optional<Address> taken(List<Address> wanted) throws InterruptedException {
    long deadline = System.nanoTime() + MOMENT.toNanos();
    for (Address address : wanted) {
      while (!isFree(address.resolve())) {
        if (System.nanoTime() > deadline) {
          return Optional.of(address);
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
    return Optional.empty();
  }

  private static boolean isFree(InetSocketAddress address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
