package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.ChangeMembers;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two groups on nodes 0 to 2, of which node 0 leads both, and what is asked of them. On real
 * processes: the fault tests.
 */
@Timeout(60)
class NodesCommandTest {

  private final Map<Integer, List<Integer>> voters = new ConcurrentHashMap<>();
  private final List<ChangeMembers> changes = new CopyOnWriteArrayList<>();

  /** Why no group changes; empty: all do, at once. */
  private volatile String refusal = "";

  /** A node that learns group 0, of which it is no member, until somebody says that it goes. */
  private volatile int learner = -1;

  /** Of each node; empty: none says it. */
  private volatile List<String> zones = List.of();

  private FakeNodes nodes;

  @BeforeEach
  void serve() throws IOException {
    voters.put(0, List.of(0, 1, 2));
    voters.put(1, List.of(0, 1, 2));
    nodes = new FakeNodes(List.of(0, 1, 2), 2, this::answer);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Response.Builder answer(int node, Request request) {
    Response.Builder response = Response.newBuilder();
    return switch (request.getBodyCase()) {
      case GET_STATUS -> response.setStatus(status(node));
      case CHANGE_MEMBERS -> change(request.getChangeMembers());
      default -> response.setError(Error.newBuilder().setCode(ErrorCode.INTERNAL));
    };
  }

  private Response.Builder change(ChangeMembers change) {
    if (!refusal.isEmpty()) {
      return Response.newBuilder()
          .setError(Error.newBuilder().setCode(ErrorCode.UNAVAILABLE).setMessage(refusal));
    }
    changes.add(change);
    learner = change.getDismissList().contains(learner) ? -1 : learner;
    List<Integer> next = new ArrayList<>(voters.get(change.getGroup()));
    next.removeAll(change.getRemoveList());
    next.addAll(change.getAddList());
    voters.put(change.getGroup(), next);
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  private NodeStatus.Builder status(int node) {
    NodeStatus.Builder status = NodeStatus.newBuilder().setNode(node);
    zones.stream().skip(node).findFirst().ifPresent(status::setZone);
    voters.forEach(
        (group, members) ->
            status.addReplicas(
                NodeStatus.Replica.newBuilder()
                    .setGroup(group)
                    .setMember(node)
                    .setEpoch(1)
                    .setPhase("BROADCAST")
                    .setRole(node == 0 ? "LEADING" : "FOLLOWING")
                    .setLearns(group == 0 && node == learner)
                    .addAllVoters(members)));
    return status;
  }

  private static void assertUsage(String reason, String... words) {
    Cli.Ended ended = Cli.run(words);
    assertEquals(2, ended.exit(), ended.err());
    assertTrue(ended.err().contains(reason), ended.err());
  }

  @Test
  void whatMakesNoSenseIsRefusedAndNamed() {
    assertUsage("'mend' is none of add, remove and replace", "nodes", "mend");
    assertUsage("nodes replace takes 1 nodes here, not 2", "nodes", "replace", "1", "3");
    assertUsage("nodes add takes 0 nodes here, not 1", "nodes", "add", "1");
    String other = "--connect=127.0.0.1:1";
    assertUsage("nodes remove takes 1 nodes here, not 0", "nodes", "remove", other);
    assertUsage("nodes replace takes 2 nodes here, not 1", "nodes", "replace", "1", other);
    assertUsage("--spare is only for nodes add on this machine", "nodes", "add", "--spare", other);
    assertUsage("--spare is only for nodes add on this machine", "nodes", "--spare");
    assertUsage("node 1 cannot replace itself", "nodes", "replace", "1", "1", other);
  }

  /** In the words of a shell; exit code, and what is complained of. */
  @ParameterizedTest
  @CsvSource({
    "remove x,          2, 'x'",
    "remove 1.5,        2, '1.5'",
    "remove 99999999999, 2, '99999999999'",
    "add 4 5 6,         2, 'nodes add takes 1 nodes here, not 3'",
    "add 4 --timeout=0, 2, '--timeout is 0 seconds, allowed are 1 to 3600'",
    "add 4 --timeout=9999, 2, '--timeout is 9999 seconds, allowed are 1 to 3600'",
    "replace 1 2,       1, 'node 2 is a member of group 0 already'",
    "replace 11 3,      1, 'node 11 is a member of no group, nor is node 3'"
  })
  void badInputChangesNothing(String words, int exit, String complaint) {
    assertRefused(words, exit, complaint);
  }

  private void assertRefused(String words, int exit, String complaint) {
    Map<Integer, List<Integer>> before = Map.copyOf(voters);
    Cli.Ended ended = nodes.run("nodes", words.split(" "));
    assertEquals(exit, ended.exit(), ended.toString());
    assertTrue(ended.err().startsWith("zabdb: "), ended.err());
    assertTrue(ended.err().contains(complaint), ended.err());
    assertEquals(1, ended.err().lines().count(), ended.err());
    assertEquals(List.of(), changes);
    assertEquals(before, voters);
  }

  @Test
  void negativeIdsAreNone() {
    Cli.Ended ended = nodes.run("nodes", "remove", "--", "-1");
    assertEquals(2, ended.exit(), ended.toString());
    assertEquals("zabdb: node -1: ids of nodes are numbers from 0\n", ended.err());
    assertEquals(List.of(), changes);
  }

  @Test
  void theLastButOneMemberLeavesOnlyIfThatIsSaid() {
    voters.put(0, List.of(0, 1));
    voters.put(1, List.of(0, 1));
    assertRefused("remove 1", 1, "group 0 has members [0, 1]: without node 1 the data would be at");
    assertEquals(0, nodes.run("nodes", "remove", "1", "--leave-one").exit());
    assertEquals(Map.of(0, List.of(0), 1, List.of(0)), voters);
    changes.clear();
    assertRefused("remove 0", 1, "without node 0 group 0 would have no members: it needs one");
  }

  /** The second group's reason counts before the first one changes. */
  @Test
  void noGroupChangesIfOneMayNot() {
    voters.put(1, List.of(0, 1));
    assertRefused("remove 1", 1, "group 1 has members [0, 1]");
  }

  /** It never follows: a node of another cluster cannot, for one. */
  @Test
  void aNodeThatDoesNotComeIsWaitedForAndNamed() {
    refusal = "node 3 does not follow the leader: is it started, of this cluster, and reached?";
    Cli.Ended ended = nodes.run("nodes", "add", "3", "--timeout=1");
    assertEquals(1, ended.exit(), ended.toString());
    assertTrue(ended.err().contains("not done after 1 s: group 0 waits: " + refusal), ended.err());
    assertEquals(List.of(), changes);
  }

  @Test
  void eachGroupChangesAndIsToldOf() {
    Cli.Ended ended = nodes.run("nodes", "remove", "2");
    assertEquals(0, ended.exit(), ended.toString());
    assertTrue(ended.out().contains("group 0 has members [0, 1]\n"), ended.out());
    assertTrue(ended.out().contains("group 1 has members [0, 1]\n"), ended.out());
    assertEquals(2, changes.size());
    // To ask again for what is done is to be told so.
    Cli.Ended again = nodes.run("nodes", "remove", "2");
    assertEquals(0, again.exit(), again.toString());
    assertTrue(again.out().contains("group 1 has members already: [0, 1]\n"), again.out());
    assertEquals(2, changes.size());
  }

  @Test
  void theLastZoneButOneIsNotLeftUnlessThatIsSaid() {
    zones = List.of("a", "a", "b");
    assertRefused("remove 2", 1, "without node 2 all members of group 0 would be in zone a");
    assertEquals(List.of(), changes);
    assertEquals(0, nodes.run("nodes", "remove", "2", "--leave-zone").exit());
  }

  /** Somebody began to add it and gave up. */
  @Test
  void whoLearnsInVainIsDismissed() {
    voters.put(0, List.of(0, 1));
    voters.put(1, List.of(0, 1));
    learner = 2;
    refusal = "leaders change";
    Cli.Ended refused = nodes.run("nodes", "remove", "2", "--timeout=1");
    assertEquals(1, refused.exit(), refused.toString());
    assertTrue(refused.err().contains("group 0 waits: leaders change"), refused.err());
    refusal = "";
    Cli.Ended ended = nodes.run("nodes", "remove", "2");
    assertEquals(0, ended.exit(), ended.toString());
    assertEquals(1, changes.size(), changes.toString());
    assertEquals(List.of(2), changes.get(0).getDismissList());
    assertEquals(0, nodes.run("nodes", "remove", "2").exit());
    assertEquals(1, changes.size(), "what is done is not done twice");
  }

  @Test
  void nodesAreShownByWhatTheyAreToTheGroups() {
    voters.put(0, List.of(0, 1));
    voters.put(1, List.of(0));
    nodes.stop(2);
    Cli.Ended ended = nodes.run("nodes");
    assertEquals(0, ended.exit(), ended.toString());
    List<String> lines = ended.out().lines().toList();
    assertEquals(4, lines.size(), ended.out());
    assertTrue(lines.get(1).matches("0 +127\\S+ +voter +0,1 +0,1 +yes"), lines.get(1));
    assertTrue(lines.get(2).matches("1 +127\\S+ +voter +0 +- +yes"), lines.get(2));
    assertTrue(lines.get(3).matches("2 +127\\S+ +removed +- +- +no: .+"), lines.get(3));
  }
}
