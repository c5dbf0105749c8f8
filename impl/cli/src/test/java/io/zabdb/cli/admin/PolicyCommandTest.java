package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PolicyCommandTest {

  private static final String NOTE =
      "each node keeps it until it ends, and starts with its option transfer-policy\n";

  private final AtomicReferenceArray<String> policies =
      new AtomicReferenceArray<>(new String[] {"coldest", "coldest"});
  private FakeNodes nodes;

  @BeforeEach
  void serve() throws IOException {
    nodes = new FakeNodes(List.of(0, 1), this::answer);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Response.Builder answer(int node, Request request) {
    return switch (request.getBodyCase()) {
      case SET_POLICY -> {
        policies.set(node, request.getSetPolicy().getPolicy());
        yield Response.newBuilder().setDone(Done.getDefaultInstance());
      }
      case GET_STATUS ->
          Response.newBuilder()
              .setStatus(
                  NodeStatus.newBuilder()
                      .addReplicas(NodeStatus.Replica.newBuilder().setPolicy(policies.get(node))));
      default ->
          Response.newBuilder().setError(Error.newBuilder().setCode(ErrorCode.INVALID_ARGUMENT));
    };
  }

  @Test
  void theOneOfEachNodeIsShown() {
    policies.set(1, "off");
    Cli.Ended ended = nodes.run("policy");
    assertEquals(0, ended.exit(), ended.err());
    assertEquals("group 0 on node 0: coldest\ngroup 0 on node 1: off\n" + NOTE, ended.out());
  }

  @Test
  void itIsSetAtAllNodes() {
    Cli.Ended ended = nodes.run("policy", "--group=0", "round_robin");
    assertEquals(0, ended.exit(), ended.err());
    assertEquals(
        "group 0 on node 0: round-robin\ngroup 0 on node 1: round-robin\n" + NOTE, ended.out());
    assertEquals("round-robin", policies.get(0));
    assertEquals("round-robin", policies.get(1));
  }

  @Test
  void whoDoesNotAnswerIsNamed() {
    nodes.stop(1);
    Cli.Ended ended = nodes.run("policy", "random");
    assertEquals(1, ended.exit());
    assertTrue(
        ended.out().startsWith("group 0 on node 0: random\ngroup 0 on node 1: no answer, "),
        ended.out());
    assertEquals("random", policies.get(0));
    assertEquals("coldest", policies.get(1));
    assertEquals(1, nodes.run("policy").exit());
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    Cli.Ended name = nodes.run("policy", "colder");
    assertEquals(2, name.exit());
    assertTrue(name.err().contains("'colder'; did you mean coldest?"), name.err());
    Cli.Ended group = nodes.run("policy", "--group=7", "off");
    assertEquals(2, group.exit());
    assertEquals("zabdb: there is no group 7, but [0]\n", group.err());
    assertEquals("coldest", policies.get(0));
  }
}
