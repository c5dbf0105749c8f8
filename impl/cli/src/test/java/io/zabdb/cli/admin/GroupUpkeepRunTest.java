package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balancer.GroupRules;
import io.zabdb.balancer.HeardOf;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.cli.Cli;
import io.zabdb.client.ZabClient;
import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.rpc.wire.Born;
import io.zabdb.rpc.wire.ChangeMembers;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Partitions.Hits;
import io.zabdb.rpc.wire.Partitions.Partition;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What {@code balance} has groups do: nodes 0, 1 and 2 are group 0, which has a partition; nodes 3,
 * 4 and 5 wait, or are group 1, which has nothing.
 */
@Timeout(60)
class GroupUpkeepRunTest {

  private final Map<Integer, List<Integer>> voters = new TreeMap<>();
  private final List<Integer> learners = new ArrayList<>();
  private FakeNodes nodes;

  /** Answers to a change of members before it is made. */
  private final List<Response.Builder> refusals = new ArrayList<>();

  /** How often node 0 is asked for the ring before it has heard of the birth. */
  private volatile int untilHeard;

  /** Somebody else has node 2 leave, just before. */
  private volatile boolean isChangedByAnother;

  private volatile boolean isRefusedByNewcomers;

  @BeforeEach
  void start() throws IOException {
    nodes = new FakeNodes(6, List.of(List.of(0, 1, 2), List.of(3, 4, 5)), this::answer);
    voters.put(0, List.of(0, 1, 2));
    for (int node = 0; node < 6; node++) {
      nodes.keepFrom(node, Integer.MAX_VALUE);
    }
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  private void isBorn() {
    voters.put(1, List.of(3, 4, 5));
    for (int node = 0; node < 6; node++) {
      nodes.keepFrom(node, 0);
    }
  }

  private synchronized Response.Builder answer(int node, Request request) {
    Response.Builder done = Response.newBuilder().setDone(Done.getDefaultInstance());
    switch (request.getBodyCase()) {
      case GET_STATUS:
        return Response.newBuilder().setStatus(status(node));
      case GET_PARTITIONS:
        return Response.newBuilder()
            .setPartitions(partitions(request.getGetPartitions().getGroup()));
      case GET_MOVES:
        return Response.newBuilder().setMoves(Moves.getDefaultInstance());
      case BEAR_GROUP:
        isBorn();
        nodes.keepFrom(0, untilHeard);
        return Response.newBuilder().setBorn(Born.newBuilder().setGroup(1));
      case TAKE_GROUP:
        if (isRefusedByNewcomers) {
          return error(ErrorCode.INVALID_ARGUMENT, "ids of nodes that join are among the first 63");
        }
        learners.add(node);
        return done;
      case CHANGE_MEMBERS:
        return change(request.getChangeMembers());
      case END_GROUP:
        voters.remove(1);
        for (int each = 0; each < 6; each++) {
          nodes.leaves(each, 0);
        }
        return done;
      default:
        return error(ErrorCode.UNAVAILABLE, "there is no manager");
    }
  }

  private Response.Builder change(ChangeMembers wanted) {
    if (isChangedByAnother) {
      voters.put(0, List.of(0, 1));
      return error(ErrorCode.UNAVAILABLE, "it changes already");
    }
    if (!refusals.isEmpty()) {
      return refusals.remove(0);
    }
    List<Integer> after = new ArrayList<>(voters.get(0));
    after.addAll(wanted.getAddList());
    after.removeAll(wanted.getRemoveList());
    voters.put(0, after);
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  private static Response.Builder error(ErrorCode code, String message) {
    return Response.newBuilder().setError(Error.newBuilder().setCode(code).setMessage(message));
  }

  private static Partitions.Builder partitions(int group) {
    Partitions.Builder held = Partitions.newBuilder();
    if (group == 0) {
      held.addPartitions(
          Partition.newBuilder()
              .setName("a")
              .setPhase("SERVING")
              .setBytes(1_000)
              .setHits(Hits.newBuilder().setUpdates(100)));
    }
    return held;
  }

  private NodeStatus.Builder status(int node) {
    NodeStatus.Builder status =
        NodeStatus.newBuilder()
            .setUptimeMillis(3_600_000)
            .setDiskFreeBytes(1 << 30)
            .setSpare(node >= 3)
            .setMostGroups(node < 3 ? 1 : 4);
    voters.forEach(
        (group, members) -> {
          boolean isMember = members.contains(node);
          if (isMember || (group == 0 && learners.contains(node))) {
            status.addReplicas(
                NodeStatus.Replica.newBuilder()
                    .setGroup(group)
                    .setMember(members.indexOf(node) + 1)
                    .setRole(members.get(0) == node ? "LEADING" : "FOLLOWING")
                    .setPhase("BROADCAST")
                    .setEpoch(1)
                    .setLearns(!isMember)
                    .addAllVoters(members));
          }
        });
    return status;
  }

  private String run(int exit, String... words) {
    Cli.Ended ended = nodes.run("balance", words);
    assertEquals(exit, ended.exit(), ended.toString());
    return ended.out();
  }

  @Test
  void nodesThatWaitFoundAGroup() {
    String told = run(0);
    assertTrue(told.contains("new group of nodes [3, 4, 5]\n"), told);
    assertTrue(told.contains("group 1 is born of nodes [3, 4, 5]\n"), told);
    assertTrue(!run(0, "--dry-run").contains("new group"), "it is there");
  }

  /** Else whoever is to give it something, in the next round, knows of no such group. */
  @Test
  void aBirthIsDoneWhenAllHaveHeardOfIt() throws IOException {
    untilHeard = 5;
    assertTrue(run(0).contains("group 1 is born of nodes [3, 4, 5]\n"));
    try (ZabClient client = nodes.client()) {
      assertTrue(HeardOf.knows(StoreAccess.of(client), 0, 1, false));
    }
  }

  @Test
  void whoeverLeavesIsReplacedAsSoonAsTheGroupAgrees() {
    refusals.add(error(ErrorCode.UNAVAILABLE, "node 3 does not follow yet"));
    String told = run(0, "--leaving=2");
    assertTrue(told.contains("group 0 waits: node 3 does not follow yet"), told);
    assertTrue(told.contains("nodes [3] for [2] in group 0: they are its members now\n"), told);
    assertEquals(List.of(0, 1, 3), voters.get(0));
    assertEquals(List.of(3), learners);
  }

  @Test
  void membersThatWereChangedMeanwhileStay() {
    isChangedByAnother = true;
    String told = run(1, "--leaving=2");
    assertTrue(told.contains("its members stay: it has other members by now\n"), told);
    assertEquals(List.of(0, 1), voters.get(0));
  }

  @Test
  void whatAGroupRefusesForGoodIsNotAskedForAgain() {
    refusals.add(error(ErrorCode.INVALID_ARGUMENT, "it must not be"));
    String told = run(1, "--leaving=2");
    assertTrue(told.contains("in group 0: its members stay: it must not be"), told);
  }

  @Test
  void whatANewcomerRefusesForGoodIsNotAskedForAgain() {
    isRefusedByNewcomers = true;
    String told = run(1, "--leaving=2");
    assertTrue(told.contains("in group 0: its members stay: ids of nodes that join"), told);
  }

  /** In time that passes by itself: a second for each pause. */
  private record QuickAccess(StoreAccess real, AtomicLong skipped) implements StoreAccess {

    @Override
    public ClusterAdmin admin() {
      return real.admin();
    }

    @Override
    public <T> T await(CompletableFuture<T> answer) {
      return real.await(answer);
    }

    @Override
    public long nanos() {
      return skipped.get();
    }

    @Override
    public void pause(Duration time) {
      skipped.addAndGet(TimeUnit.SECONDS.toNanos(1));
    }
  }

  /** Has node 3 take the place of node 2, while the group is not ready for it. */
  private String replaceInVain(Runnable before, BooleanSupplier goesOn) throws Exception {
    for (int i = 0; i < 10_000; i++) {
      refusals.add(error(ErrorCode.UNAVAILABLE, "node 3 does not follow yet"));
    }
    List<String> told = new ArrayList<>();
    try (ZabClient client = nodes.client()) {
      StoreAccess store = new QuickAccess(StoreAccess.of(client), new AtomicLong());
      StorePlan plan =
          new StorePlanner(LoadRules.usual(1_000).with(GroupRules.usual(false, 600_000, Set.of(2))))
              .plan(store, 3_600_000);
      assertEquals(1, plan.replacements().size(), plan.lines().toString());
      before.run();
      assertFalse(new PlanRun(store, told::add).carryOut(plan, Duration.ofHours(1), goesOn));
    }
    assertEquals(List.of(0, 1, 2), voters.get(0));
    return String.join("\n", told);
  }

  @Test
  void aNewcomerThatIsSilentIsNotWaitedFor() throws Exception {
    String told = replaceInVain(() -> nodes.stop(3), () -> true);
    assertTrue(told.contains("in group 0: its members stay: a newcomer does not answer"), told);
  }

  @Test
  void whatIsNotWantedAnyLongerIsNotAskedForAgain() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    String told = replaceInVain(() -> {}, () -> asked.incrementAndGet() < 10);
    assertTrue(told.contains("not done yet, group 0 waits: node 3 does not follow yet"), told);
    assertTrue(10_000 - refusals.size() <= 10, "asked " + (10_000 - refusals.size()) + " times");
  }

  @Test
  void aGroupThatHasNothingEndsWhenItsNodesLeave() {
    isBorn();
    String told = run(0, "--leaving=3,4,5");
    assertTrue(told.contains("group 1 becomes OUT\ngroup 1 has ended\n"), told);
    assertEquals(List.of(0), List.copyOf(voters.keySet()));
  }
}
