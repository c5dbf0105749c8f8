package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.session.Retention;
import io.zabdb.core.step.Refusal;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.model.data.Bytes;
import io.zabdb.node.Completing;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.command.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients are told of an update, above all whether it may have happened. */
class UpdateOutcomesTest {

  private static final int GROUP = 0;

  private final PostedNode node = new PostedNode(0, 100 << 20);
  private final UpdateRequests requests =
      new UpdateRequests(
          node.topology,
          new Errors(node.topology),
          replica -> 1,
          Retention.FOREVER,
          100,
          new NodeHits(node.topology, SystemClock.INSTANCE));

  @AfterEach
  void close() {
    node.close();
  }

  private Response told(Consumer<UpdateCallback> outcome) {
    CompletableFuture<Response> responded = new CompletableFuture<>();
    outcome.accept(
        requests.answering(
            GROUP,
            new UpdateRequests.Encoded(new byte[5], List.of(7L), Bytes.of("row")),
            new Completing(responded)));
    return responded.getNow(Response.getDefaultInstance());
  }

  private void isSure(ErrorCode code, Consumer<UpdateCallback> outcome) {
    check(code, false, outcome);
  }

  private void isUnsure(ErrorCode code, Consumer<UpdateCallback> outcome) {
    check(code, true, outcome);
  }

  private void check(ErrorCode code, boolean mayHaveHappened, Consumer<UpdateCallback> outcome) {
    Error error = told(outcome).getError();
    assertEquals(code, error.getCode(), error.toString());
    assertEquals(mayHaveHappened, error.getMayHaveHappened(), error.toString());
  }

  @Test
  void whatWasNotBegunHasNotHappened() {
    isSure(ErrorCode.NO_QUORUM, told -> told.refused(Refusal.NOT_LEADER, -1));
    isSure(ErrorCode.OVERLOADED, told -> told.refused(Refusal.OVERLOADED, -1));
    isSure(ErrorCode.DISK_FULL, UpdateCallback::diskFull);
    isSure(ErrorCode.WRONG_OWNER, told -> told.notAdmitted("moved"));
    isSure(ErrorCode.INVALID_ARGUMENT, told -> told.apart("two partitions"));
  }

  @Test
  void whatAReplicaKnowsNoMoreOfMayHaveHappened() {
    isUnsure(ErrorCode.NO_QUORUM, UpdateCallback::unknown);
  }

  @Test
  void aConditionThatDidNotHoldIsNoError() {
    assertEquals(
        false, told(told -> told.answered(new Result.NotDone(), 3)).getUpdated().getDone());
    assertEquals(true, told(told -> told.answered(new Result.Nothing(), 3)).getUpdated().getDone());
  }
}
