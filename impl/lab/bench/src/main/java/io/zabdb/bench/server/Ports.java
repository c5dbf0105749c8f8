package io.zabdb.bench.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports of the loopback interface that nobody uses, and gives none twice. */
public final class Ports {

  /** Below the ports that systems give to outgoing connections, which would come and go. */
  private static final int FIRST = 10_000;

  private static final int LAST = 32_000;

  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** A port that was given to nobody yet. */
  public static synchronized int next() throws IOException {
    for (int tries = 0; tries < LAST; tries++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (isFree(port) && GIVEN.add(port)) {
        return port;
      }
    }
    throw new IOException("no free port from " + FIRST + " to " + LAST);
  }

  /** Whether a server listens on a port of the loopback interface. */
  public static boolean isServed(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
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
