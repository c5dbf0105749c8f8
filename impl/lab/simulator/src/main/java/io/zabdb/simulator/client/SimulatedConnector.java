package io.zabdb.simulator.client;

import io.zabdb.client.net.Addresses;
import io.zabdb.client.net.Connector;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.RpcConnection;
import java.util.concurrent.CompletableFuture;

/** Connects the production client over {@link Wires}. */
public final class SimulatedConnector implements Connector {

  /** Of node 0, where it listens for clients; the others follow. */
  public static final int FIRST_PORT = 7_000;

  private final Wires wires;
  private final int host;

  /**
   * @param host on which the client is
   */
  public SimulatedConnector(Wires wires, int host) {
    this.wires = wires;
    this.host = host;
  }

  @Override
  public CompletableFuture<RpcConnection> connect(String address) {
    return wires.connect(host, Addresses.parse(address).getPort() - FIRST_PORT);
  }

  static ZabException unreachable(String why) {
    return ZabException.of(ErrorCode.UNREACHABLE, why);
  }

  @Override
  public void close() {}
}
