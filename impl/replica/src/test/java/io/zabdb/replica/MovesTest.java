package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.session.Retention;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveStatus;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.StructureCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Partitions move between three groups of one replica each, on one timeline, while clients count
 * upwards: whoever counts finds what it has counted to, wherever that is.
 */
class MovesTest extends MovingGroups {

  private static final int SEEDS = 12;
  private static final int ROUNDS = 40;
  private final Map<String, Integer> reached = new TreeMap<>();

  @Test
  void aPartitionMovesWhileItIsUpdated() {
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 20));
    moveTo(0, 1);
    assertEquals(List.of("MOVE_BEGAN", "MOVE_SEALED", "MOVE_SWITCHED", "MOVED"), events(0));
    assertEquals(List.of("MOVE_COMES", "MOVE_ARRIVED"), events(1));
    assertEquals(1, count(0, "move pauses"));
    long[] counts = clients.stream().mapToLong(CountingClient::count).toArray();
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > counts[0] + 20));
    assertTrue(clients.stream().anyMatch(client -> client.group() == 1));
    assertTrue(clients.stream().anyMatch(client -> client.group() == 0));
    // And on, and back; each forgets its files.
    moveTo(1, 2);
    moveTo(2, 0);
    checkAll();
    assertEquals(List.of(), answer(moves(0).list()));
    runUntil("end of bases", () -> filesIn(directory.resolve("calm-1-0/made")) == 0);
  }

  @Test
  void whatIsAskedForInVainSaysWhy() {
    Birth heir = birth(1);
    assertEquals(ErrorCode.NOT_FOUND, code(moves(0).start("x", heir)));
    assertEquals(ErrorCode.INVALID_ARGUMENT, code(moves(0).start("p", birth(0))));
    assertEquals(ErrorCode.INVALID_ARGUMENT, code(moves(0).start("p", new Birth(0, 9))));
    assertEquals(ErrorCode.NOT_FOUND, code(moves(0).abort("p")));
    post.takeOnly(letter -> false);
    assertEquals(ErrorCode.INVALID_ARGUMENT, code(moves(0).start("p", heir, OptionalLong.of(1))));
    assertEquals(1, answer(moves(0).start("p", heir, OptionalLong.of(0))));
    assertEquals(ErrorCode.OVERLOADED, code(moves(0).start("q", heir)));
    MoveStatus status = answer(moves(0).list()).get(0);
    assertEquals(MovePhase.COPYING, status.phase());
    assertEquals(1, status.to());
    answer(moves(0).abort("p"));
    assertEquals(List.of("MOVE_BEGAN", "MOVE_GIVEN_UP"), events(0));
    post.takeOnly(letter -> true);
    // Somebody who has not seen that the partition was tried to move has seen too little.
    assertEquals(ErrorCode.INVALID_ARGUMENT, code(moves(0).start("p", heir, OptionalLong.of(0))));
    moveTo(0, 1);
    checkAll();
  }

  /** Moves, splits and merges of the same partition exclude each other, and say so. */
  @Test
  void whatMovesIsNotSplitAndWhatIsBeingSplitDoesNotMove() {
    birth(0);
    Birth heir = birth(1);
    GroupSharding sharding = replicas.get(0).driver().sharding();
    CompletableFuture<List<PartitionId>> split =
        sharding.split("p", OptionalLong.of(Long.MIN_VALUE / 2));
    runUntil("begin of a split", () -> count(0, "sharding BEGUN") == 1);
    CompletableFuture<Long> move = moves(0).start("p", heir);
    assertTrue(
        refusal(move).startsWith("NOT_FOUND: group 0 has no partition p; it may have been "));
    List<PartitionId> halves = answer(split);
    post.takeOnly(letter -> false);
    answer(moves(0).start("q", heir));
    String moving =
        "INVALID_ARGUMENT: partition "
            + Q
            + " moves (COPYING), and is split or merged before or after";
    assertTrue(refusal(sharding.split("q", OptionalLong.empty())).startsWith(moving));
    assertTrue(refusal(sharding.merge(halves.get(1).name(), "q")).startsWith(moving));
    assertEquals(
        "OVERLOADED: a partition of group 0 moves already: [" + Q + "]; one does at a time",
        refusal(moves(0).start("q", birth(2))));
    assertTrue(
        refusal(sharding.dissolve())
            .startsWith("INVALID_ARGUMENT: group 0 has partitions, which "));
    post.takeOnly(letter -> true);
    runUntil("move", () -> count(0, "moved MOVED") == 1);
    assertTrue(
        refusal(moves(0).start("q", heir)).startsWith("NOT_FOUND: group 0 has no partition q"));
  }

  /** The log of the other group has more around it. */
  @Test
  void anUpdateAsLongAsMayBeMoves() {
    birth(0);
    Birth heir = birth(1);
    post.takeOnly(letter -> tells(letter, MessageType.PREPARE));
    answer(moves(0).start("p", heir));
    int longest = StructureCodec.longestUpdate(MovingReplica.LIMITS.payloadBytes());
    Heard tooLong = new Heard();
    replicas.get(0).driver().update(update(1, longest + 1, tooLong));
    runUntil("answer", tooLong::isDone);
    assertEquals(Refusal.TOO_LARGE, tooLong.join());
    Heard taken = new Heard();
    replicas.get(0).driver().update(update(1, longest, taken));
    runUntil("answer", taken::isDone);
    assertInstanceOf(Result.Done.class, taken.join(), () -> "" + taken.join());
    post.takeOnly(letter -> true);
    runUntil("move", () -> count(0, "moved MOVED") == 1);
    checkAll();
  }

  /** A few updates may take as long as many, and clients wait meanwhile. */
  @Test
  void itIsSealedWhenWhatIsLeftIsShort() {
    clients.forEach(CountingClient::countOn);
    runUntil("rest", () -> clients.stream().allMatch(CountingClient::isIdle));
    birth(0);
    Birth heir = birth(1);
    post.takeOnly(letter -> !tells(letter, MessageType.BASE));
    answer(moves(0).start("p", heir));
    runUntil("files", () -> count(0, "moved OFFERED") == 1);
    for (int number = 1; number <= 40; number++) {
      Heard taken = new Heard();
      replicas.get(0).driver().update(update(number, 50_000, taken));
      runUntil("answer", taken::isDone);
      assertInstanceOf(Result.Done.class, taken.join(), () -> "" + taken.join());
    }
    long[] behindTheSeal = new long[1];
    post.takeOnly(
        letter -> {
          if (count(0, "moved SEALED") == 1) {
            behindTheSeal[0] +=
                letter.messages().stream()
                    .filter(m -> m.type() == MessageType.CATCH)
                    .mapToLong(m -> m.entry().payload().length())
                    .sum();
          }
          return true;
        });
    runUntil("move", () -> count(0, "moved MOVED") == 1);
    assertTrue(behindTheSeal[0] <= 1 << 20, behindTheSeal[0] + " bytes");
    checkAll();
  }

  /** An update of P so long. */
  private static UpdateRequest update(long seq, int length, UpdateCallback callback) {
    String row =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "long" + i)
            .filter(each -> P.range().contains(Token.of(Bytes.of(each).array())))
            .findFirst()
            .orElseThrow();
    byte[] payload = payload(row, length);
    payload = payload(row, length - (payload.length - length));
    assertEquals(length, payload.length);
    return new UpdateRequest(
        "p", List.of(Token.of(Bytes.of(row).array())), 77, seq, payload, callback);
  }

  private static byte[] payload(String row, int valueBytes) {
    Change put = new Change.Put(new Column("f", Bytes.of("q")), Bytes.wrap(new byte[valueBytes]));
    Action action = new Action.Mutate(RowMutation.of(Bytes.of(row), put));
    return CommandCodec.encode(new Command("p", 1_000, 0, new Retention(1_000_000, 1_000), action));
  }

  /** With which code it fails, and with which words. */
  private String refusal(CompletableFuture<?> asked) {
    ErrorCode code = code(asked);
    return code
        + ": "
        + assertThrows(CompletionException.class, asked::join).getCause().getMessage();
  }

  @Test
  void ofTwoThatAreAskedForAtOnceOneBegins() {
    Birth heir = birth(1);
    CompletableFuture<Long> first = moves(0).start("p", heir);
    assertEquals(ErrorCode.OVERLOADED, code(moves(0).start("q", heir)));
    assertEquals(1, answer(first));
    runUntil("move", () -> count(0, "moved MOVED") == 1);
    checkAll();
  }

  /** The other group has given away what came by later attempts, and may have forgotten any. */
  @Test
  void anAttemptWithANumberThatIsTooLowIsFollowedByOneThatIsNot() {
    moveTo(0, 1);
    moveTo(1, 2);
    assertEquals(2, answer(moves(0).start("q", birth(1))), "above what it gave away");
    runUntil("move", () -> count(0, "moved MOVED") == 2);
    assertEquals(1, count(0, "moved GIVEN_UP"));
    assertEquals(3, count(0, "moved BEGUN"));
    checkAll();
  }

  @Test
  void whatIsTheOtherGroupsAlreadyIsNotCalledBack() {
    post.takeOnly(letter -> !tells(letter, MessageType.ACTIVATE));
    answer(moves(0).start("p", birth(1)));
    runUntil("switch", () -> count(0, "moved SWITCHED") == 1);
    assertEquals(ErrorCode.INVALID_ARGUMENT, code(moves(0).abort("p")));
    assertEquals(MovePhase.SWITCHED, answer(moves(0).list()).get(0).phase());
    post.takeOnly(letter -> true);
    runUntil("move", () -> count(0, "moved MOVED") == 1);
    checkAll();
  }

  /** {@code MoveGroups!IsNewerOwner}: the heir has given it on, and is no more. */
  @Test
  void whoGaveAPartitionToAGroupThatHasEndedHearsFromItsNewOwner() {
    Birth source = birth(0);
    post.answerOnly(
        answer ->
            answer.messages().stream()
                .noneMatch(m -> m.type() == MessageType.DONE && m.dst().equals(source)));
    answer(moves(0).start("p", birth(1)));
    runUntil("arrival", () -> count(1, "moved ARRIVED") == 1);
    moveTo(1, 2);
    answer(replicas.get(1).driver().sharding().dissolve());
    assertEquals(MovePhase.SWITCHED, answer(moves(0).list()).get(0).phase());
    replicas.get(1).crash();
    post.gone(1, 2);
    post.answerOnly(answer -> true);
    runUntil("move", () -> count(0, "moved MOVED") == 1);
    assertEquals(List.of(), answer(moves(0).list()));
    checkAll();
  }

  @Test
  void aMoveToAGroupThatHasEndedIsGivenUpAtOnce() {
    post.gone(1);
    answer(moves(0).start("p", birth(1)));
    long before = time.now();
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    assertTrue(time.now() - before < 1_000_000, () -> "after " + (time.now() - before) + " us");
    assertTrue(whyGivenUp().endsWith("group 1 has ended"), this::whyGivenUp);
    moveTo(0, 2);
    checkAll();
  }

  private static boolean tells(Letter letter, MessageType type) {
    return letter.messages().stream().anyMatch(m -> m.type() == type);
  }

  /** A move that is never staged goes on until it has taken too much. */
  private void takeTooMuch(String name, long updates, long bytes) throws IOException {
    Duration long_ = Duration.ofHours(1);
    begin(name, 2, 0, new MoveBounds(updates, bytes, long_, long_));
    post.takeOnly(letter -> !tells(letter, MessageType.BASE));
    answer(moves(0).start("p", birth(1)));
  }

  private String whyGivenUp() {
    return replicas.get(0).driver().events().after(0, 0).stream()
        .filter(event -> event.kind() == GroupEvent.Kind.MOVE_GIVEN_UP)
        .map(GroupEvent::text)
        .findFirst()
        .orElseThrow();
  }

  /** How many updates it took, and of how many bytes, by what operators are told. */
  private List<Long> taken() {
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    String why = whyGivenUp();
    Matcher told = Pattern.compile("it took (\\d+) updates of (\\d+) bytes").matcher(why);
    assertTrue(told.find(), why);
    return List.of(Long.parseLong(told.group(1)), Long.parseLong(told.group(2)));
  }

  /** What is kept for the other group has a bound. */
  @Test
  void aMoveThatTakesTooManyUpdatesIsGivenUp() throws IOException {
    takeTooMuch("many", 50, 1L << 40);
    List<Long> taken = taken();
    // It is looked at when the other group has answered, or time for that was over.
    assertTrue(taken.get(0) > 50 && taken.get(0) < 8_000, taken::toString);
    checkAll();
  }

  @Test
  void aMoveThatTakesTooManyBytesIsGivenUpAlsoBehindACrash() throws IOException {
    takeTooMuch("long", 1L << 40, 8_000);
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 150));
    replicas.get(0).crash();
    replicas.get(0).start();
    List<Long> taken = taken();
    // So many has each at least, those of before the crash, too.
    assertTrue(taken.get(1) > 8_000 && taken.get(1) >= 33 * taken.get(0), taken::toString);
    checkAll();
  }

  @Test
  void aMoveThatComesNoFurtherIsGivenUp() throws IOException {
    begin(
        "still",
        3,
        0,
        new MoveBounds(1 << 20, 1 << 30, Duration.ofSeconds(2), Duration.ofSeconds(5)));
    post.takeOnly(letter -> tells(letter, MessageType.CANCEL) || tells(letter, MessageType.ACCEPT));
    answer(moves(0).start("p", birth(1)));
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    checkAll();
  }

  /** Nobody is without the partition for long because the other group is slow to be ready. */
  @Test
  void aPartitionThatIsSealedForTooLongTakesUpdatesAgain() throws IOException {
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 5));
    post.takeOnly(letter -> !tells(letter, MessageType.MANIFEST));
    answer(moves(0).start("p", birth(1)));
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    assertEquals(1, count(0, "moved SEALED"));
    // The other side asks, and hears that it is over.
    runUntil("cancel", () -> count(1, "moved CANCELLED") == 1);
    post.takeOnly(letter -> true);
    moveTo(0, 1);
    checkAll();
  }

  /** Nor because it says nothing at all, for as long as letters are waited for otherwise. */
  @Test
  void aPartitionThatIsSealedWhileTheOtherGroupIsSilentTakesUpdatesAgain() throws IOException {
    MoveBounds half =
        new MoveBounds(1 << 20, 1 << 30, Duration.ofMillis(500), Duration.ofSeconds(60));
    begin("silent", 5, 0, half);
    runUntil("counts", () -> clients.stream().allMatch(client -> client.count() > 5));
    post.takeOnly(letter -> count(0, "moved SEALED") == 0);
    answer(moves(0).start("p", birth(1)));
    runUntil("seal", () -> count(0, "moved SEALED") == 1);
    long sealed = time.now();
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    assertTrue(time.now() - sealed < 700_000, () -> "sealed for " + (time.now() - sealed) + " us");
    post.takeOnly(letter -> true);
    moveTo(0, 1);
    checkAll();
  }

  /** {@code PartitionFiles!StageFetched}: a quorum has them, and whoever leads. */
  @Test
  void filesThatNobodyHasAreNotTaken() throws IOException {
    MoveBounds short_ =
        new MoveBounds(1 << 20, 1 << 30, Duration.ofSeconds(2), Duration.ofSeconds(2));
    begin("none", 4, 0, short_);
    post.deny();
    answer(moves(0).start("p", birth(1)));
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    assertEquals(0, count(1, "moved STAGED"));
    begin("pretended", 4, 0, short_);
    post.pretend();
    answer(moves(0).start("p", birth(1)));
    runUntil("end", () -> count(0, "moved GIVEN_UP") == 1);
    assertEquals(1, count(1, "moved COMES"));
    assertEquals(0, count(1, "moved STAGED"));
    checkAll();
  }

  /** Whoever lacks files that are taken has to fetch a whole store afterwards. */
  @Test
  void whoeverStillFetchesFilesIsWaitedForButNotForLong() throws IOException {
    begin("late", 4, 0, MoveBounds.DEFAULT);
    long least = MoveBounds.DEFAULT.standstill().toNanos() / 1_000 / LateMembers.SHARE;
    // A member that fetches what it has, since each group has one only.
    post.fetching(0b1);
    answer(moves(0).start("p", birth(1)));
    runUntil("files", () -> count(1, "moved COMES") == 1);
    long since = time.now();
    runUntil("end of patience", () -> count(1, "moved STAGED") == 1);
    assertTrue(time.now() - since >= least, () -> time.now() - since + " us");
    runUntil("arrival", () -> count(0, "moved MOVED") == 1);
    // Once it has them, the files are taken.
    answer(moves(1).start("p", birth(0)));
    runUntil("files", () -> count(0, "moved COMES") == 1);
    long again = time.now();
    runUntil("time", () -> time.now() > again + least / 2);
    assertEquals(0, count(0, "moved STAGED"));
    post.fetching(0);
    runUntil("all have them", () -> count(0, "moved STAGED") == 1);
    assertTrue(time.now() - again < least, () -> time.now() - again + " us");
    // Others than those that vote are not waited for.
    runUntil("arrival", () -> count(1, "moved MOVED") == 1);
    post.fetching(0b10);
    long third = time.now();
    answer(moves(0).start("p", birth(1)));
    runUntil("arrival", () -> count(0, "moved MOVED") == 2);
    assertTrue(time.now() - third < least, () -> time.now() - third + " us");
    checkAll();
  }

  @Test
  void filesThatAQuorumLacksAreNotTaken() {
    Configuration three = Configuration.ofFirst(3);
    assertTrue(QuorumFiles.areEnough(0b111, 0, three));
    assertTrue(QuorumFiles.areEnough(0b011, 0, three));
    // Whoever leads has them.
    assertFalse(QuorumFiles.areEnough(0b011, 2, three));
    assertFalse(QuorumFiles.areEnough(0b001, 0, three));
    // Others than those that vote are of no matter.
    assertFalse(QuorumFiles.areEnough(0b1001, 0, three));
    Configuration joint = new Configuration(0b111, 0b11001);
    assertFalse(QuorumFiles.areEnough(0b111, 0, joint));
    assertTrue(QuorumFiles.areEnough(0b1011, 0, joint));
  }

  @Test
  void filesMayBeOfferedBeforeAReplicaHasBegun() throws IOException {
    MovingReplica begins =
        new MovingReplica(
            3, List.of(), directory.resolve("begins"), time, random, post, MoveBounds.DEFAULT);
    begins.start();
    assertFalse(begins.driver().moves().has(Bytes.of("any")));
  }

  private Letter prepare(int number) {
    PartitionId part = new PartitionId("part-" + number, new TokenRange(number, number + 1));
    MoveMessage prepare =
        new MoveMessage(MessageType.PREPARE, new Birth(7, 7), birth(1), part, 1, 0, null, null);
    return new Letter(List.of(prepare), MovingReplica.FAMILIES, 0);
  }

  @Test
  void onlySoManyPartitionsComeAtATime() {
    for (int number = 1; number <= ComingPartitions.MOST; number++) {
      Letter told = answer(moves(1).take(prepare(number)));
      assertEquals(MessageType.ACCEPT, told.messages().get(0).type());
    }
    assertEquals(
        "INVALID_ARGUMENT: 4 partitions come to group 1 already, the most that may at a time",
        refusal(moves(1).take(prepare(9))));
    // Those that come may be asked again.
    assertEquals(1, answer(moves(1).take(prepare(1))).messages().size());
    answer(moves(0).start("q", birth(1)));
    runUntil(
        "words for whoever waits",
        () ->
            answer(moves(0).list())
                .get(0)
                .problem()
                .contains("group 1 does not take it: 4 partitions come to group 1 already"));
  }

  @Test
  void onlySoManyLettersAreTakenAtATime() {
    PartitionId part = new PartitionId("part", TokenRange.ALL);
    Birth self = birth(1);
    Birth source = new Birth(7, 7);
    MoveMessage prepare =
        new MoveMessage(MessageType.PREPARE, source, self, part, 1, 0, null, null);
    answer(moves(1).take(new Letter(List.of(prepare), MovingReplica.FAMILIES, 0)));
    List<CompletableFuture<Letter>> all = new ArrayList<>();
    for (int number = 1; number <= MoveSink.MOST_LETTERS + 1; number++) {
      ShardUpdate update = clients.get(0).update(number);
      MoveMessage caught =
          new MoveMessage(MessageType.CATCH, source, self, part, 1, number, update, null);
      all.add(moves(1).take(new Letter(List.of(caught), List.of(), 0)));
    }
    CompletableFuture<Letter> last = all.remove(MoveSink.MOST_LETTERS);
    assertEquals(ErrorCode.OVERLOADED, code(last));
    all.forEach(each -> assertEquals(null, code(each)));
    // They went into the log together.
    assertEquals(MoveSink.MOST_LETTERS, all.get(0).join().position());
  }

  @Test
  void whoeverCrashesGoesOn() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      begin("crashes", seed, 8, MoveBounds.DEFAULT);
      for (int round = 0; round < ROUNDS; round++) {
        round();
      }
      settle();
      checkAll();
      for (MovingReplica replica : replicas.values()) {
        replica
            .metrics
            .counts()
            .forEach((what, n) -> reached.merge(what, n.intValue(), Integer::sum));
      }
    }
    for (String what :
        List.of(
            "BEGUN", "RESUMED", "SEALED", "SWITCHED", "MOVED", "GIVEN_UP", "STAGED", "ARRIVED")) {
      assertTrue(reached.getOrDefault("moved " + what, 0) >= SEEDS / 2, what + ": " + reached);
    }
  }

  private void round() throws IOException {
    int steps = random.below(160);
    for (int i = 0; i < steps; i++) {
      step();
    }
    MovingReplica any = replicas.get(random.below(3));
    if (any.driver() == null) {
      any.start();
      return;
    }
    switch (random.below(6)) {
      case 0 -> any.crash();
      case 1 -> abort();
      default -> {
        MovingReplica to = replicas.get(random.below(3));
        if (to.driver() != null && to != any) {
          CompletableFuture<Birth> birth = to.driver().moves().birth();
          ReplicaDriver from = any.driver();
          birth.thenAccept(known -> from.moves().start("p", known));
        }
      }
    }
  }

  private void abort() {
    for (MovingReplica replica : replicas.values()) {
      if (replica.driver() != null) {
        replica.driver().moves().abort("p");
      }
    }
  }
}
