package io.zabdb.client.net;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of nodes as text: HOST:PORT, an IPv6 address in brackets. */
public final class Addresses {

  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)\\]|([^\\s,:/\\[\\]]+)):(\\d{1,5})");

  private static final int HIGHEST_PORT = 65_535;

  private Addresses() {}

  /**
   * Reads an address; its host is not looked up.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static InetSocketAddress parse(String address) {
    Matcher matcher = ADDRESS.matcher(address);
    int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : 0;
    if (port < 1 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException(
          "the address '" + address + "' is not HOST:PORT with a port from 1 to " + HIGHEST_PORT);
    }
    String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    return InetSocketAddress.createUnresolved(host, port);
  }

  /** Writes an address. */
  public static String format(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
