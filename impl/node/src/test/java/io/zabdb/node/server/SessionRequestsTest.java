package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Roster;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NoOperation;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Update;
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

/** Sessions of clients at a node that remembers a thousand. */
@Timeout(120)
class SessionRequestsTest {

  private static final int MAX = 1_000;
  private static final int MIB = 1 << 20;

  private final MemoryBudget budget = MemoryBudget.builder(64 * MIB, 32 * MIB, 64 * MIB).build();

  @TempDir Path directory;
  private LoneNode node;
  private String partition;

  @BeforeEach
  void start() throws Exception {
    node = new LoneNode(directory, budget, "session-records", String.valueOf(MAX));
    partition = node.partition();
  }

  @AfterEach
  void close() {
    node.close();
  }

  private NodeStatus.Replica status() {
    return node.replica();
  }

  private Response ask(Request.Builder request) {
    return node.ask(request);
  }

  private Request.Builder update(long session, long seq, Long opened) {
    Change.Put put =
        Change.Put.newBuilder()
            .setFamily("default")
            .setValue(ByteString.copyFromUtf8("value"))
            .build();
    Update.Builder update =
        Update.newBuilder()
            .setPartition(partition)
            .setSession(session)
            .setSeq(seq)
            .setRowMutation(
                RowMutation.newBuilder()
                    .setRow(ByteString.copyFromUtf8("row"))
                    .addChanges(Change.newBuilder().setPut(put)));
    if (opened != null) {
      update.setOpened(opened);
    }
    return Request.newBuilder().setUpdate(update);
  }

  /** The time that a node tells somebody who has not opened a session. */
  private long open() {
    Error error = ask(update(1, 1, null)).getError();
    assertEquals(ErrorCode.NOT_OPENED, error.getCode());
    assertFalse(error.getMayHaveHappened());
    return error.getTime();
  }

  private static void assertTooOld(Response response, boolean mayHaveHappened) {
    assertEquals(ErrorCode.TOO_OLD, response.getError().getCode(), response::toString);
    assertEquals(mayHaveHappened, response.getError().getMayHaveHappened());
  }

  @Test
  void anUpdateSaysWhenItsSessionWasOpened() {
    assertEquals(0, open());
    assertTrue(ask(update(1, 1, 0L)).hasUpdated());
    long now = open();
    assertTrue(now > 1_700_000_000_000L, now + " ms");
    assertTrue(ask(update(2, 1, now)).hasUpdated());
    assertTooOld(ask(update(3, 1, now + 86_400_000)), false);
    assertEquals(2, status().getSessions());
    assertEquals(0, status().getSessionFloorMillis());
    Update.Builder nothing =
        Update.newBuilder()
            .setPartition(partition)
            .setSession(4)
            .setSeq(1)
            .setNoOperation(NoOperation.getDefaultInstance());
    assertTrue(ask(Request.newBuilder().setUpdate(nothing)).hasUpdated());
    assertTrue(budget.account(Purpose.SESSIONS).used() > 0);
  }

  @Test
  void theSessionOfTheGroupItselfIsRefused() {
    Error error = ask(update(Roster.SESSION, 1, 0L)).getError();
    assertEquals(ErrorCode.INVALID_ARGUMENT, error.getCode());
    assertFalse(error.getMayHaveHappened());
    assertTrue(error.getMessage().startsWith("session " + Roster.SESSION), error.getMessage());
    assertEquals(0, status().getSessions());
  }

  @Test
  void sessionsThatAreTooManyAreForgottenAndNothingIsDoneTwice() {
    Response first = ask(update(1, 1, 0L));
    assertEquals(first.getUpdated().getVersion(), ask(update(1, 1, 0L)).getUpdated().getVersion());
    long session = 1;
    for (int i = 0; i < 12; i++) {
      long opened = open();
      List<CompletableFuture<Response>> answers = new ArrayList<>();
      while (answers.size() < 250) {
        session++;
        answers.add(node.connection().send(update(session, 1, opened)));
      }
      answers.forEach(answer -> answer.orTimeout(60, TimeUnit.SECONDS).join());
      assertTrue(status().getSessions() <= MAX, status()::toString);
    }
    assertTrue(status().getSessionFloorMillis() > 0);
    // The log has it, but what came of it nobody knows.
    assertTooOld(ask(update(1, 1, 0L)), true);
    assertTooOld(ask(update(1, 2, 0L)), false);
    assertTooOld(ask(update(session + 1, 1, 0L)), false);
  }
}
