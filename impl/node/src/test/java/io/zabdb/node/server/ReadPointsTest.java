package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.node.Configs;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.replica.ReadCallback;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.ReadPoint;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads of a replica that does not lead, with a leader whose answers the test gives. */
@Timeout(120)
class ReadPointsTest {

  private static final int MIB = 1 << 20;
  private static final int GROUP = 5;
  private static final int LEADER = 1;

  @TempDir Path directory;

  private final EventLoop loop = new DefaultEventLoop();
  private final List<CompletableFuture<Response>> questions = new ArrayList<>();
  private LoneNode node;
  private Topology topology;
  private ReadPoints points;

  @BeforeEach
  void start() throws Exception {
    node = new LoneNode(directory, MemoryBudget.builder(64 * MIB, 32 * MIB, 64 * MIB).build());
    topology = new Topology(Configs.alone(directory));
    topology.learn(new GroupConfig(GROUP, List.of(0, LEADER, 2)));
    topology.learn(LEADER, new Address("127.0.0.1", 7));
    topology.leads(GROUP, LEADER, 1);
    ScriptedConnection leader = new ScriptedConnection(LEADER, this::asked);
    points =
        new ReadPoints(
            topology,
            new NodeLinks(
                topology,
                address -> CompletableFuture.completedFuture(leader),
                new NettyLoop(loop)));
  }

  @AfterEach
  void end() {
    node.close();
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  private CompletableFuture<Response> asked(Request.Builder question) {
    assertEquals(GROUP, question.getGetReadPoint().getGroup());
    CompletableFuture<Response> answer = new CompletableFuture<>();
    questions.add(answer);
    return answer;
  }

  /** A read; what it comes to: "read", a refusal or a failure. */
  private CompletableFuture<Object> take() {
    CompletableFuture<Object> end = new CompletableFuture<>();
    points.take(
        GROUP,
        node.driver(0),
        new ReadCallback() {
          @Override
          public boolean isLong() {
            return false;
          }

          @Override
          public void read(Snapshot snapshot) {
            end.complete("read");
          }

          @Override
          public void refused(Refusal refusal, int leader) {
            end.complete(refusal);
          }

          @Override
          public void failed(RuntimeException cause) {
            end.complete(cause);
          }
        });
    return end;
  }

  private static Response point(long index) {
    return Response.newBuilder().setReadPoint(ReadPoint.newBuilder().setIndex(index)).build();
  }

  private static void assertUnavailable(CompletableFuture<Object> read) {
    StorageException failure = (StorageException) read.join();
    assertEquals(ErrorCode.UNAVAILABLE, failure.code());
    assertTrue(failure.getMessage().contains("node " + LEADER), failure.getMessage());
  }

  @Test
  void aReadIsServedBehindThePointOfTheLeader() {
    CompletableFuture<Object> read = take();
    assertEquals(1, questions.size());
    assertFalse(read.isDone());
    questions.get(0).complete(point(1));
    assertEquals("read", read.join());
  }

  /** What was written since the question was put is theirs to see. */
  @Test
  void readsThatComeMeanwhileShareTheNextQuestion() {
    CompletableFuture<Object> first = take();
    CompletableFuture<Object> second = take();
    CompletableFuture<Object> third = take();
    assertEquals(1, questions.size());
    questions.get(0).complete(point(1));
    assertEquals("read", first.join());
    assertEquals(2, questions.size());
    assertFalse(second.isDone() || third.isDone());
    questions.get(1).complete(point(1));
    assertEquals("read", second.join());
    assertEquals("read", third.join());
    assertEquals(2, questions.size());
  }

  @Test
  void aQuestionInVainIsTheEndOfItsReadsAndNotOfTheNext() {
    CompletableFuture<Object> first = take();
    CompletableFuture<Object> second = take();
    questions.get(0).completeExceptionally(new IOException("reset"));
    assertUnavailable(first);
    assertFalse(second.isDone());
    questions.get(1).complete(WireErrors.response(ErrorCode.NO_QUORUM, "nobody leads").build());
    assertUnavailable(second);
    CompletableFuture<Object> later = take();
    questions.get(2).complete(point(1));
    assertEquals("read", later.join());
  }

  @Test
  void aLeaderThatSaysNothingIsNotWaitedForWithoutEnd() {
    assertUnavailable(take());
  }

  @Test
  void withoutALeaderNobodyIsAsked() {
    topology.leads(GROUP, -1, 2);
    assertEquals(Refusal.NOT_LEADER, take().join());
    assertEquals(List.of(), questions);
  }

  @Test
  void aReplicaThatLeadsReadsAsLeadersDo() {
    topology.leads(GROUP, 0, 2);
    assertEquals("read", take().join());
    assertEquals(List.of(), questions);
  }
}
