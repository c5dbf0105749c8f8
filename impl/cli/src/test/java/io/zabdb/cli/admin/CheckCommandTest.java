package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.FilesVerified;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.StateHash;
import io.zabdb.rpc.wire.Updated;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What checks find, at two nodes that answer as they are told; node 0 leads. */
@Timeout(60)
class CheckCommandTest {

  private FakeNodes nodes;
  private final AtomicLong index = new AtomicLong();
  private final AtomicInteger passed = new AtomicInteger();
  private final String[] hashes = {"same", "same"};
  private final String[] damage = {"", ""};

  @BeforeEach
  void serve() throws IOException {
    nodes = new FakeNodes(List.of(0, 1), this::answer);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private Response.Builder answer(int self, Request request) {
    Response.Builder response = Response.newBuilder();
    switch (request.getBodyCase()) {
      case GET_STATUS -> response.setStatus(status(self));
      case VERIFY_FILES -> response.setFilesVerified(verified(self));
      case UPDATE ->
          response.setUpdated(Updated.newBuilder().setDone(true).setIndex(index.incrementAndGet()));
      case HASH_STATE -> {
        if (passed.getAndDecrement() > 0) {
          response.setError(Error.newBuilder().setCode(ErrorCode.INVALID_ARGUMENT));
        } else {
          long asked = request.getHashState().getIndex();
          response.setStateHash(StateHash.newBuilder().setIndex(asked).setHash(hashes[self]));
        }
      }
      default -> response.setError(Error.newBuilder().setCode(ErrorCode.INTERNAL));
    }
    return response;
  }

  private static NodeStatus.Builder status(int self) {
    return NodeStatus.newBuilder()
        .setNode(self)
        .addReplicas(
            NodeStatus.Replica.newBuilder()
                .setMember(self)
                .setRole(self == 0 ? "LEADING" : "FOLLOWING")
                .setPhase("BROADCAST")
                .addAllLags(self == 0 ? List.of(0L, 5L) : List.of())
                .setEpoch(3));
  }

  private FilesVerified.Builder verified(int self) {
    FilesVerified.Builder verified = FilesVerified.newBuilder().setLogEntries(9).setBytes(2_048);
    return damage[self].isEmpty() ? verified : verified.addDamage(damage[self]);
  }

  @Test
  void equalReplicas() {
    Cli.Ended ended = nodes.run("check");
    assertEquals(0, ended.exit(), ended.out() + ended.err());
    assertTrue(
        ended.out().contains("group 0 on node 1: files are sound, 9 log entries, 2.0 KiB"),
        ended.out());
    assertTrue(ended.out().contains("2 replicas are equal, same"), ended.out());
    assertTrue(ended.out().endsWith("all is well\n"), ended.out());
  }

  @Test
  void replicasThatDiffer() {
    hashes[1] = "other";
    Cli.Ended ended = nodes.run("check");
    assertEquals(1, ended.exit());
    assertTrue(ended.out().contains("DIFFERS group 0 after entry"), ended.out());
    assertTrue(ended.out().contains("  node 1: other\n"), ended.out());
  }

  @Test
  void damagedFiles() {
    damage[1] = "file 7.sst is damaged at byte 12";
    Cli.Ended ended = nodes.run("check");
    assertEquals(1, ended.exit());
    assertTrue(
        ended.out().contains("DIFFERS group 0 on node 1: file 7.sst is damaged at byte 12"),
        ended.out());
  }

  @Test
  void anEntryThatIsPassedAlreadyIsTriedFurtherAhead() {
    passed.set(2);
    Cli.Ended ended = nodes.run("check");
    assertEquals(0, ended.exit(), ended.out());
    long margin = 64 * 8;
    assertTrue(index.get() > margin, "updates were passed through the log: " + index);
  }

  @Test
  void anEntryThatIsAlwaysPassedIsGivenUp() {
    passed.set(1_000);
    Cli.Ended ended = nodes.run("check");
    assertEquals(1, ended.exit());
    assertTrue(ended.out().contains("DIFFERS group 0: not compared: "), ended.out());
  }

  @Test
  void statusShowsLagsAndWhoIsDown() {
    String lines = nodes.run("status").out();
    assertTrue(lines.contains("group 0 on nodes [0, 1]: node 0 in epoch 3"), lines);
    assertTrue(lines.matches("(?s).*\n1 .* FOLLOWING .* 5 .*"), lines);
    nodes.stop(1);
    Cli.Ended down = nodes.run("status");
    assertEquals(1, down.exit());
    assertTrue(down.out().contains("\n1     down: "), down.out());
    assertTrue(nodes.run("status", "--json").out().contains("{\"id\":1,\"up\":false,\"error\":"));
  }
}
