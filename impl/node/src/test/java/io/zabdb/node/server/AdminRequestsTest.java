package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.rpc.wire.ChangeMembers;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.GetEvents;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.PlaceLeaders;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.SetPolicy;
import io.zabdb.rpc.wire.Transfer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What operators ask over the wire, of a node that is a cluster by itself. */
@Timeout(120)
class AdminRequestsTest {

  @TempDir Path directory;
  private LoneNode node;

  @BeforeEach
  void start() throws IOException {
    MemoryBudget budget = MemoryBudget.of(64 << 20, 64 << 20, 64 << 20);
    node = new LoneNode(directory, budget, "transfer-policy", "round-robin");
  }

  @AfterEach
  void close() {
    node.close();
  }

  private Response ask(Request.Builder request) {
    return node.ask(request);
  }

  private NodeStatus.Replica replica() {
    return node.replica();
  }

  private Response events(int group, long after, int limit) {
    GetEvents.Builder wanted =
        GetEvents.newBuilder().setGroup(group).setAfter(after).setLimit(limit);
    return ask(Request.newBuilder().setGetEvents(wanted));
  }

  private Response policy(int group, String name) {
    return ask(
        Request.newBuilder().setSetPolicy(SetPolicy.newBuilder().setGroup(group).setPolicy(name)));
  }

  private static void assertRefused(ErrorCode code, String message, Response response) {
    Error error = response.getError();
    assertEquals(code, error.getCode(), error::toString);
    assertTrue(error.getMessage().contains(message), error::getMessage);
  }

  @Test
  void aNodeHearsThatLeadersArePlaced() {
    PlaceLeaders.Builder wanted = PlaceLeaders.newBuilder().setMillis(1);
    assertTrue(ask(Request.newBuilder().setPlaceLeaders(wanted)).hasDone());
    assertRefused(
        ErrorCode.INVALID_ARGUMENT,
        "leaders are placed for 7200001 ms, 1 to 7200000 are allowed",
        ask(Request.newBuilder().setPlaceLeaders(wanted.setMillis(7_200_001))));
  }

  @Test
  void aTransferThatNobodyCanTakeOverIsRefused() {
    Response refused = ask(Request.newBuilder().setTransfer(Transfer.getDefaultInstance()));
    // Not OVERLOADED: there will be nobody later, either.
    assertRefused(ErrorCode.INVALID_ARGUMENT, "there is nobody to hand over to", refused);
    Transfer unknown = Transfer.newBuilder().setTargetPlusOne(2).build();
    assertRefused(
        ErrorCode.INVALID_ARGUMENT,
        "members {0}, not 1",
        ask(Request.newBuilder().setTransfer(unknown)));
  }

  @Test
  void eventsAreAskedForFromANumberOn() {
    List<Event> first = events(0, 0, 0).getEvents().getEventsList();
    assertEquals(
        List.of("FOUNDED", "LEADER"), first.stream().map(Event::getKind).toList(), first::toString);
    Event leader = first.get(1);
    assertEquals(1, leader.getPeerPlusOne());
    assertEquals("epoch " + replica().getEpoch(), leader.getText());
    assertEquals((7L << 32) + 2, leader.getNumber());
    assertTrue(leader.getTimeMillis() > 0);
    assertEquals(0, events(0, leader.getNumber(), 0).getEvents().getEventsCount());
    policy(0, "off");
    policy(0, "random");
    List<Event> later = events(0, leader.getNumber(), 0).getEvents().getEventsList();
    assertEquals(List.of("POLICY", "POLICY"), later.stream().map(Event::getKind).toList());
    assertEquals(later.subList(1, 2), events(0, 0, 1).getEvents().getEventsList());
  }

  @Test
  void thePolicyIsSetWhileTheNodeRuns() {
    assertEquals("round-robin", replica().getPolicy());
    assertTrue(policy(0, "random").hasDone());
    assertEquals("random", replica().getPolicy());
  }

  private Response members(int group, List<Integer> add, List<Integer> remove) {
    ChangeMembers.Builder change =
        ChangeMembers.newBuilder().setGroup(group).addAllAdd(add).addAllRemove(remove);
    return ask(Request.newBuilder().setChangeMembers(change));
  }

  @Test
  void membersThatCannotBeAreRefusedAndNothingChanges() {
    assertRefused(
        ErrorCode.INVALID_ARGUMENT,
        "node 70 cannot be a member of group 0: ids of nodes that join are among the first 63",
        members(0, List.of(1, 70), List.of()));
    assertRefused(
        ErrorCode.INVALID_ARGUMENT,
        "node 4294967295 cannot be a member of group 0",
        members(0, List.of(-1), List.of()));
    assertRefused(
        ErrorCode.INVALID_ARGUMENT,
        "group 0 cannot have these members: nobody",
        members(0, List.of(), List.of(0)));
    // A node of another cluster never follows, either.
    assertRefused(
        ErrorCode.UNAVAILABLE,
        "node 1 does not follow the leader: is it started, of this cluster, and reached?",
        members(0, List.of(1), List.of()));
    assertRefused(
        ErrorCode.WRONG_OWNER, "no replica of group 9", members(9, List.of(1), List.of()));
    // Who never was a member need not be removed.
    assertTrue(members(0, List.of(), List.of(5, 99, -1)).hasDone());
    assertEquals(List.of(0), replica().getVotersList());
    assertEquals(List.of(), replica().getNextVotersList());
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertRefused(
        ErrorCode.INVALID_ARGUMENT, "limit is 1001, allowed is 0 to 1000", events(0, 0, 1001));
    assertRefused(ErrorCode.WRONG_OWNER, "no replica of group 9", events(9, 0, 0));
    assertRefused(ErrorCode.INVALID_ARGUMENT, "did you mean random?", policy(0, "rnadom"));
    assertRefused(ErrorCode.WRONG_OWNER, "no replica of group 9", policy(9, "random"));
    assertEquals("round-robin", replica().getPolicy());
  }
}
