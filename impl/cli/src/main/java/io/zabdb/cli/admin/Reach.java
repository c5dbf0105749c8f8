package io.zabdb.cli.admin;

import io.zabdb.client.net.Addresses;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Whether a process listens at an address. */
final class Reach {

  private static final int MILLIS = 1_000;

  private Reach() {}

  /**
   * Whether the machine says that no process listens there; silence says nothing.
   *
   * @param address HOST:PORT; one that is none, or whose host is not known, is not refused
   */
  static boolean isRefused(String address) {
    try {
      connect(address);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Why no connection can be made there, in words; empty if one can be made. */
  static String problem(String address) {
    try {
      connect(address);
      return "";
    } catch (IOException e) {
      return "cannot connect to " + address + ": " + e.getMessage();
    }
  }

  private static void connect(String address) throws IOException {
    InetSocketAddress parsed = Addresses.parse(address);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(parsed.getHostString(), parsed.getPort()), MILLIS);
    }
  }
}
