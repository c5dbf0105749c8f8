package io.zabdb.cli.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports of the loopback interface that nobody uses. */
final class FreePorts {

  /** Below the ports that systems give to outgoing connections, which would come and go. */
  private static final int FIRST = 10_000;

  private static final int LAST = 32_000;

  /** Processes look in different parts: of what two find, neither may have been taken yet. */
  private static final int PARTS = 8;

  private static final int PART = (LAST - FIRST) / PARTS;

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
      if (isFree(port)) {
        found.add(port);
      }
    }
    if (found.size() < count) {
      throw new IOException("no " + count + " free ports from " + FIRST + " to " + LAST);
    }
    return found;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
