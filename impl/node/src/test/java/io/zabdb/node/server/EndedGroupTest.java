package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.Token;
import io.zabdb.replica.GroupSharding.HeldPartition;
import io.zabdb.rpc.wire.EndGroup;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.TakeGroup;
import io.zabdb.shard.Birth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node with two groups, one of which has nothing any more and ends. */
@Timeout(120)
class EndedGroupTest {

  private static final int MIB = 1 << 20;
  private static final String PARTITION = Ring.even(2, 1).partitions().get(1).name();

  @TempDir Path directory;
  private MemoryBudget budget;
  private LoneNode node;

  @BeforeEach
  void start() throws IOException {
    budget = MemoryBudget.builder(64 * MIB, 32 * MIB, 64 * MIB).build();
    node =
        new LoneNode(
            directory, budget, "groups", "2", "partitions-per-group", "1", "max-groups", "4");
    groups().forEach(this::awaitFounded);
  }

  /** Before it is looked again, unless the time of the test is over. */
  private static void pause() {
    if (Thread.interrupted()) {
      throw new AssertionError("it takes too long");
    }
    Thread.onSpinWait();
  }

  /** It leads itself, and its log says what it has. */
  private void awaitFounded(int group) {
    CompletableFuture<Birth> birth;
    do {
      pause();
      birth = node.driver(group).moves().birth().orTimeout(60, TimeUnit.SECONDS);
      birth.handle((known, failure) -> failure).join();
    } while (birth.isCompletedExceptionally());
  }

  @AfterEach
  void close() {
    node.close();
  }

  /** One that this node could have drawn. */
  private static final int BORN = 10_001;

  private Response takeBorn() {
    return node.ask(
        Request.newBuilder().setTakeGroup(TakeGroup.newBuilder().setGroup(BORN).addNodes(0)));
  }

  private List<Long> taken() {
    return List.of(budget.account(Purpose.STORES).used(), budget.account(Purpose.SESSIONS).used());
  }

  /** It is tried again every second, once others have told of it. */
  @Test
  void aReplicaThatCannotBeStartedTakesNothing() throws IOException {
    List<Long> before = taken();
    Path inTheWay = Files.writeString(directory.resolve("group-" + BORN), "");
    for (int i = 0; i < 3; i++) {
      assertTrue(takeBorn().hasError());
      assertEquals(before, taken());
    }
    Files.delete(inTheWay);
    assertTrue(takeBorn().hasDone());
    awaitFounded(BORN);
  }

  /** Its log and its store are open by then. */
  @Test
  void aReplicaWhoseDirectoryForMovesCannotBeMadeCanBeStartedLater() throws IOException {
    Path group = Files.createDirectory(directory.resolve("group-" + BORN));
    Path inTheWay = Files.writeString(group.resolve("moves"), "");
    assertTrue(takeBorn().hasError());
    Files.delete(inTheWay);
    Response taken = takeBorn();
    assertTrue(taken.hasDone(), taken::toString);
    awaitFounded(BORN);
  }

  private Response end(int group) {
    return node.ask(Request.newBuilder().setEndGroup(EndGroup.newBuilder().setGroup(group)));
  }

  /** The last command of the move may be under way still. */
  private void awaitEnd(int group) {
    Response answer = end(group);
    while (!answer.hasDone()) {
      pause();
      assertEquals(ErrorCode.OVERLOADED, answer.getError().getCode(), answer::toString);
      answer = end(group);
    }
  }

  private List<Integer> groups() {
    return node.status().getReplicasList().stream().map(NodeStatus.Replica::getGroup).toList();
  }

  private List<HeldPartition> partitions(int group) {
    return node.driver(group).sharding().partitions().orTimeout(60, TimeUnit.SECONDS).join();
  }

  private void move() {
    while (!partitions(1).isEmpty()) {
      try {
        node.driver(0)
            .moves()
            .birth()
            .thenCompose(heir -> node.driver(1).moves().start(PARTITION, heir))
            .orTimeout(60, TimeUnit.SECONDS)
            .join();
      } catch (CompletionException e) {
        // It moves already, or group 1 does not lead itself yet.
        pause();
      }
    }
  }

  /** Of a row that was group 1's at first. */
  private Error get() {
    String row = "a";
    while (!Ring.even(2, 1)
        .partitions()
        .get(1)
        .range()
        .contains(Token.of(row.getBytes(StandardCharsets.UTF_8)))) {
      row += "a";
    }
    return node.ask(
            Request.newBuilder()
                .setGet(
                    Get.newBuilder()
                        .setGroup(1)
                        .setPartition(PARTITION)
                        .setRow(ByteString.copyFromUtf8(row))
                        .setFamily("default")))
        .getError();
  }

  @Test
  void itsReplicaGoesAndWhatItHadOfTheNodeIsFree() throws IOException {
    long stores = budget.account(Purpose.STORES).used();
    long sessions = budget.account(Purpose.SESSIONS).used();
    Response refused = end(1);
    assertEquals(ErrorCode.INVALID_ARGUMENT, refused.getError().getCode());
    assertTrue(refused.getError().getMessage().contains(PARTITION), refused::toString);

    move();
    awaitEnd(1);
    while (groups().size() > 1 || Files.exists(directory.resolve("group-1"))) {
      pause();
    }
    assertEquals(List.of(0), groups());
    assertEquals(stores, 2 * budget.account(Purpose.STORES).used());
    assertEquals(sessions, 2 * budget.account(Purpose.SESSIONS).used());
    assertFalse(node.scrape().contains("group=\"1\""));
    checkRefusals();

    // It does not come back; the node still knows who has what.
    node.close();
    start();
    assertEquals(List.of(0), groups());
    assertEquals(1, node.expected());
    assertFalse(Files.exists(directory.resolve("group-1")));
    checkRefusals();
  }

  private void checkRefusals() {
    Error elsewhere = get();
    assertEquals(ErrorCode.WRONG_OWNER, elsewhere.getCode());
    assertEquals("group 1 has ended", elsewhere.getMessage());
    assertEquals(0, elsewhere.getOwner().getGroup());
    assertTrue(elsewhere.hasOwner() && elsewhere.getOwner().getMove() > 0, elsewhere::toString);
    // To ask again is to hear that it has.
    assertTrue(end(1).hasDone());
    assertEquals(ErrorCode.WRONG_OWNER, end(7).getError().getCode());
  }

  /** The process died when it had noted the end, and had not dropped the files. */
  @Test
  void filesOfAGroupThatHasEndedGoWhenTheNodeBegins() throws IOException {
    node.close();
    Path left = directory.resolve("zabdb-node.groups");
    Files.writeString(left, "{\"drawn\": 0, \"groups\": {}, \"left\": {\"1\": [0]}}");
    assertTrue(Files.exists(directory.resolve("group-1")));
    start();
    assertEquals(List.of(0), groups());
    assertFalse(Files.exists(directory.resolve("group-1")));
  }
}
