package io.zabdb.node.process;

import io.zabdb.node.config.Address;
import io.zabdb.node.config.NetworkConfig;
import io.zabdb.node.config.NodeConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Where a node may listen, and whether it can. */
final class ListenRule {

  private final NodeConfig config;
  private final NetworkConfig network;

  ListenRule(NodeConfig config) {
    this.config = config;
    network = config.network();
  }

  /**
   * Checks the certificates and all ports.
   *
   * @throws StartRefusedException if the certificates cannot be used, or a port is reached from
   *     outside without need of a certificate, is taken, or not one of this machine
   */
  void check() throws StartRefusedException {
    checkCertificates();
    check("client-port", "host", network.client());
    check("peer-port", "host", network.peer());
    check("http-port", "http-host", network.http());
  }

  private void checkCertificates() throws StartRefusedException {
    try {
      config.loadTls();
    } catch (IOException e) {
      throw new StartRefusedException(
          ExitCode.MISCONFIGURED, "the certificates cannot be used: " + e.getMessage(), e);
    }
  }

  private void check(String port, String host, Address address) throws StartRefusedException {
    InetAddress resolved = resolve(host, address);
    boolean safe = resolved.isLoopbackAddress() || network.tls().isPresent() || network.insecure();
    if (!safe) {
      throw new StartRefusedException(
          ExitCode.MISCONFIGURED,
          "the node does not listen on "
              + address
              + " ("
              + host
              + ") without encryption: give tls-certificate, tls-key and tls-trusted, or insecure"
              + " if everyone who reaches it may read and write everything");
    }
    checkFree(port, address, resolved);
  }

  private static InetAddress resolve(String host, Address address) throws StartRefusedException {
    try {
      return InetAddress.getByName(address.host());
    } catch (UnknownHostException e) {
      throw new StartRefusedException(
          ExitCode.UNAVAILABLE,
          "option " + host + " is '" + address.host() + "', which has no address",
          e);
    }
  }

  private static void checkFree(String port, Address address, InetAddress resolved)
      throws StartRefusedException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(resolved, address.port()));
    } catch (IOException e) {
      throw new StartRefusedException(
          ExitCode.UNAVAILABLE,
          "the node cannot listen on " + address + " (" + port + "): " + e.getMessage(),
          e);
    }
  }
}
