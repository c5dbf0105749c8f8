package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.zabdb.node.Completing;
import io.zabdb.node.Configs;
import io.zabdb.node.config.Address;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.rpc.wire.Update;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests passed on to a node whose answers the test gives. */
@Timeout(60)
class ForwarderTest {

  private static final int LEADER = 1;

  @TempDir Path directory;

  private final AtomicInteger count = new AtomicInteger();
  private final CompletableFuture<Response> answer = new CompletableFuture<>();
  private final EventLoop loop = new DefaultEventLoop();
  private Request.Builder sent;

  @AfterEach
  void end() {
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  private Response forward(Request request, CompletableFuture<RpcConnection> connection) {
    CompletableFuture<Response> responded = new CompletableFuture<>();
    Topology topology = new Topology(Configs.alone(directory));
    topology.learn(LEADER, new Address("127.0.0.1", 7));
    Forwarder forwarder =
        new Forwarder(
            new NodeLinks(topology, address -> connection, new NettyLoop(loop)),
            count::incrementAndGet);
    forwarder.forward(LEADER, request, false, new Completing(responded));
    return responded.orTimeout(30, TimeUnit.SECONDS).join();
  }

  private Response forward(Request request) {
    return forward(
        request,
        CompletableFuture.completedFuture(
            new ScriptedConnection(
                LEADER,
                sending -> {
                  sent = sending;
                  return answer.copy();
                })));
  }

  private static Request update(int timeoutMillis) {
    return Request.newBuilder()
        .setForward(true)
        .setTimeoutMillis(timeoutMillis)
        .setUpdate(Update.newBuilder().setSession(5).setSeq(7))
        .build();
  }

  @Test
  void sessionAndNumberGoAlongAndItIsCounted() {
    answer.complete(Response.newBuilder().setHello(ServerHello.newBuilder().setNode(1)).build());
    Response response = forward(update(1_000));
    assertEquals(1, response.getHello().getNode());
    assertEquals(5, sent.getUpdate().getSession());
    assertEquals(7, sent.getUpdate().getSeq());
    assertFalse(sent.getForward());
    assertEquals(1, count.get());
  }

  @Test
  void aLeaderThatDoesNotAnswerIsNotWaitedForLongerThanTheClientWaits() {
    Response response = forward(update(20));
    assertEquals(ErrorCode.TIMEOUT, response.getError().getCode());
    assertTrue(response.getError().getMayHaveHappened());
    assertTrue(response.getError().getMessage().contains("20 ms"), response::toString);
  }

  @Test
  void aConnectionThatBreaksLeavesTheOutcomeOfAnUpdateOpen() {
    answer.completeExceptionally(new IOException("reset"));
    Response response = forward(update(1_000));
    assertEquals(ErrorCode.UNAVAILABLE, response.getError().getCode());
    assertTrue(response.getError().getMayHaveHappened());
  }

  @Test
  void aLeaderThatCannotBeReachedIsNamedAndNothingHasHappened() {
    Response response =
        forward(update(1_000), CompletableFuture.failedFuture(new IOException("refused")));
    assertEquals(ErrorCode.UNAVAILABLE, response.getError().getCode());
    assertFalse(response.getError().getMayHaveHappened());
    assertTrue(response.getError().getMessage().contains("node 1"), response::toString);
  }
}
