package io.zabdb.faults.network;

import io.zabdb.node.config.Address;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/**
 * Passes connections of one node on to another, as long as the gate lets it: bytes that come while
 * it is shut arrive later, as they would be sent again by TCP; so does the end of a connection. A
 * new connection needs both directions. Thread-safe.
 */
final class Relay implements Closeable {

  private static final int BUFFER = 16 << 10;

  private final int from;
  private final int to;
  private final Address target;
  private final Gate gate;
  private final Taps taps;
  private final ServerSocket server;
  private final Set<Socket> open = new HashSet<>();
  private boolean closed;

  /**
   * @param from the node that connects
   * @param to the node that is connected to
   * @param target where that one listens
   * @param taps hear what is passed on
   */
  Relay(int from, int to, Address target, Gate gate, Taps taps) throws IOException {
    this.from = from;
    this.to = to;
    this.target = target;
    this.gate = gate;
    this.taps = taps;
    server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  Address address() {
    return new Address("127.0.0.1", server.getLocalPort());
  }

  private void start(Runnable work) {
    Thread thread = new Thread(work, "relay-" + from + "-" + to);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket near = server.accept();
        if (register(near)) {
          start(() -> connect(near));
        }
      } catch (IOException e) {
        // Closed.
        return;
      }
    }
  }

  private void connect(Socket near) {
    try {
      if (gate.pass(from, to) && gate.pass(to, from)) {
        Socket far = new Socket(target.host(), target.port());
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        if (register(far)) {
          Tap requests = taps.requests(to);
          Tap answers = taps.answers(to);
          start(() -> pump(near, far, from, to, requests));
          start(() -> pump(far, near, to, from, answers));
          return;
        }
      }
    } catch (IOException e) {
      // Nobody listens there: the connection ends.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    forget(near);
  }

  private void pump(Socket source, Socket sink, int sender, int receiver, Tap tap) {
    byte[] buffer = new byte[BUFFER];
    try {
      int count = source.getInputStream().read(buffer);
      while (count >= 0 && gate.pass(sender, receiver)) {
        tap.hear(buffer, count);
        sink.getOutputStream().write(buffer, 0, count);
        count = source.getInputStream().read(buffer);
      }
      gate.pass(sender, receiver);
    } catch (IOException e) {
      // One side has ended: so does the connection, for the other side once it can hear of it.
      waitQuietly(sender, receiver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    forget(sink);
    forget(source);
  }

  private void waitQuietly(int sender, int receiver) {
    try {
      gate.pass(sender, receiver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean register(Socket socket) {
    if (closed) {
      forget(socket);
    } else {
      open.add(socket);
    }
    return !closed;
  }

  private synchronized void forget(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone in any case.
      return;
    }
  }

  /** Ends all connections that there are; what is held back of them is lost. */
  synchronized void breakAll() {
    Set.copyOf(open).forEach(this::forget);
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (this) {
      closed = true;
      breakAll();
    }
  }
}
