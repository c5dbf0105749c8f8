package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.node.Configs;
import io.zabdb.node.api.DiskRoom;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.health.NodeHealth;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.node.replica.ReplicaTraces;
import io.zabdb.transport.rpc.RpcClient;
import io.zabdb.transport.rpc.RpcConnection;
import io.zabdb.transport.rpc.RpcSettings;
import io.zabdb.transport.socket.Loops;
import io.zabdb.transport.wire.ClientHello;
import io.zabdb.transport.wire.Error;
import io.zabdb.transport.wire.ErrorCode;
import io.zabdb.transport.wire.Event;
import io.zabdb.transport.wire.GetEvents;
import io.zabdb.transport.wire.GetStatus;
import io.zabdb.transport.wire.NodeStatus;
import io.zabdb.transport.wire.Request;
import io.zabdb.transport.wire.Response;
import io.zabdb.transport.wire.SetPolicy;
import io.zabdb.transport.wire.Transfer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What operators ask over the wire, of a node that is a cluster by itself. */
@Timeout(120)
class AdminRequestsTest {

  @TempDir Path directory;
  private final NodeMetrics metrics = new NodeMetrics();
  private final EventLoopGroup loops = Loops.create("test", 1);
  private final RpcClient client = new RpcClient(loops, RpcSettings.DEFAULT, null);
  private NodeReplicas node;
  private RpcConnection connection;

  @BeforeEach
  void start() throws IOException {
    DiskRoom room =
        new DiskRoom() {
          @Override
          public long freeBytes() {
            return 1L << 40;
          }

          @Override
          public boolean isShort() {
            return false;
          }
        };
    node =
        new NodeReplicas(
            new NodeContext(
                Configs.alone(directory, "transfer-policy", "round-robin"),
                7,
                metrics,
                MemoryBudget.of(64 << 20, 64 << 20, 64 << 20),
                room,
                new NodeHealth(),
                Optional.empty(),
                (group, cause) -> {
                  throw new AssertionError(cause);
                }),
            ReplicaTraces.NONE);
    node.start();
    connection =
        client
            .connect(node.clientAddress().resolve(), ClientHello.getDefaultInstance())
            .orTimeout(30, TimeUnit.SECONDS)
            .join();
    while (replica().getEpoch() == 0 || !replica().getPhase().equals("BROADCAST")) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void close() {
    client.close();
    node.close();
    metrics.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private Response ask(Request.Builder request) {
    return connection.send(request).orTimeout(30, TimeUnit.SECONDS).join();
  }

  private NodeStatus.Replica replica() {
    return ask(Request.newBuilder().setGetStatus(GetStatus.getDefaultInstance()))
        .getStatus()
        .getReplicas(0);
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
  void aTransferThatNobodyCanTakeOverIsRefused() {
    Response refused = ask(Request.newBuilder().setTransfer(Transfer.getDefaultInstance()));
    // Not OVERLOADED: there will be nobody later, either.
    assertRefused(ErrorCode.INVALID_ARGUMENT, "there is nobody to hand over to", refused);
    Transfer unknown = Transfer.newBuilder().setTargetPlusOne(2).build();
    assertRefused(
        ErrorCode.INVALID_ARGUMENT,
        "members 0 to 0, not 1",
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
