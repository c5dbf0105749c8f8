package io.zabdb.faults.hold;

import io.zabdb.client.net.RpcConnector;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Gets of 8 MB, 64 at a time. */
final class LargeGets implements Hold {

  private static final int AT_ONCE = 16;

  @Override
  public String name() {
    return "64 gets of 8 MB at a time";
  }

  @Override
  public int threads() {
    return 4;
  }

  @Override
  public void prepare(Site site) {
    Values.write(site, 0);
  }

  @Override
  public long round(Site site, int thread) throws InterruptedException {
    long count = 0;
    try (RpcConnector connector = site.connector()) {
      RpcConnection connection =
          connector.connect(site.leader().toString()).get(5, TimeUnit.SECONDS);
      List<CompletableFuture<Response>> answers = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        answers.add(connection.send(Values.get(site, 0).setTimeoutMillis(10_000)));
      }
      for (CompletableFuture<Response> each : answers) {
        each.get(10, TimeUnit.SECONDS);
        count++;
      }
    } catch (ExecutionException | TimeoutException e) {
      // The node has closed the connection, or serves others first.
      return count;
    }
    return count;
  }
}
