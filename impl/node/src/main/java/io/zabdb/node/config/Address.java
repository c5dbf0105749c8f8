package io.zabdb.node.config;

import java.net.InetSocketAddress;

/**
 * A place on the network.
 *
 * @param host a name or an IP address, IPv6 without brackets
 * @param port 0 to 65535; 0 where any free port will do
 */
public record Address(String host, int port) {

  /** The highest port. */
  public static final int MAX = 65_535;

  public Address {
    if (host.isEmpty() || port < 0 || port > MAX) {
      throw new IllegalArgumentException(
          "an address is HOST:PORT with a port from 0 to " + MAX + ", not " + host + ":" + port);
    }
  }

  /**
   * Reads {@code HOST:PORT} or {@code [IPV6]:PORT}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static Address parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException("an IPv6 address stands in brackets: " + text);
    }
    String port = text.substring(colon + 1);
    if (host.isBlank() || !port.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException("not HOST:PORT: " + text);
    }
    return new Address(host, Integer.parseInt(port));
  }

  /** Looks the host up, which may take seconds. */
  public InetSocketAddress resolve() {
    return new InetSocketAddress(host, port);
  }

  /** With a host that was not looked up: for an event loop, which must not wait for that. */
  public InetSocketAddress unresolved() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
