package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Configuration;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.node.config.Address;
import io.zabdb.node.move.FakeTaker.Mood;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.FoundBase;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Letters from node 0 to whoever leads a group on nodes 0 to 2, over sockets. */
@Timeout(60)
class GroupCourierTest {

  private static final int OTHER = PostedNode.OTHER;
  private static final Birth SOURCE = new Birth(1, 2);
  private static final Birth DESTINATION = new Birth(3, 4);
  private static final PartitionId P = new PartitionId("p", TokenRange.ALL);
  private static final long HEAP = 100 << 20;

  private final List<PostedNode> nodes = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    for (int node = 0; node < 3; node++) {
      nodes.add(new PostedNode(node, node == 0 ? 1 << 20 : HEAP));
    }
    List<Address> addresses = new ArrayList<>();
    for (PostedNode node : nodes) {
      addresses.add(node.bind());
    }
    for (PostedNode node : nodes) {
      for (int other = 0; other < 3; other++) {
        node.topology.learn(other, addresses.get(other));
      }
    }
    nodes.get(0).takesPart = false;
  }

  @AfterEach
  void stop() {
    nodes.forEach(PostedNode::close);
  }

  private static MoveMessage message(MessageType type, ShardUpdate entry) {
    return new MoveMessage(type, SOURCE, DESTINATION, P, 3, 0, entry, null);
  }

  private static ShardUpdate update(int bytes) {
    Change change = new Change.Put(new Column("f", Bytes.of("q")), Bytes.wrap(new byte[bytes]));
    Action action = new Action.Mutate(new RowMutation(Bytes.of("a"), List.of(change)));
    Bytes payload = Bytes.wrap(CommandCodec.encode(new Command("p", 10, action)));
    List<Long> tokens = List.of(Token.of(Bytes.of("a").array()));
    return new ShardUpdate(5, 6, tokens, 12, new Version(1, 2, 3), payload);
  }

  private static Letter letter() {
    return new Letter(
        List.of(message(MessageType.PREPARE, null), message(MessageType.CATCH, update(10))),
        List.of(Family.of("f"), new Family("g", 3, 1_000)),
        7);
  }

  private CompletableFuture<Letter> send(int group, Letter letter) {
    return nodes.get(0).courier.send(group, letter, GroupPost.USUAL_MILLIS);
  }

  private static CompletableFuture<Letter> send(PostedNode from, Letter letter) {
    return from.courier.send(OTHER, letter, GroupPost.USUAL_MILLIS);
  }

  private Letter answer() {
    Letter answer = send(OTHER, letter()).orTimeout(30, TimeUnit.SECONDS).join();
    nodes.get(0).settle();
    return answer;
  }

  private ZabException failure(CompletableFuture<Letter> answer) {
    CompletionException failed =
        assertThrows(
            CompletionException.class, () -> answer.orTimeout(30, TimeUnit.SECONDS).join());
    nodes.get(0).settle();
    return assertInstanceOf(ZabException.class, failed.getCause());
  }

  private int taken(int node) {
    return nodes.get(node).taker.taken.size();
  }

  private void leads(int leader) {
    for (int node = 0; node < 3; node++) {
      nodes.get(node).taker.mood = node == leader ? Mood.LEADS : Mood.FOLLOWS;
      nodes.get(node).believes(leader);
    }
  }

  @Test
  void aLetterReachesTheLeaderAsItIsAndIsAnswered() {
    leads(2);
    Letter told = answer();
    assertEquals(new Letter(letter().messages(), letter().families(), 8), told);
    assertEquals(List.of(letter()), nodes.get(2).taker.taken);
    assertEquals(0, taken(1));
  }

  @Test
  void filesThatALeaderBeforeHasMadeAreFound() {
    BaseOffer offer =
        new BaseOffer(OTHER, "p", 3, Bytes.of("digest"), new TreeMap<>(Map.of("1.sst", 9L)));
    MadeBase made = new MadeBase(offer, 17);
    nodes.get(2).taker.base = made;
    FoundBase found =
        nodes.get(0).courier.askForBase(OTHER, "p", 3).orTimeout(30, TimeUnit.SECONDS).join();
    assertEquals(new FoundBase(2, made), found);
    // Of another attempt, or by this node itself, is of no use.
    for (CompletableFuture<FoundBase> none :
        List.of(
            nodes.get(0).courier.askForBase(OTHER, "p", 4),
            nodes.get(0).courier.askForBase(OTHER, "q", 3),
            nodes.get(2).courier.askForBase(OTHER, "p", 3))) {
      assertThrows(CompletionException.class, () -> none.orTimeout(30, TimeUnit.SECONDS).join());
    }
  }

  @Test
  void whoIsWholeIsAskedOfTheMembersThatAreMeant() {
    nodes.get(0).takesPart = true;
    nodes.get(0).taker.applied = 7;
    nodes.get(1).taker.applied = 6;
    nodes.get(2).taker.applied = 7;
    assertEquals(0b101, whole(0b111, 7));
    assertEquals(0b111, whole(0b111, 6));
    assertEquals(0b100, whole(0b110, 7), "node 0 is not meant");
    nodes.get(0).takesPart = false;
    assertEquals(0b100, whole(0b111, 7), "it has no replica that takes partitions");
    nodes.get(2).close();
    assertEquals(0, whole(0b111, 7), "who is away is not");
  }

  /** By a configuration manager that is wrong: one would count as many, and files be lost. */
  @Test
  void whoAnswersInAnothersPlaceIsNotCounted() {
    PostedNode asks = nodes.get(0);
    asks.takesPart = true;
    nodes.forEach(node -> node.taker.applied = 7);
    asks.topology.learn(1, asks.topology.clientAddress(0).orElseThrow());
    assertEquals(0b101, whole(0b111, 7));
    asks.links.told(1, nodes.get(2).topology.clientAddress(1).orElseThrow().toString());
    assertEquals(0b111, whole(0b111, 7), "somebody knows better");
  }

  private long whole(long members, long least) {
    return nodes
        .get(0)
        .courier
        .askWhole(OTHER, members, least)
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }

  @Test
  void itFollowsTheHintWhenLeadershipHasChanged() {
    leads(2);
    nodes.get(0).believes(1);
    assertEquals(8, answer().position());
    assertEquals(1, taken(1));
    assertEquals(1, taken(2));
  }

  /** A node of another cluster's beginning, which knows but one of the members. */
  @Test
  void aHintLeadsToANodeThatWasNotKnown() {
    leads(2);
    try (PostedNode stranger = new PostedNode(0, HEAP)) {
      stranger.takesPart = false;
      stranger.topology.votersChanged(OTHER, Voting.by(new Configuration(0b010, 0b010), 2));
      stranger.topology.learn(1, nodes.get(0).topology.clientAddress(1).orElseThrow());
      Letter told = send(stranger, letter()).orTimeout(30, TimeUnit.SECONDS).join();
      assertEquals(8, told.position());
    }
    assertEquals(1, taken(1));
  }

  /** Node 0 has no replica that says who leads. */
  @Test
  void membersAreAskedInTurnAndWhoAnsweredIsRemembered() {
    leads(2);
    nodes.get(1).believes(1);
    nodes.get(0).topology.leads(OTHER, -1, 0);
    assertEquals(8, answer().position());
    assertEquals(8, answer().position());
    assertEquals(1, taken(1), "the second letter went to the one that answered the first");
    assertEquals(2, taken(2));
  }

  @Test
  void theReplicaOfThisNodeIsToldWithoutAConnection() {
    nodes.get(0).takesPart = true;
    leads(0);
    nodes.get(1).close();
    nodes.get(2).close();
    assertEquals(8, answer().position());
    assertEquals(1, taken(0));
    nodes.get(0).taker.mood = Mood.FAILS;
    assertEquals(ErrorCode.INVALID_ARGUMENT, failure(send(OTHER, letter())).code());
  }

  @Test
  void theReplicaOfThisNodeSaysWhoLeads() {
    nodes.get(0).takesPart = true;
    leads(2);
    assertEquals(8, answer().position());
    assertEquals(0, taken(1));
  }

  @Test
  void aNodeThatIsAwayIsPassedOver() {
    leads(2);
    nodes.get(0).believes(1);
    nodes.get(1).close();
    assertEquals(8, answer().position());
  }

  @Test
  void whenNobodyLeadsTheLetterFailsAtOnceAndSaysWhy() {
    leads(2);
    nodes.get(2).taker.mood = Mood.FOLLOWS;
    ZabException error = failure(send(OTHER, letter()));
    assertEquals(ErrorCode.UNAVAILABLE, error.code());
    assertTrue(
        error.problem().contains("group 1") && error.problem().contains("node "), "" + error);
    assertEquals(1, taken(1));
    assertEquals(1, taken(2));
  }

  @Test
  void whatTheLeaderRefusesIsToldAndNobodyElseIsAsked() {
    leads(2);
    nodes.get(2).taker.mood = Mood.FAILS;
    ZabException error = failure(send(OTHER, letter()));
    assertEquals(ErrorCode.INVALID_ARGUMENT, error.code());
    assertTrue(error.problem().contains("node 2: such a letter"), error.problem());
    assertEquals(0, taken(1));
  }

  /** Two seconds pass once a node has been asked that does not answer. */
  private void waitFor(int silent, int asked) {
    waitFor(silent, asked, TimeUnit.SECONDS.toNanos(2));
  }

  private void waitFor(int silent, int asked, long nanos) {
    HandTimers timers = nodes.get(0).timers;
    // That of the letter, and that of the node.
    while (taken(silent) < asked || timers.waiting() < 2) {
      Thread.onSpinWait();
    }
    timers.pass(nanos);
  }

  @Test
  void aNodeThatDoesNotAnswerIsNotWaitedForLong() {
    leads(2);
    nodes.get(2).taker.mood = Mood.IS_SILENT;
    nodes.get(1).taker.mood = Mood.IS_SILENT;
    CompletableFuture<Letter> answer = send(OTHER, letter());
    waitFor(2, 1);
    waitFor(1, 1);
    ZabException error = failure(answer);
    assertEquals(ErrorCode.UNAVAILABLE, error.code());
    assertTrue(error.problem().contains("node 1: no answer within 2000 ms"), error.problem());
    assertEquals(0, nodes.get(0).budget.account(Purpose.MOVES).used());
    assertEquals(0, nodes.get(0).timers.waiting());
  }

  /** Whoever sends it waits for less, and would hear in vain that another one leads. */
  @Test
  void aLetterThatIsNotWaitedForForLongIsTakenToAnotherNodeInTime() {
    leads(2);
    nodes.get(2).taker.mood = Mood.IS_SILENT;
    nodes.get(1).taker.mood = Mood.LEADS;
    CompletableFuture<Letter> answer = nodes.get(0).courier.send(OTHER, letter(), 400);
    waitFor(2, 1, TimeUnit.MILLISECONDS.toNanos(200));
    assertEquals(8, answer.orTimeout(30, TimeUnit.SECONDS).join().position());
  }

  @Test
  void aLetterIsWaitedForAsLongAsItsSenderSays() {
    nodes.get(0).takesPart = true;
    leads(0);
    nodes.get(0).taker.mood = Mood.IS_SILENT;
    CompletableFuture<Letter> answer = nodes.get(0).courier.send(OTHER, letter(), 300);
    nodes.get(0).timers.pass(TimeUnit.MILLISECONDS.toNanos(300) - 1);
    assertFalse(answer.isDone());
    nodes.get(0).timers.pass(1);
    assertEquals(ErrorCode.TIMEOUT, failure(answer).code());
  }

  @Test
  void noLetterIsWaitedForForEver() {
    nodes.get(0).takesPart = true;
    leads(0);
    nodes.get(0).taker.mood = Mood.IS_SILENT;
    CompletableFuture<Letter> answer = send(OTHER, letter());
    nodes.get(0).timers.pass(TimeUnit.SECONDS.toNanos(5) - 1);
    assertFalse(answer.isDone());
    nodes.get(0).timers.pass(1);
    ZabException error = failure(answer);
    assertEquals(ErrorCode.TIMEOUT, error.code());
    assertTrue(error.problem().contains("group 1 did not answer"), error.problem());
  }

  /** Its answer would come to nobody. */
  @Test
  void aReplicaThatDoesNotAnswerIsNotWaitedForByItsNodeEither() {
    leads(2);
    nodes.get(2).taker.mood = Mood.IS_SILENT;
    CompletableFuture<Letter> answer = send(OTHER, letter());
    while (taken(2) == 0 || nodes.get(2).timers.waiting() == 0) {
      Thread.onSpinWait();
    }
    nodes.get(2).timers.pass(TimeUnit.SECONDS.toNanos(5));
    // So the next one is asked, which hints at the one that was.
    ZabException error = failure(answer);
    assertEquals(ErrorCode.UNAVAILABLE, error.code());
    assertEquals(1, taken(1));
  }

  /** Node 0 has memory for one of these at a time. */
  @Test
  void lettersUnderWayHaveABound() {
    leads(2);
    nodes.get(2).taker.mood = Mood.IS_SILENT;
    Letter large = new Letter(List.of(message(MessageType.CATCH, update(200_000))), List.of(), 0);
    CompletableFuture<Letter> first = send(OTHER, large);
    ZabException error = failure(send(OTHER, large));
    assertEquals(ErrorCode.OVERLOADED, error.code());
    assertTrue(error.problem().contains("bytes may be under way"), error.problem());
    waitFor(2, 1);
    failure(first);
    nodes.get(2).taker.mood = Mood.LEADS;
    assertEquals(1, send(OTHER, large).orTimeout(30, TimeUnit.SECONDS).join().position());
    assertEquals(0, nodes.get(0).budget.account(Purpose.MOVES).used());
  }

  @Test
  void aGroupThatThereIsNotIsNotAsked() {
    assertEquals(ErrorCode.UNAVAILABLE, failure(send(7, letter())).code());
  }

  @Test
  void moreUpdatesThanALetterMayHaveAreRefused() {
    leads(2);
    MoveMessage half = message(MessageType.CATCH, update((int) Letter.BYTES / 2));
    send(nodes.get(1), new Letter(Collections.nCopies(1, half), List.of(), 0)).join();
    ZabException error =
        failure(send(nodes.get(1), new Letter(Collections.nCopies(3, half), List.of(), 0)));
    assertEquals(ErrorCode.INVALID_ARGUMENT, error.code());
    assertTrue(error.problem().contains("allowed is " + Letter.BYTES), error.problem());
  }
}
