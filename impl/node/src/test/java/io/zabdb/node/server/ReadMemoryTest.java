package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.Area;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Scan;
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

/** Reads of a node whose memory for answers is small. */
@Timeout(120)
class ReadMemoryTest {

  private static final int MIB = 1 << 20;
  private static final int VALUE = 2 * MIB;

  /** For answers there are 5 MiB: two values. */
  private final MemoryBudget budget =
      MemoryBudget.builder(64 * MIB, 32 * MIB, 64 * MIB)
          .purpose(Purpose.LARGE_ANSWERS, 0, 5 * MIB)
          .build();

  private final MemoryAccount answers = budget.account(Purpose.LARGE_ANSWERS);

  @TempDir Path directory;
  private LoneNode node;
  private String partition;
  private long session;

  @BeforeEach
  void start() throws Exception {
    node = new LoneNode(directory, budget, "families", "default:10");
    partition = node.partition();
    assertEquals(Purpose.values().length, node.status().getMemoryCount());
  }

  @AfterEach
  void close() {
    node.close();
    assertEquals(0, answers.used(), () -> "not given back: " + budget.uses());
    assertEquals(0, budget.account(Purpose.ANSWERS).used());
    assertEquals(0, budget.used(Area.DIRECT));
    assertTrue(answers.highest() <= answers.limit(), () -> budget.uses().toString());
  }

  private Response ask(Request.Builder request) {
    return node.ask(request);
  }

  private void put(String row, int bytes) {
    Change.Put put =
        Change.Put.newBuilder()
            .setFamily("default")
            .setValue(ByteString.copyFrom(new byte[bytes]))
            .build();
    Response response =
        ask(
            Request.newBuilder()
                .setUpdate(
                    Update.newBuilder()
                        .setPartition(partition)
                        .setSession(++session)
                        .setSeq(1)
                        .setOpened(0)
                        .setRowMutation(
                            RowMutation.newBuilder()
                                .setRow(ByteString.copyFromUtf8(row))
                                .addChanges(Change.newBuilder().setPut(put)))));
    assertTrue(response.hasUpdated(), response::toString);
  }

  private Request.Builder get(String row, int versions) {
    return Request.newBuilder()
        .setGet(
            Get.newBuilder()
                .setPartition(partition)
                .setRow(ByteString.copyFromUtf8(row))
                .setFamily("default")
                .setVersions(versions));
  }

  @Test
  void manyGetsOfALargeValueWaitForRoom() {
    put("row", VALUE);
    List<CompletableFuture<Response>> asked = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      RpcConnection each = node.connect();
      for (int k = 0; k < 8; k++) {
        asked.add(each.send(get("row", 1).setTimeoutMillis(60_000)));
      }
    }
    for (CompletableFuture<Response> each : asked) {
      Response response = each.orTimeout(60, TimeUnit.SECONDS).join();
      assertEquals(
          VALUE, response.getCells().getCells(0).getValue().size(), response.getError()::toString);
    }
    assertTrue(answers.highest() > 2 * VALUE, "never two at once: this proves little");
  }

  @Test
  void versionsThatTogetherAreTooLargeAreRefusedWithTheLimit() {
    for (int i = 0; i < 4; i++) {
      put("row", VALUE);
    }
    assertEquals(2, ask(get("row", 2)).getCells().getCellsCount());
    Response response = ask(get("row", 4));
    assertEquals(ErrorCode.TOO_LARGE, response.getError().getCode(), response::toString);
    assertTrue(
        response.getError().getMessage().contains(Integer.toString(5 * MIB)),
        response.getError()::getMessage);
  }

  @Test
  void scansComeInPagesThatFit() {
    for (int i = 0; i < 4; i++) {
      put("large-" + i, VALUE);
      put("small-" + i, 300_000);
    }
    ByteString after = ByteString.EMPTY;
    int cells = 0;
    int pages = 0;
    do {
      Scan.Builder scan =
          Scan.newBuilder()
              .setPartition(partition)
              .setTokens(Scan.Tokens.newBuilder().setAfter(Long.MIN_VALUE).setUpTo(Long.MAX_VALUE))
              .setAfter(after);
      Response response = ask(Request.newBuilder().setScan(scan));
      assertTrue(response.hasCells(), response::toString);
      assertTrue(response.getSerializedSize() <= VALUE + 1_000, "a page is too large");
      cells += response.getCells().getCellsCount();
      after = response.getCells().getNext();
      pages++;
    } while (!after.isEmpty());
    assertEquals(8, cells);
    assertTrue(pages >= 5, pages + " pages");
  }

  @Test
  void whoseTimeIsOverWhileItWaitsForRoomIsRefused() {
    put("row", VALUE);
    answers.take(answers.limit());
    Response late = ask(get("row", 1).setTimeoutMillis(20));
    assertEquals(ErrorCode.OVERLOADED, late.getError().getCode());
    answers.give(answers.limit());
    assertEquals(1, ask(get("row", 1)).getCells().getCellsCount());
  }
}
