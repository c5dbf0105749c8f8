package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.StorageException;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group of one replica ends when it has nothing. */
class DissolutionTest {

  private static final PartitionId P = new PartitionId("p", TokenRange.ALL);

  @TempDir Path directory;

  private final Timeline time = new Timeline();
  private MovingReplica replica;

  private void start(List<PartitionId> parts) throws IOException {
    replica =
        new MovingReplica(
            3,
            parts,
            directory,
            time,
            new SeededRandom(1, "ends"),
            GroupPost.NONE,
            MoveBounds.DEFAULT);
    replica.start();
    // Its log has the first command.
    birth();
  }

  private Birth birth() {
    while (true) {
      CompletableFuture<Birth> asked = replica.driver().moves().birth();
      until(asked);
      if (!asked.isCompletedExceptionally()) {
        return asked.join();
      }
    }
  }

  private void until(CompletableFuture<?> asked) {
    for (int step = 0; !asked.isDone(); step++) {
      assertTrue(step < 100_000, () -> "no answer, " + replica.failure());
      time.runUntil(time.now() + 500);
    }
  }

  private CompletableFuture<Void> end() {
    CompletableFuture<Void> ended = replica.driver().sharding().dissolve();
    until(ended);
    return ended;
  }

  private static StorageException refusal(CompletableFuture<?> asked) {
    try {
      asked.join();
      throw new AssertionError("it is done");
    } catch (CompletionException e) {
      return assertInstanceOf(StorageException.class, e.getCause());
    }
  }

  @Test
  void aGroupThatHasPartitionsSaysWhichAndGoesOn() throws IOException {
    start(List.of(P));
    StorageException refused = refusal(end());
    assertEquals(ErrorCode.INVALID_ARGUMENT, refused.code());
    assertTrue(refused.getMessage().contains("which must move to other groups"), refused::problem);
    assertTrue(refused.getMessage().contains(P.toString()), refused::problem);
    assertEquals(List.of(), replica.ends());
    assertNull(replica.failure());
  }

  @Test
  void aGroupThatIsToGetAPartitionDoesNotEnd() throws IOException {
    start(List.of());
    Letter prepare = letter();
    CompletableFuture<Letter> told = replica.driver().moves().take(prepare);
    until(told);
    assertEquals(MessageType.ACCEPT, told.join().messages().get(0).type());
    assertEquals(ErrorCode.INVALID_ARGUMENT, refusal(end()).code());
  }

  private Letter letter() {
    MoveMessage prepare =
        new MoveMessage(MessageType.PREPARE, new Birth(7, 7), birth(), P, 1, 0, null, null);
    return new Letter(List.of(prepare), MovingReplica.FAMILIES, 0);
  }

  @Test
  void nothingFollowsTheEnd() throws IOException {
    start(List.of());
    Letter prepare = letter();
    CompletableFuture<Void> asked = replica.driver().sharding().dissolve();
    // Behind it in the log, which need not be committed.
    CompletableFuture<Letter> told = replica.driver().moves().take(prepare);
    List<String> outcomes = new ArrayList<>();
    replica
        .driver()
        .changeMembers(0b110, 0, new CommandOutcome((end, why) -> outcomes.add(end + " " + why)));
    replica
        .driver()
        .update(
            new UpdateRequest(
                "",
                List.of(),
                9,
                1,
                new byte[0],
                new CommandOutcome((end, why) -> outcomes.add(end + " " + why))));
    until(asked);
    until(told);
    assertFalse(asked.isCompletedExceptionally());
    assertEquals(List.of(), told.join().messages());
    String refused = CommandEnd.REFUSED + " group 3 has ended";
    assertEquals(List.of(refused, refused), outcomes);
    assertEquals(List.of(3), replica.ends());
    // To ask again is to hear that it has.
    assertFalse(end().isCompletedExceptionally());
    assertEquals(List.of(3), replica.ends());
    // A replica that begins again says so again.
    replica.crash();
    replica.start();
    birth();
    assertEquals(List.of(3, 3), replica.ends());
  }

  @Test
  void whoDoesNotLeadSaysSo() throws IOException {
    start(List.of());
    replica.crash();
    replica.start();
    CompletableFuture<Void> ended = replica.driver().sharding().dissolve();
    until(ended);
    assertEquals(ErrorCode.NOT_LEADER, refusal(ended).code());
  }
}
