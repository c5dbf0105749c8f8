package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.cli.Cli;
import io.zabdb.client.ZabClient;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.MoveBegun;
import io.zabdb.rpc.wire.MovePartition;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Partitions.Hits;
import io.zabdb.rpc.wire.Partitions.Partition;
import io.zabdb.rpc.wire.PlaceLeaders;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Shard;
import io.zabdb.rpc.wire.Sharded;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes; each has a group for itself, or both groups are of both nodes and led by node 0. */
@Timeout(60)
class BalanceCommandTest {

  private static final long ATTEMPT = 7;

  private final List<MovePartition> asked = new CopyOnWriteArrayList<>();
  private final List<Shard> shards = new CopyOnWriteArrayList<>();

  /** Of group 0; group 1 has what it has been given. */
  private final List<Partition.Builder> partitions = new ArrayList<>();

  private FakeNodes nodes;
  private volatile boolean refuses;
  private volatile boolean neverEnds;
  private volatile boolean isShared;
  private volatile boolean knowsNothingOfPlacing;

  /** Nodes that were told that leaders are placed. */
  private final Set<Integer> placed = new CopyOnWriteArraySet<>();

  private volatile Runnable knownAgain = () -> {};

  /** Who leads each group, if both are of both nodes. */
  private final AtomicIntegerArray leaders = new AtomicIntegerArray(2);

  @BeforeEach
  void start() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      partitions.add(
          Partition.newBuilder()
              .setName(name)
              .setPhase("SERVING")
              .setAttempt(ATTEMPT)
              .setBytes(1_000)
              .setHits(Hits.newBuilder().setUpdates(100)));
    }
    nodes = new FakeNodes(2, List.of(List.of(0), List.of(1)), this::answer);
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  private Response.Builder answer(int node, Request request) {
    return switch (request.getBodyCase()) {
      case GET_STATUS -> Response.newBuilder().setStatus(status(node));
      case GET_PARTITIONS ->
          Response.newBuilder().setPartitions(told(request.getGetPartitions().getGroup()));
      case GET_MOVES -> Response.newBuilder().setMoves(moves(request.getGetMoves().getGroup()));
      case GET_BALANCE -> error(ErrorCode.UNAVAILABLE, "there is no manager");
      case MOVE_PARTITION -> move(request.getMovePartition());
      case SHARD -> split(request.getShard());
      case PLACE_LEADERS -> place(node, request.getPlaceLeaders());
      default -> {
        assertTrue(placed.contains(request.getTransfer().getTargetPlusOne() - 1));
        leaders.set(request.getTransfer().getGroup(), request.getTransfer().getTargetPlusOne() - 1);
        yield Response.newBuilder().setDone(Done.getDefaultInstance());
      }
    };
  }

  /** What a node of an older version does not know. */
  private Response.Builder place(int node, PlaceLeaders wanted) {
    if (knowsNothingOfPlacing) {
      return error(ErrorCode.INVALID_ARGUMENT, "it does not know what this request asks for");
    }
    assertEquals(Duration.ofMinutes(90).toMillis(), wanted.getMillis());
    placed.add(node);
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  private NodeStatus.Builder status(int node) {
    NodeStatus.Builder status =
        NodeStatus.newBuilder().setUptimeMillis(3_600_000).setDiskFreeBytes(1 << 30);
    for (int group = 0; group < 2; group++) {
      int leader = isShared ? leaders.get(group) : group;
      if (isShared || node == group) {
        status.addReplicas(
            NodeStatus.Replica.newBuilder()
                .setGroup(group)
                .setMember(isShared ? node : 0)
                .setRole(node == leader ? "LEADING" : "FOLLOWING")
                .setPhase("BROADCAST")
                .setEpoch(1)
                .addAllVoters(isShared ? List.of(0, 1) : List.of(node)));
      }
    }
    return status;
  }

  /** What is known of a group; the next one who asks group 0 may know more. */
  private synchronized Partitions.Builder told(int group) {
    Partitions.Builder told = held(group);
    if (group == 0) {
      knownAgain.run();
    }
    return told;
  }

  private Partitions.Builder held(int group) {
    Partitions.Builder held = Partitions.newBuilder();
    for (Partition.Builder each : partitions) {
      boolean isGone =
          !neverEnds && asked.stream().anyMatch(one -> one.getPartition().equals(each.getName()));
      if (isGone == (group == 1)) {
        held.addPartitions(each.clone().setMove(isGone ? ATTEMPT + 1 : 0));
      }
    }
    return held;
  }

  private Moves.Builder moves(int group) {
    Moves.Builder moves = Moves.newBuilder().setBirthHigh(40).setBirthLow(group);
    if (neverEnds && !asked.isEmpty() && group == 0) {
      moves.addMoves(
          Moves.Move.newBuilder()
              .setPartition(asked.get(0).getPartition())
              .setAttempt(ATTEMPT + 1)
              .setTo(1)
              .setPhase("COPYING"));
    }
    return moves;
  }

  private Response.Builder move(MovePartition wanted) {
    if (refuses) {
      return error(ErrorCode.INVALID_ARGUMENT, "somebody was faster");
    }
    asked.add(wanted);
    return Response.newBuilder().setMoveBegun(MoveBegun.newBuilder().setAttempt(ATTEMPT + 1));
  }

  /** The first time it takes too long. */
  private Response.Builder split(Shard wanted) {
    shards.add(wanted);
    if (refuses) {
      return error(ErrorCode.NOT_FOUND, "it was split before");
    }
    return shards.size() == 1
        ? error(ErrorCode.TIMEOUT, "not in time")
        : Response.newBuilder()
            .setSharded(Sharded.newBuilder().addPartitions("a0").addPartitions("a1"));
  }

  private static Response.Builder error(ErrorCode code, String message) {
    return Response.newBuilder().setError(Error.newBuilder().setCode(code).setMessage(message));
  }

  private Cli.Ended run(String... more) {
    List<String> words = new ArrayList<>(List.of("--node-hits=1000"));
    words.addAll(List.of(more));
    return nodes.run("balance", words.toArray(String[]::new));
  }

  @Test
  void aDryRunSaysWhatWouldBeDone() {
    Cli.Ended ended = run("--dry-run");
    assertEquals(0, ended.exit(), ended.toString());
    assertEquals(List.of(), asked);
    assertTrue(ended.out().startsWith("imbalance: bytes 1.00, requests 1.00;"), ended.out());
    assertTrue(
        ended.out().contains("partition a (1,000 bytes, 100.0 hits/s): group 0 to group 1"),
        ended.out());
  }

  @Test
  void aPartitionMovesIfNobodyElseHasTriedMeanwhile() {
    Cli.Ended ended = run();
    assertEquals(0, ended.exit(), ended.toString());
    assertEquals(1, asked.size());
    MovePartition move = asked.get(0);
    assertEquals("a", move.getPartition());
    assertEquals(0, move.getGroup());
    assertEquals(1, move.getTo());
    assertEquals(40, move.getBirthHigh());
    assertEquals(1, move.getBirthLow());
    assertEquals(ATTEMPT, move.getExpectedAttempt());
    assertTrue(ended.out().endsWith("partition a is group 1's now\n"), ended.out());
  }

  @Test
  void whatIsRefusedIsToldWithTheReason() {
    refuses = true;
    Cli.Ended ended = run();
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.out().contains("partition a does not move: somebody was faster"), ended.out());
  }

  @Test
  void whatDoesNotEndInTimeGoesOn() {
    neverEnds = true;
    Cli.Ended ended = run("--timeout=1");
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.out().contains("is not there after 1 s, its files go over"), ended.out());
    assertTrue(ended.out().contains("nothing else is begun"), ended.out());
    assertEquals(1, asked.size());
  }

  /** It was wanted when the plan was made. */
  @Test
  void whatIsNotWantedAnyMoreIsNotBegun() throws Exception {
    try (ZabClient client = nodes.client()) {
      StorePlan plan =
          new StorePlanner(LoadRules.usual(1_000)).plan(StoreAccess.of(client), 3_600_000);
      assertEquals(1, plan.intents().size(), plan.lines().toString());
      PlanRun run = new PlanRun(StoreAccess.of(client), line -> {});
      assertFalse(run.carryOut(plan, Duration.ofSeconds(10), () -> false));
      assertEquals(List.of(), asked);
      assertTrue(run.carryOut(plan, Duration.ofSeconds(10), () -> true));
      assertEquals(1, asked.size());
    }
  }

  /** Both groups are of both nodes, and led by node 0. */
  private void share() throws IOException {
    nodes.close();
    isShared = true;
    partitions.add(partitions.remove(2).setName("d"));
    asked.add(MovePartition.newBuilder().setPartition("d").build());
    nodes = new FakeNodes(2, List.of(List.of(0, 1), List.of(0, 1)), this::answer);
  }

  @Test
  void aLeadershipIsHandedOver() throws IOException {
    share();
    Cli.Ended ended = run();
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(ended.out().contains("leadership of group"), ended.out());
    assertTrue(ended.out().contains("before it was node 0"), ended.out());
    assertEquals(1, leaders.get(0) + leaders.get(1));
  }

  /** It would hand the group on to whoever leads fewer. */
  @Test
  void whoDoesNotKnowThatLeadersArePlacedIsGivenNone() throws IOException {
    knowsNothingOfPlacing = true;
    share();
    Cli.Ended ended = run();
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(
        ended
                .out()
                .contains("node 1 is not given group 0: it has not heard that leaders are placed\n")
            || ended
                .out()
                .contains(
                    "node 1 is not given group 1: it has not heard that leaders are placed\n"),
        ended.out());
    assertEquals(0, leaders.get(0) + leaders.get(1));
  }

  @Test
  void nobodyHearsOfPlacingByADryRun() throws IOException {
    share();
    Cli.Ended ended = run("--dry-run");
    assertEquals(0, ended.exit(), ended.toString());
    assertEquals(Set.of(), placed);
  }

  @Test
  void aPartitionThatIsTooLargeIsSplit() {
    partitions.get(0).setBytes(3L << 30);
    Cli.Ended ended = run();
    assertEquals(0, ended.exit(), ended.toString());
    assertEquals(2, shards.size(), shards.toString());
    assertEquals("a", shards.get(1).getPartition());
    assertEquals("", shards.get(1).getNeighbour());
    assertTrue(ended.out().contains("partition a is now a0 and a1\n"), ended.out());
  }

  @Test
  void aSplitThatIsRefusedIsToldWithTheReason() {
    partitions.get(0).setBytes(3L << 30);
    refuses = true;
    Cli.Ended ended = run();
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(
        ended
            .out()
            .contains("partition a is as it was, for all that is known: it was split before"),
        ended.out());
    assertEquals(1, shards.size());
  }

  @Test
  void whoeverWantsNoSplitGetsNone() {
    partitions.get(0).setBytes(3L << 30);
    run("--no-sharding");
    assertEquals(List.of(), shards);
  }

  @Test
  void whileAGroupIsSilentNothingIsDone() {
    nodes.stop(1);
    Cli.Ended ended = run();
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("nothing is done: group 1 does not tell"), ended.err());
    assertEquals(List.of(), asked);
  }

  @Test
  void whileAPartitionHasNoFiguresNothingIsDone() {
    partitions.get(1).clearHits();
    Cli.Ended ended = run();
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("what partition b has to do is not known yet"), ended.err());
    assertEquals(List.of(), asked);
  }

  /** What is not known in one round may be known in the next. */
  @Test
  void roundsGoOnAfterOneThatKnewTooLittle() {
    partitions.get(1).clearHits();
    knownAgain = () -> partitions.get(1).setHits(Hits.newBuilder().setUpdates(100));
    Cli.Ended ended = run("--rounds=3", "--every=0");
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(ended.out().startsWith("nothing is done: what partition b"), ended.out());
    assertTrue(ended.out().endsWith("nothing to do\n"), ended.out());
    assertEquals(1, asked.size());
  }

  @Test
  void aTimeoutThatIsNoneIsRefusedBeforeAnythingIsBegun() {
    Cli.Ended ended = run("--timeout=0");
    assertEquals(2, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("--timeout is 0 seconds, allowed are 1 to 3600"), ended.err());
    assertEquals(List.of(), asked);
  }

  @Test
  void aNumberOfRoundsBelowNoneIsRefused() {
    Cli.Ended ended = run("--rounds=-1");
    assertEquals(2, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("--rounds=-1 --every=20: both must be"), ended.err());
  }

  @Test
  void aNodeThatCanDoNothingIsNoNode() {
    Cli.Ended ended = nodes.run("balance", "--node-hits=0");
    assertEquals(2, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("a node that serves 0.0 hits"), ended.err());
    assertFalse(ended.err().contains("Exception"), ended.err());
  }
}
