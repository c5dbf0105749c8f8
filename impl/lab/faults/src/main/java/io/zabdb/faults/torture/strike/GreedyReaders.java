package io.zabdb.faults.torture.strike;

import com.google.protobuf.ByteString;
import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Clients that ask for far more than fits into the memory of a node, all at once. */
public final class GreedyReaders implements Strike {

  private static final int VALUE_BYTES = 100 << 10;
  private static final int CONNECTIONS = 8;
  private static final int GETS_EACH = 800;
  private static final long PATIENCE_SECONDS = 60;

  @Override
  public String name() {
    return "clients ask for more than memory holds";
  }

  @Override
  public Blow begin(Victim victim) throws Exception {
    Cluster cluster = victim.cluster();
    byte[] row = "greedy".getBytes(StandardCharsets.UTF_8);
    try (ZabClient client = cluster.client().build()) {
      ZabClient.await(client.put("greedy", "x".repeat(VALUE_BYTES)));
    }
    int answered = 0;
    int refused = 0;
    try (RawClient raw = new RawClient(cluster)) {
      Request.Builder get =
          Request.newBuilder()
              .setTimeoutMillis((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))
              .setGet(
                  Get.newBuilder()
                      .setPartition(raw.partition(row))
                      .setRow(ByteString.copyFrom(row))
                      .setFamily("default"));
      ClusterNode leader = cluster.awaitLeader();
      List<CompletableFuture<Response>> asked = new ArrayList<>();
      for (int number = 0; number < CONNECTIONS; number++) {
        RpcConnection connection = raw.connect(leader);
        for (int i = 0; i < GETS_EACH; i++) {
          asked.add(connection.send(get.clone()));
        }
      }
      for (CompletableFuture<Response> each : asked) {
        Response response = each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        answered += response.hasCells() ? 1 : 0;
        refused += response.hasError() ? 1 : 0;
      }
    }
    if (answered == 0) {
      throw new AssertionError("none of " + refused + " reads was answered");
    }
    return new Blow(Set.of(), answered + " answered, " + refused + " refused", () -> {});
  }
}
