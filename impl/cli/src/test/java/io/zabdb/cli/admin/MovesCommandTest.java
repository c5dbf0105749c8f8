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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two groups, of which the first has partition p0, and what is asked of them. On real processes:
 * ClusterCommandsTest.
 */
@Timeout(60)
class MovesCommandTest {

  private final List<MovePartition> asked = new CopyOnWriteArrayList<>();

  /** Why nothing moves; empty: it does. */
  private volatile String refusal = "";

  private FakeNodes nodes;

  @BeforeEach
  void serve() throws IOException {
    nodes = new FakeNodes(List.of(0), 2, (node, request) -> answer(request));
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Response.Builder answer(Request request) {
    Response.Builder response = Response.newBuilder();
    return switch (request.getBodyCase()) {
      case GET_PARTITIONS -> response.setPartitions(held(request.getGetPartitions().getGroup()));
      case GET_MOVES ->
          response.setMoves(moves(request.getGetMoves().getGroup()).setBirthHigh(7).setBirthLow(8));
      case MOVE_PARTITION -> move(request.getMovePartition());
      default -> response.setError(Error.newBuilder().setCode(ErrorCode.INTERNAL));
    };
  }

  private static Partitions.Builder held(int group) {
    Partitions.Builder held = Partitions.newBuilder();
    if (group == 0) {
      held.addPartitions(
          Partitions.Partition.newBuilder()
              .setName("p0")
              .setAfter(Long.MIN_VALUE)
              .setUpTo(Long.MAX_VALUE)
              .setPhase("SERVING"));
    }
    return held;
  }

  private Moves.Builder moves(int group) {
    Moves.Builder moves = Moves.newBuilder();
    if (group == 0 && !asked.isEmpty()) {
      moves.addMoves(
          Moves.Move.newBuilder()
              .setPartition("p0")
              .setTo(1)
              .setAttempt(1)
              .setPhase("COPYING")
              .setFileBytes(1_000)
              .setProblem("not all members of group 1 have the files yet: node 2: it is away"));
    }
    return moves;
  }

  private Response.Builder move(MovePartition move) {
    Response.Builder response = Response.newBuilder();
    if (!refusal.isEmpty()) {
      return response.setError(
          Error.newBuilder().setCode(ErrorCode.OVERLOADED).setMessage(refusal));
    }
    asked.add(move);
    return move.getAbort()
        ? response.setDone(Done.getDefaultInstance())
        : response.setMoveBegun(MoveBegun.newBuilder().setAttempt(1));
  }

  /** In the words of a shell; exit code, and what is complained of. */
  @ParameterizedTest
  @CsvSource({
    "begin p0,              2, is neither start nor abort",
    "start,                 2, 'moves start takes the name of a partition'",
    "start p0,              2, 'start needs --to'",
    "abort p0 --to=1,       2, 'start needs --to, and nothing else takes it'",
    "abort,                 2, 'moves abort takes the name of a partition'",
    "start p9 --to=1,       1, 'no group has a partition p9'",
    "abort p9,              1, 'no group has a partition p9'",
    "start p0 --to=7,       2, 'there is no group 7, but [0, 1]'",
    "start p0 --to=-1,      2, 'there is no group -1, but [0, 1]'",
    "start p0 --to=x,       2, 'x'",
    "start p0 --to=99999999999, 2, '99999999999'",
    "start p0 p1 --to=1,    2, 'p1'",
    "start p0 --to=1 --timeout=0, 2, '--timeout is 0 seconds, allowed are 1 to 3600'",
    "start p0 --to=1 --timeout=1e3, 2, '1e3'"
  })
  void badInputMovesNothing(String words, int exit, String complaint) {
    Cli.Ended ended = nodes.run("moves", words.split(" "));
    assertEquals(exit, ended.exit(), ended.toString());
    assertTrue(ended.err().startsWith("zabdb: "), ended.err());
    assertTrue(ended.err().contains(complaint), ended.err());
    assertEquals(1, ended.err().lines().count(), ended.err());
    assertEquals(List.of(), asked);
  }

  @Test
  void whatAGroupRefusesIsSaidInItsWords() {
    refusal = "a partition of group 0 moves already: [p0]; one does at a time";
    for (String words : List.of("start p0 --to=1", "abort p0")) {
      Cli.Ended ended = nodes.run("moves", words.split(" "));
      assertEquals(1, ended.exit(), ended.toString());
      assertTrue(ended.err().contains(refusal), ended.err());
    }
  }

  @Test
  void aMoveThatWaitsIsShownWithWhatItWaitsFor() {
    Cli.Ended begun = nodes.run("moves", "start", "p0", "--to=1", "--no-wait");
    assertEquals(0, begun.exit(), begun.toString());
    assertEquals("partition p0 goes from group 0 to group 1\n", begun.out());
    assertEquals(7, asked.get(0).getBirthHigh());
    Cli.Ended shown = nodes.run("moves");
    assertTrue(shown.out().contains(" COPYING "), shown.out());
    assertTrue(shown.out().contains(" have the files yet: node 2: it is away"), shown.out());
    Cli.Ended late = nodes.run("moves", "start", "p0", "--to=1", "--timeout=1");
    assertEquals(1, late.exit(), late.toString());
    assertTrue(late.err().contains("not done after 1 s"), late.err());
  }
}
