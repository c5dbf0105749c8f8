package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zabdb.environment.threads.SystemClock;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.Completing;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.data.StorageException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What operators are told of a change of partitions, above all whether it may have happened. */
@Timeout(60)
class PartitionOutcomesTest {

  private static final int GROUP = 0;

  private final PostedNode node = new PostedNode(0, 100 << 20);
  private final PartitionRequests requests =
      new PartitionRequests(
          node.topology,
          new Errors(node.topology),
          new NodeHits(node.topology, SystemClock.INSTANCE),
          new Deadlines(node.timers));
  private final CompletableFuture<Void> asked = new CompletableFuture<>();
  private final CompletableFuture<Response> responded = new CompletableFuture<>();

  @AfterEach
  void close() {
    node.close();
  }

  private void ask() {
    requests.answer(
        asked,
        GROUP,
        new Completing(responded),
        done -> Response.newBuilder().setDone(Done.getDefaultInstance()));
  }

  private void fails(Exception failure, ErrorCode code, boolean mayHaveHappened) {
    ask();
    asked.completeExceptionally(failure);
    assertTold(code, mayHaveHappened);
  }

  private void assertTold(ErrorCode code, boolean mayHaveHappened) {
    Error error = responded.join().getError();
    assertEquals(code.number(), error.getCodeValue(), error.toString());
    assertEquals(mayHaveHappened, error.getMayHaveHappened(), error.toString());
  }

  @Test
  void whatIsDoneIsAnsweredAtOnce() {
    ask();
    assertFalse(responded.isDone());
    asked.complete(null);
    assertEquals(true, responded.join().hasDone());
  }

  @Test
  void whatWasRefusedHasNotHappened() {
    fails(new StorageException(ErrorCode.NOT_FOUND, "no such"), ErrorCode.NOT_FOUND, false);
  }

  @Test
  void whoeverDidNotLeadHasBegunNothing() {
    fails(new StorageException(ErrorCode.NOT_LEADER, "no"), ErrorCode.NO_QUORUM, false);
  }

  @Test
  void whatALostLeaderHasBegunMayGoOn() {
    ZabException lost = new ZabException(ErrorCode.UNAVAILABLE, "changed", true, null);
    fails(lost, ErrorCode.UNAVAILABLE, true);
  }

  @Test
  void whatNobodyWaitsForAnyLongerMayGoOn() {
    ask();
    node.timers.pass(TimeUnit.MINUTES.toNanos(10));
    assertTold(ErrorCode.TIMEOUT, true);
  }
}
