package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.Configs;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.GetRing;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Scan;
import io.zabdb.rpc.wire.Update;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a node with two groups tells clients when one has given a partition to the other. */
@Timeout(120)
class MovedPartitionTest {

  private static final int MIB = 1 << 20;
  private static final long ATTEMPT = 1;
  private static final RingPartition MOVED = Ring.even(2, 2).partitions().get(2);
  private static final PartitionId PART = new PartitionId(MOVED.name(), MOVED.range());
  private static final Birth HEIR = GroupNumbers.birth(UUID.fromString(Configs.CLUSTER), 1, 77);

  private final MemoryBudget budget = MemoryBudget.builder(64 * MIB, 32 * MIB, 64 * MIB).build();

  @TempDir Path directory;
  private LoneNode node;

  @BeforeEach
  void start() throws Exception {
    node = new LoneNode(directory, budget, "groups", "2", "partitions-per-group", "2");
  }

  @AfterEach
  void close() {
    node.close();
  }

  /** What became of a command: whether it was done, or is to be tried again. */
  private static final class Outcome implements UpdateCallback {

    private final CompletableFuture<Boolean> done = new CompletableFuture<>();

    @Override
    public void answered(Result result, long index) {
      done.complete(true);
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      done.complete(false);
    }

    @Override
    public void notAdmitted(String why) {
      done.completeExceptionally(new AssertionError(why));
    }

    @Override
    public void forgotten(boolean isSessionKnown) {
      notAdmitted("forgotten");
    }

    @Override
    public void refusedWhenApplied() {
      notAdmitted("refused when applied");
    }

    @Override
    public void apart(String why) {
      notAdmitted(why);
    }

    @Override
    public void unknown() {
      notAdmitted("unknown");
    }

    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public void abandoned() {}

    @Override
    public void diskFull() {
      notAdmitted("the disk is full");
    }
  }

  private void propose(CommandKind kind) {
    Structure command = Structure.of(ShardCommand.of(kind, PART, ATTEMPT, HEIR));
    boolean isDone = false;
    while (!isDone) {
      // The group may not lead yet, or may not have logged the command before.
      Outcome outcome = new Outcome();
      node.driver(0).propose(command, outcome);
      isDone = outcome.done.orTimeout(60, TimeUnit.SECONDS).join();
    }
  }

  private void giveAway() {
    propose(CommandKind.SEAL);
    propose(CommandKind.SWITCH);
  }

  /** A row of the partition. */
  private static ByteString row(TokenRange within) {
    for (int i = 0; ; i++) {
      if (within.contains(Token.of(Bytes.of("row" + i).array()))) {
        return ByteString.copyFromUtf8("row" + i);
      }
    }
  }

  private static Request.Builder get(int group, String partition, ByteString row) {
    return Request.newBuilder()
        .setGet(
            Get.newBuilder()
                .setGroup(group)
                .setPartition(partition)
                .setRow(row)
                .setFamily("default"));
  }

  private Response put(int group, String partition, ByteString row, long session) {
    return node.ask(Request.newBuilder().setUpdate(update(group, partition, row, session)));
  }

  private static Update.Builder update(int group, String partition, ByteString row, long session) {
    Change.Put put = Change.Put.newBuilder().setFamily("default").build();
    return Update.newBuilder()
        .setGroup(group)
        .setPartition(partition)
        .setSession(session)
        .setSeq(1)
        .setOpened(0)
        .setRowMutation(
            RowMutation.newBuilder().setRow(row).addChanges(Change.newBuilder().setPut(put)));
  }

  private Response putUnopened(int group, ByteString row) {
    return node.ask(
        Request.newBuilder().setUpdate(update(group, PART.name(), row, 9).clearOpened()));
  }

  private static void assertNamesTheHeir(Response refused) {
    Error error = refused.getError();
    assertEquals(ErrorCode.WRONG_OWNER, error.getCode(), refused::toString);
    assertFalse(error.getMayHaveHappened());
    assertTrue(error.hasOwner(), refused::toString);
    assertEquals(PART.range().after(), error.getOwner().getAfter());
    assertEquals(PART.range().upTo(), error.getOwner().getUpTo());
    assertEquals(1, error.getOwner().getGroup());
    assertEquals(ATTEMPT, error.getOwner().getMove());
    assertEquals(PART.name(), error.getOwner().getName());
    assertFalse(error.getOwner().getFirstHand());
  }

  private io.zabdb.rpc.wire.Ring ring() {
    return node.ask(Request.newBuilder().setGetRing(GetRing.getDefaultInstance())).getRing();
  }

  @Test
  void whoAsksForWhatWasGivenAwayIsToldTheHeir() {
    ByteString row = row(PART.range());
    propose(CommandKind.BEGIN);
    long before = ring().getVersion();
    assertEquals(0, ring().getPartitions(2).getGroup());
    assertTrue(ring().getPartitions(2).getFirstHand());
    assertTrue(put(0, PART.name(), row, 1).hasUpdated());
    assertTrue(node.ask(get(0, PART.name(), row)).hasCells());
    assertEquals(ErrorCode.NOT_OPENED, putUnopened(0, row).getError().getCode());
    giveAway();
    assertNamesTheHeir(putUnopened(0, row));
    assertNamesTheHeir(node.ask(get(0, PART.name(), row)));
    assertNamesTheHeir(put(0, PART.name(), row, 2));
    assertNamesTheHeir(node.ask(get(0, "whatever-it-was-called", row)));
    Scan.Builder scan = Scan.newBuilder().setGroup(0).setPartition(PART.name());
    scan.getTokensBuilder().setAfter(Token.MIN).setUpTo(Long.MAX_VALUE);
    // The first that is elsewhere is that of group 1.
    Error other = node.ask(Request.newBuilder().setScan(scan)).getError();
    assertEquals(ErrorCode.WRONG_OWNER, other.getCode());
    assertEquals(Ring.even(2, 2).partitions().get(1).name(), other.getOwner().getName());
    scan.getTokensBuilder().setAfter(PART.range().after());
    assertNamesTheHeir(node.ask(Request.newBuilder().setScan(scan)));
    scan.setStale(true);
    assertNamesTheHeir(node.ask(Request.newBuilder().setScan(scan)));
    // Of all that it serves it still does.
    ByteString kept = row(Ring.even(2, 2).partitions().get(0).range());
    assertTrue(put(0, PART.name(), kept, 3).hasUpdated(), "the name does not matter");
    assertEquals(
        1, node.ask(get(0, "p3", kept)).getCells().getCellsCount(), "nor that of another group's");
    io.zabdb.rpc.wire.Ring after = ring();
    assertTrue(after.getVersion() > before);
    assertEquals(1, after.getPartitions(2).getGroup());
    assertEquals(ATTEMPT, after.getPartitions(2).getMove());
    // The destination has not got it: nobody else is known to, and clients are to ask again.
    Error unready = node.ask(get(1, PART.name(), row)).getError();
    assertEquals(ErrorCode.WRONG_OWNER, unready.getCode());
    assertFalse(unready.hasOwner());
    // Nor does it tell when a session may be opened: its time may be of long ago until it has it.
    Error unopened = putUnopened(1, row).getError();
    assertEquals(ErrorCode.WRONG_OWNER, unopened.getCode());
    assertFalse(unopened.hasOwner());
  }

  @Test
  void whatIsCommittedIsKnownAfterAStart() throws Exception {
    propose(CommandKind.BEGIN);
    giveAway();
    node.close();
    start();
    ByteString row = row(PART.range());
    Response refused = put(0, PART.name(), row, 2);
    while (refused.getError().getCode() != ErrorCode.WRONG_OWNER) {
      // It does not lead yet.
      refused = put(0, PART.name(), row, 2);
    }
    assertNamesTheHeir(refused);
    assertEquals(1, ring().getPartitions(2).getGroup());
    assertEquals(
        List.of("p0", "p1", "p2", "p3"),
        ring().getPartitionsList().stream()
            .map(io.zabdb.rpc.wire.Ring.Partition::getName)
            .toList());
  }
}
