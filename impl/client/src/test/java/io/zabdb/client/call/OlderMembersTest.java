package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.ToldRings;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.net.Peers;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Members of a group have changed, and the configuration manager has not heard of it: it names node
 * 0, which has no replica any more. Nodes 1 and 2 have one. In virtual time.
 */
class OlderMembersTest {

  private static final Bytes ROW = Bytes.of("row");

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));

  /** As the configuration manager knows them. */
  private List<Integer> members = List.of(0);

  private long epoch = 1;
  private final Caller caller = caller();

  /** One that asks the configuration manager. */
  private Caller caller() {
    Peers peers = new Peers(cluster.connector(), time);
    return new Caller(
        FakeClients.settings(),
        new ToldRings(this::byManager),
        peers,
        time,
        new SplittableRandom(1));
  }

  private ClusterState byManager() {
    return new ClusterState(
        FakeCluster.ID,
        List.of(),
        cluster.ring(),
        List.of(new GroupInfo(0, members, members.get(0), epoch)),
        IntStream.range(0, 3)
            .mapToObj(node -> new NodeInfo(node, "node" + node, 7_000 + node, 1, 0, 0))
            .toList());
  }

  /** What node 0 answers to all that is about the group. */
  private void answerOfNodeWithoutReplica(Response.Builder answer) {
    cluster.setScript(
        (node, request) -> node == 0 && (request.hasUpdate() || request.hasGet()) ? answer : null);
  }

  private static Response.Builder namesMember() {
    Response.Builder answer =
        WireErrors.response(ErrorCode.NOT_LEADER, "node 2 may have a replica", false);
    answer.getErrorBuilder().setLeaderNodePlusOne(3).setLeaderAddress("node2:7002");
    return answer;
  }

  /** By what it has heard of, which is older than what the client has. */
  private static Response.Builder namesOlderOwner() {
    RingPartition before = new RingPartition("p0", TokenRange.ALL, 1, 1);
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCodeValue(ErrorCode.WRONG_OWNER.number())
                .setMessage("no replica")
                .setOwner(FakeCluster.wire(before)));
  }

  private CompletableFuture<Version> put(String value) {
    RowMutation mutation = RowMutation.of(ROW, new Change.Put(Column.DEFAULT, Bytes.of(value)));
    return caller.call(Update.row("put", mutation));
  }

  private CompletableFuture<List<Cell>> get(OperationKind kind) {
    return caller.call(new Lookup(ROW, Column.DEFAULT, 1, kind));
  }

  private void succeeds(CompletableFuture<?> call, int withinMillis) {
    assertTrue(time.until(call).toMillis() < withinMillis);
    call.join();
  }

  @Test
  void whoLedIsAskedThoughNoListNamesIt() {
    cluster.move(0, 0, 4);
    cluster.elect(0, 1);
    answerOfNodeWithoutReplica(namesMember());
    succeeds(put("a"), 1_000);
    answerOfNodeWithoutReplica(namesOlderOwner());
    // It is out of reach for a moment, and leads on in the same epoch.
    cluster.node(1).kill();
    CompletableFuture<Version> second = put("b");
    time.in(50_000_000, cluster.node(1)::resume);
    succeeds(second, 2_000);
    assertEquals("b", valueRead());
  }

  private String valueRead() {
    CompletableFuture<List<Cell>> read = get(OperationKind.READ);
    succeeds(read, 1_000);
    return read.join().get(0).value().text();
  }

  @Test
  void aReadThatAnyReplicaMayServeGoesToTheOneThatIsNamed() {
    cluster.elect(0, 1);
    answerOfNodeWithoutReplica(namesMember());
    succeeds(put("a"), 1_000);
    for (int i = 0; i < 5; i++) {
      succeeds(get(OperationKind.SPREAD_READ), 1_000);
    }
    long before = reads(2);
    succeeds(get(OperationKind.SPREAD_READ), 1_000);
    assertEquals(before + 1, reads(2));
  }

  /** Seed 33003123 of profile elastic: it was read from the dead for ever. */
  @Test
  void aReadThatAnyReplicaMayServeFindsThoseInWhosePlaceOthersCame() {
    succeeds(get(OperationKind.SPREAD_READ), 1_000);
    cluster.node(0).kill();
    cluster.elect(0, 1);
    members = List.of(1, 2);
    epoch = 2;
    succeeds(get(OperationKind.SPREAD_READ), 2_000);
    cluster.node(1).kill();
    succeeds(get(OperationKind.SPREAD_READ), 1_000);
  }

  private long reads(int node) {
    return cluster.node(node).received().stream().filter(Request::hasGet).count();
  }
}
