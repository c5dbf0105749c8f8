package io.zabdb.node.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.zabdb.environment.Loop;
import io.zabdb.net.socket.Loops;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NettyLoopTest {

  private final EventLoopGroup group = Loops.create("test", 1);
  private final Loop loop = new NettyLoop(group.next());

  @AfterEach
  void end() {
    group.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void actionsRunInOrderAndAtOnceFromInside() {
    assertFalse(loop.isInside());
    CompletableFuture<List<String>> done = new CompletableFuture<>();
    loop.run(
        () -> {
          List<String> order = new ArrayList<>();
          loop.execute(() -> order.add("soon"));
          loop.run(() -> order.add("at once"));
          assertTrue(loop.isInside());
          loop.execute(() -> done.complete(order));
        });
    assertEquals(List.of("at once", "soon"), done.join());
  }

  @Test
  void whatIsCancelledDoesNotRun() {
    CompletableFuture<List<String>> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          List<String> order = new ArrayList<>();
          loop.schedule(0, () -> order.add("cancelled")).cancel();
          loop.schedule(0, () -> order.add("due"));
          loop.schedule(TimeUnit.MILLISECONDS.toNanos(1), () -> done.complete(order));
        });
    assertEquals(List.of("due"), done.join());
  }

  @Test
  void behindItsEndNothingHappens() {
    end();
    loop.execute(() -> {});
    loop.schedule(1, () -> {}).cancel();
  }
}
