package io.zabdb.faults.workload;

import com.google.protobuf.ByteString;
import io.zabdb.client.ZabClient;
import io.zabdb.client.net.RpcConnector;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.ring.Ring;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Scan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/**
 * Clients that each read registers from one node and no other, whoever leads: a leader that has
 * been deposed and does not know must not answer them. A node that follows refuses.
 */
final class DirectReads implements Activity, AutoCloseable {

  private static final long TIMEOUT_SECONDS = 20;

  private final Registers registers;
  private final List<String> addresses;
  private final RpcConnector connector;
  private final RpcConnection[] connections;
  private final Ring ring;

  /** Makes clients for all nodes; the cluster must serve. */
  DirectReads(Cluster cluster, Registers registers) {
    this.registers = registers;
    addresses =
        cluster.nodes().stream()
            .map(node -> cluster.network().client(node.id()).toString())
            .toList();
    connections = new RpcConnection[addresses.size()];
    ClientHello hello =
        ClientHello.newBuilder().setCluster(cluster.id().toString()).setSoftware("faults").build();
    connector = new RpcConnector(hello, 1, 1, null);
    try (ZabClient client = cluster.client().timeout(Waiting.PATIENCE).build()) {
      ring = ZabClient.await(client.admin().ring()).ring();
    }
  }

  @Override
  public boolean round(ZabClient unused, int number, RandomGenerator random) {
    int node = number % addresses.size();
    String key = registers.key(random);
    int id = registers.reads("direct-" + node, key);
    try {
      if (connections[node] == null || !connections[node].isOpen()) {
        connections[node] = within(connector.connect(addresses.get(node)));
      }
      Request.Builder request = random.nextBoolean() ? get(key) : scan(key);
      Response response = within(connections[node].send(request));
      if (response.hasCells()) {
        registers.hasRead(id, value(response));
        return true;
      }
    } catch (ExecutionException | TimeoutException e) {
      // It is down, or stands still.
      registers.hasNotRead(id);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    registers.hasNotRead(id);
    return false;
  }

  private static <T> T within(CompletableFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  private static Request.Builder request() {
    return Request.newBuilder().setTimeoutMillis((int) TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
  }

  private Request.Builder get(String key) {
    return request()
        .setGet(
            Get.newBuilder()
                .setPartition(partition(key))
                .setRow(ByteString.copyFromUtf8(key))
                .setFamily("default"));
  }

  /** The row as a page: nodes read pages in another way. */
  private Request.Builder scan(String key) {
    return request()
        .setScan(
            Scan.newBuilder()
                .setPartition(partition(key))
                .setRow(Scan.Row.newBuilder().setRow(ByteString.copyFromUtf8(key))));
  }

  private String partition(String key) {
    return ring.partitionOf(key.getBytes(StandardCharsets.UTF_8)).name();
  }

  private static String value(Response response) {
    return response.getCells().getCellsCount() == 0
        ? null
        : response.getCells().getCells(0).getValue().toStringUtf8();
  }

  @Override
  public void close() {
    connector.close();
  }
}
