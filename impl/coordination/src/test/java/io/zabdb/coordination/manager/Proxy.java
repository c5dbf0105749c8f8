package io.zabdb.coordination.manager;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hands bytes on to the server, and back; or drops connections, or holds bytes back. */
final class Proxy implements AutoCloseable {

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private boolean cut;
  private boolean stalled;

  Proxy(int target) throws IOException {
    this.target = target;
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  synchronized void cut() {
    cut = true;
    sockets.forEach(Proxy::close);
    sockets.clear();
  }

  /** Connections stay, and nothing comes through. */
  synchronized void stall() {
    stalled = true;
  }

  synchronized void restore() {
    cut = false;
    stalled = false;
    notifyAll();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        connect(listening.accept());
      } catch (IOException e) {
        // Closed, or the server is away: the client sees a closed connection.
      }
    }
  }

  private synchronized void connect(Socket client) throws IOException {
    if (cut) {
      client.close();
      return;
    }
    sockets.add(client);
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(server);
      start(() -> copy(client, server));
      start(() -> copy(server, client));
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  private void copy(Socket from, Socket to) {
    try (from;
        to) {
      byte[] buffer = new byte[8_192];
      int length = from.getInputStream().read(buffer);
      while (length >= 0) {
        awaitFlow();
        to.getOutputStream().write(buffer, 0, length);
        length = from.getInputStream().read(buffer);
      }
    } catch (IOException e) {
      // Cut, or closed by one side: both are closed now.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitFlow() throws InterruptedException {
    while (stalled) {
      wait();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    restore();
    cut();
  }
}
