package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.MoveBegun;
import io.zabdb.rpc.wire.MovePartition;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Group 2 of nodes 0 to 2 is to end. On real processes: BirthTest. */
@Timeout(60)
class GroupRemovalTest {

  /** What it has; the first one goes with the move that it was asked for. */
  private final List<String> partitions = new CopyOnWriteArrayList<>();

  private final List<String> done = new CopyOnWriteArrayList<>();

  /** What is answered to the end, one after the other, and then that it has ended. */
  private final List<Response> refusals = new CopyOnWriteArrayList<>();

  /** What is answered to moves, one after the other, while the partition stays. */
  private final List<Response> troubles = new CopyOnWriteArrayList<>();

  private FakeNodes nodes;

  @BeforeEach
  void serve() throws IOException {
    nodes = new FakeNodes(List.of(0, 1, 2), 3, this::answer);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Response.Builder answer(int node, Request request) {
    Response.Builder answer = Response.newBuilder();
    return switch (request.getBodyCase()) {
      case GET_STATUS -> answer.setStatus(NodeStatus.newBuilder().setNode(node));
      case GET_MOVES -> answer.setMoves(Moves.getDefaultInstance());
      case GET_PARTITIONS -> answer.setPartitions(held());
      case MOVE_PARTITION -> {
        MovePartition move = request.getMovePartition();
        done.add(move.getPartition() + " from " + move.getGroup() + " to " + move.getTo());
        if (!troubles.isEmpty()) {
          yield troubles.remove(0).toBuilder();
        }
        partitions.remove(move.getPartition());
        yield answer.setMoveBegun(MoveBegun.newBuilder().setAttempt(1));
      }
      case END_GROUP -> {
        if (!refusals.isEmpty()) {
          yield refusals.remove(0).toBuilder();
        }
        done.add("end of " + request.getEndGroup().getGroup());
        for (int each = 0; each < 3; each++) {
          nodes.leaves(each, each == 2 ? 2 : 0);
        }
        yield answer.setDone(Done.getDefaultInstance());
      }
      default -> answer.setError(Error.newBuilder().setCode(ErrorCode.INTERNAL));
    };
  }

  private Partitions.Builder held() {
    Partitions.Builder all = Partitions.newBuilder();
    partitions.forEach(
        name ->
            all.addPartitions(Partitions.Partition.newBuilder().setName(name).setPhase("SERVING")));
    return all;
  }

  private static Response error(ErrorCode code, String message) {
    return Response.newBuilder()
        .setError(Error.newBuilder().setCode(code).setMessage(message))
        .build();
  }

  @Test
  void allThatItHasMovesAndThenItEndsAndGoesEverywhere() {
    partitions.addAll(List.of("a", "b"));
    Cli.Ended ended = nodes.run("groups", "remove", "2");
    assertEquals(0, ended.exit(), ended.toString());
    // Group 0 has the only partition of the ring, so group 1 has fewest.
    assertEquals(List.of("a from 2 to 1", "b from 2 to 1", "end of 2"), done);
    List<String> lines = ended.out().lines().toList();
    assertEquals(
        "node 2 has yet to hear that group 2 has ended", lines.get(lines.size() - 1), ended.out());
    assertTrue(lines.contains("group 2 has ended"), ended.out());
  }

  @Test
  void allGoesToTheGroupThatIsNamed() {
    partitions.add("a");
    assertEquals(0, nodes.run("groups", "remove", "2", "--to=0").exit());
    assertEquals(List.of("a from 2 to 0", "end of 2"), done);
  }

  @Test
  void whatPassesIsWaitedForAndWhatComesMeanwhileGoesToo() {
    refusals.add(error(ErrorCode.UNAVAILABLE, "node 0 is closing"));
    refusals.add(error(ErrorCode.INVALID_ARGUMENT, "group 2 has partitions [c]"));
    Cli.Ended ended = nodes.run("groups", "remove", "2");
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(ended.out().contains("it waits: node 0 is closing"), ended.out());
    assertTrue(ended.out().contains("group 2 has partitions [c]"), ended.out());
    assertEquals(List.of("end of 2"), done);
  }

  /** That one does not know the group says nothing of it: others may have its replicas. */
  @Test
  void aNodeWithoutAReplicaIsNotBelievedThatItHasEnded() {
    refusals.add(error(ErrorCode.WRONG_OWNER, "node 0 has no replica of group 2"));
    Cli.Ended ended = nodes.run("groups", "remove", "2");
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(ended.out().contains("it waits: node 0 has no replica of group 2"), ended.out());
    assertEquals(List.of("end of 2"), done);
  }

  @Test
  void groupsThatThereAreNotAreNamed() {
    Cli.Ended ended = nodes.run("groups", "remove", "7");
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("there is no group 7; there are [0, 1, 2]"), ended.err());
    ended = nodes.run("groups", "remove", "2", "--to=9");
    assertTrue(ended.err().contains("there is no group 9"), ended.err());
    assertEquals(List.of(), done);
  }

  @Test
  void theOnlyGroupStays() throws IOException {
    nodes.close();
    nodes = new FakeNodes(List.of(0, 1, 2), 1, this::answer);
    partitions.add("a");
    Cli.Ended ended = nodes.run("groups", "remove", "0");
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("group 0 is the only one"), ended.err());
    assertEquals(List.of(), done);
  }

  /** A group without a quorum may have fewest for hours. */
  @Test
  void whatComesBackFromOneGroupGoesToTheNext() {
    partitions.add("a");
    Response begun =
        Response.newBuilder().setMoveBegun(MoveBegun.newBuilder().setAttempt(1)).build();
    // Of a leader that has just begun: it says nothing of group 1.
    troubles.add(error(ErrorCode.OVERLOADED, "other changes of group 2 are under way"));
    troubles.add(begun);
    troubles.add(begun);
    Cli.Ended ended = nodes.run("groups", "remove", "2");
    assertEquals(0, ended.exit(), ended.toString());
    // Given up in between; once all were tried, the emptiest is asked again.
    assertEquals(
        List.of("a from 2 to 1", "a from 2 to 1", "a from 2 to 0", "a from 2 to 1", "end of 2"),
        done);
  }
}
