package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Born;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups 0 and 1 of nodes 0 to 2, and what is asked of these. On real processes: BirthTest. */
@Timeout(60)
class GroupsCommandTest {

  private final List<List<Integer>> asked = new CopyOnWriteArrayList<>();

  /** What is answered to a birth, one after the other; the last one again and again. */
  private final List<Response> answers = new CopyOnWriteArrayList<>();

  private volatile boolean isLed = true;

  /** How often a leader says that it has not learnt yet what its group has. */
  private final AtomicInteger unlearnt = new AtomicInteger();

  private FakeNodes nodes;

  @BeforeEach
  void serve() throws IOException {
    nodes = new FakeNodes(List.of(0, 1, 2), 2, this::answer);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Response.Builder answer(int node, Request request) {
    return switch (request.getBodyCase()) {
      case GET_STATUS -> Response.newBuilder().setStatus(status(node));
      case BEAR_GROUP -> {
        asked.add(request.getBearGroup().getNodesList());
        yield answers.get(Math.min(asked.size(), answers.size()) - 1).toBuilder();
      }
      case GET_PARTITIONS ->
          unlearnt.getAndDecrement() > 0
              ? error(ErrorCode.UNAVAILABLE, "it has not learnt yet what group 1 has").toBuilder()
              : Response.newBuilder().setPartitions(Partitions.getDefaultInstance());
      default -> Response.newBuilder().setError(Error.newBuilder().setCode(ErrorCode.INTERNAL));
    };
  }

  private NodeStatus.Builder status(int node) {
    NodeStatus.Builder status = NodeStatus.newBuilder().setNode(node);
    for (int group = 0; group < 2; group++) {
      boolean leads = node == 0 && (isLed || group == 0);
      status.addReplicas(
          NodeStatus.Replica.newBuilder()
              .setGroup(group)
              .setMember(node)
              .setEpoch(7)
              .setPhase("BROADCAST")
              .setRole(leads ? "LEADING" : "FOLLOWING")
              .addAllVoters(List.of(0, 1, 2)));
    }
    return status;
  }

  private static Response error(ErrorCode code, String message) {
    return Response.newBuilder()
        .setError(Error.newBuilder().setCode(code).setMessage(message))
        .build();
  }

  private static Response born(int group) {
    return Response.newBuilder().setBorn(Born.newBuilder().setGroup(group)).build();
  }

  @ParameterizedTest
  @CsvSource({
    "mend,            is neither add nor remove",
    "remove,          groups remove takes the number of one group",
    "remove 0 1,      groups remove takes the number of one group",
    "remove 1 --to=1, '--to is only for groups remove, and names another group'",
    "add 1 --to=0,    '--to is only for groups remove, and names another group'",
    "remove 1 --size=2, --size is only for groups add without nodes",
    "add,             groups add needs the nodes of the group here",
    "add 1 --size=2,  --size is only for groups add without nodes",
    "add 1 --timeout=0, '--timeout is 0 seconds, allowed are 1 to 3600'",
    "add x,           x"
  })
  void whatMakesNoSenseIsRefusedAndNamed(String words, String complaint) {
    Cli.Ended ended = nodes.run("groups", words.split(" "));
    assertEquals(2, ended.exit(), ended.toString());
    assertTrue(ended.err().contains(complaint), ended.err());
    assertEquals(List.of(), asked);
  }

  @Test
  void groupsAreShown() {
    List<String> lines = nodes.run("groups").out().lines().toList();
    assertTrue(lines.get(1).matches("0 +\\[0, 1, 2] +0 +7 +yes"), lines.toString());
    isLed = false;
    Cli.Ended ended = nodes.run("groups");
    assertEquals(1, ended.exit());
    assertTrue(
        ended.out().lines().toList().get(2).matches("1 +\\[0, 1, 2] +- +- +yes"), ended.out());
  }

  @Test
  void aNodeThatIsAwayIsWaitedForAndNothingIsAskedTwice() {
    answers.add(error(ErrorCode.UNAVAILABLE, "node 2 does not take part: it is away"));
    answers.add(born(1));
    Cli.Ended ended = nodes.run("groups", "add", "1", "2");
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(
        ended.out().contains("it waits: node 2 does not take part: it is away"), ended.out());
    assertTrue(ended.out().contains("group 1 serves, and owns nothing yet"), ended.out());
    // A group that is there is not asked for again: that would be another one.
    assertEquals(List.of(List.of(1, 2), List.of(1, 2)), asked);
  }

  @Test
  void aGroupWithoutALeaderIsWaitedForAndNotAskedForAgain() {
    isLed = false;
    answers.add(born(1));
    Cli.Ended ended = nodes.run("groups", "add", "1", "2", "--timeout=1");
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("not done after 1 s: group 1 elects a leader"), ended.err());
    assertEquals(1, asked.size());
  }

  /** It was elected a moment ago: what is asked of the group next would be refused. */
  @Test
  void aLeaderThatHasNotLearntWhatTheGroupHasIsWaitedFor() {
    answers.add(born(1));
    unlearnt.set(2);
    Cli.Ended ended = nodes.run("groups", "add", "1", "2");
    assertEquals(0, ended.exit(), ended.toString());
    List<String> lines = ended.out().lines().toList();
    int wait = lines.indexOf("group 1 learns what it has");
    assertTrue(wait > 0 && lines.get(wait + 1).startsWith("group 1 serves"), ended.out());
    assertEquals(-1, unlearnt.get());
  }

  @Test
  void whoHasNotHeardOfTheGroupIsWaitedFor() {
    answers.add(born(1));
    nodes.keepFrom(2, 2);
    Cli.Ended ended = nodes.run("groups", "add", "1", "2");
    assertEquals(0, ended.exit(), ended.toString());
    List<String> lines = ended.out().lines().toList();
    int news = lines.indexOf("node 2 hears of group 1");
    assertTrue(news > 0, ended.out());
    assertTrue(lines.get(news + 1).startsWith("group 1 serves"), ended.out());
  }

  @Test
  void whoDoesNotAnswerIsNotWaitedFor() {
    answers.add(born(1));
    nodes.stop(2);
    Cli.Ended ended = nodes.run("groups", "add", "1");
    assertEquals(0, ended.exit(), ended.toString());
  }

  @Test
  void aNodeWithoutRoomIsNotWaitedFor() {
    answers.add(error(ErrorCode.OVERLOADED, "node 2 has 4 groups, and room for 4 (max-groups)"));
    Cli.Ended ended = nodes.run("groups", "add", "1", "2");
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("room for 4 (max-groups)"), ended.err());
    assertEquals(1, asked.size());
  }
}
