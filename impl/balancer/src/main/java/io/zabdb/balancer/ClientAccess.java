package io.zabdb.balancer;

import io.zabdb.client.ZabClient;
import io.zabdb.client.admin.ClusterAdmin;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Over the network, in real time. */
record ClientAccess(ZabClient client) implements StoreAccess {

  @Override
  public ClusterAdmin admin() {
    return client.admin();
  }

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    return ZabClient.await(answer);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }
}
