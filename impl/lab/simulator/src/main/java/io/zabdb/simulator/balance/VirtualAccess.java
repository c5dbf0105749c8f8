package io.zabdb.simulator.balance;

import io.zabdb.balancer.StoreAccess;
import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.client.call.Results;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A store as a balancer reaches it that runs in a process in virtual time: what it waits for is an
 * event of the process's loop.
 */
record VirtualAccess(ClusterAdmin admin, Clock clock, Loop loop, WaitingThread thread)
    implements StoreAccess {

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    if (!answer.isDone()) {
      answer.whenComplete((value, failure) -> loop.execute(thread::goOn));
      thread.await();
    }
    return Results.await(answer);
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public void pause(Duration time) {
    loop.schedule(time.toNanos(), thread::goOn);
    thread.await();
  }
}
