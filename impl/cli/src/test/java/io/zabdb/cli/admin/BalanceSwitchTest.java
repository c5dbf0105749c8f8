package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Cli;
import io.zabdb.rpc.wire.Balance;
import io.zabdb.rpc.wire.BalanceSettings;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code balance on}, {@code off} and {@code status}; node 0 reaches no configuration manager. */
@Timeout(60)
class BalanceSwitchTest {

  private FakeNodes nodes;

  private volatile Balance.Builder known = Balance.newBuilder();
  private volatile boolean hasManager = true;
  private volatile boolean isMalformed;

  @BeforeEach
  void start() throws IOException {
    nodes = new FakeNodes(2, List.of(List.of(0), List.of(1)), this::answer);
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  private synchronized Response.Builder answer(int node, Request request) {
    if (node == 0 || !hasManager) {
      return error(ErrorCode.UNAVAILABLE, "no manager at node " + node);
    }
    if (request.hasGetBalance() && isMalformed) {
      return error(ErrorCode.INTERNAL, "znode balance is malformed");
    }
    if (request.hasGetBalance()) {
      return Response.newBuilder().setBalance(known.clone());
    }
    BalanceSettings wanted = request.getSetBalance().getSettings();
    if (wanted.getEverySeconds() > 86_400) {
      return error(ErrorCode.INVALID_ARGUMENT, "too long");
    }
    known = known.clone().setSettings(wanted);
    isMalformed = false;
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  private static Response.Builder error(ErrorCode code, String message) {
    return Response.newBuilder().setError(Error.newBuilder().setCode(code).setMessage(message));
  }

  private Cli.Ended run(int exit, String... words) {
    Cli.Ended ended = nodes.run("balance", words);
    assertEquals(exit, ended.exit(), ended.toString());
    return ended;
  }

  @Test
  void nobodyHasSaidItYet() {
    assertEquals("the nodes do not balance the store by themselves\n", run(0, "status").out());
  }

  @Test
  void itIsSwitchedOnAndOffAndRemembersHow() {
    assertTrue(
        run(0, "on")
            .out()
            .startsWith("the nodes balance the store, every 20 s; one can serve 20000"));
    assertTrue(known.getSettings().getSharding());
    assertTrue(
        run(0, "on", "--node-hits=700", "--every=5", "--no-sharding")
            .out()
            .contains("; partitions are neither split nor merged"));
    run(0, "off");
    assertFalse(known.getSettings().getOn());
    run(0, "on");
    assertTrue(known.getSettings().getOn());
    assertEquals(700, known.getSettings().getNodeHits());
    assertEquals(5, known.getSettings().getEverySeconds());
    assertFalse(known.getSettings().getSharding());
    run(0, "on", "--sharding");
    assertTrue(known.getSettings().getSharding());
  }

  @Test
  void theSizeOfPartitionsIsRemembered() {
    assertTrue(run(0, "on").out().contains("; partitions of more than 2GiB are split;"));
    String told = run(0, "on", "--partition-size=512MiB").out();
    assertTrue(told.contains("; partitions of more than 512MiB are split;"), told);
    run(0, "off");
    run(0, "on", "--every=7");
    assertEquals(512L << 20, known.getSettings().getPartitionBytes());
    run(2, "off", "--partition-size=1GiB");
    assertTrue(
        run(2, "on", "--partition-size=big").err().contains("'big' is no size"), "no number");
    assertTrue(
        run(2, "on", "--partition-size=1048575")
            .err()
            .contains("beyond 1048575 bytes, allowed are 1048576 to 1099511627776"));
    // A node of before says nothing of it.
    known = known.clone().setSettings(known.getSettings().toBuilder().clearPartitionBytes());
    assertTrue(run(0, "on").out().contains("; partitions of more than 2GiB are split;"));
  }

  @Test
  void whatIsDoneWithGroupsIsRemembered() {
    assertTrue(run(0, "on").out().contains("; a node that is silent for 600 s is replaced;"));
    assertTrue(known.getSettings().getGroups());
    String told = run(0, "on", "--soft-zones", "--dead-after=60", "--leaving=4,3").out();
    assertTrue(
        told.contains(
            "silent for 60 s is replaced, zones and racks are a wish, nodes [4, 3] leave their"),
        told);
    run(0, "off");
    assertEquals(List.of(4, 3), known.getSettings().getLeavingList());
    run(0, "on", "--leaving=none", "--no-soft-zones");
    assertEquals(List.of(), known.getSettings().getLeavingList());
    assertFalse(known.getSettings().getSoftZones());
    assertEquals(60, known.getSettings().getDeadSeconds());
    assertTrue(run(0, "on", "--no-groups").out().contains("; groups stay as they are"));
    run(2, "off", "--groups");
    run(2, "status", "--leaving=3");
    for (String wrong : List.of("x", "3,", "-1", "3 4", "none,3", "99999999999")) {
      assertTrue(run(2, "on", "--leaving=" + wrong).err().contains("'" + wrong + "'"), wrong);
    }
    assertTrue(run(2, "on", "--dead-after=9").err().contains("dead after 9 seconds"));
    assertTrue(run(2, "on", "--leaving=1000001").err().contains("node 1000001"));
  }

  @Test
  void whatCannotBeReadIsMendedBySayingIt() {
    isMalformed = true;
    assertTrue(run(1, "status").err().contains("znode balance is malformed"));
    run(0, "on", "--every=9");
    assertEquals(9, known.getSettings().getEverySeconds());
    isMalformed = true;
    run(0, "off");
    assertFalse(known.getSettings().getOn());
  }

  @Test
  void statusTellsWhoDoesItAndWhat() {
    run(0, "on");
    assertTrue(run(1, "status").err().contains("and no node does it yet"));
    known = known.clone().setHolder(1);
    assertTrue(run(0, "status").out().endsWith("node 1 does it\n"));
    known = known.clone().setRoundMillisAgo(3_100).addLines("nothing to do");
    assertTrue(run(0, "status").out().endsWith("its last round began 3 s ago:\n  nothing to do\n"));
    known = known.clone().setHolder(0);
    assertTrue(run(0, "status").out().contains("it does not say how: no manager at node 0"));
  }

  @Test
  void withoutAManagerThereIsNobodyToTell() {
    hasManager = false;
    for (String action : List.of("on", "off", "status")) {
      Cli.Ended ended = run(1, action);
      assertTrue(ended.err().contains("no manager at node 0"), ended.err());
      assertTrue(ended.err().contains("no manager at node 1"), ended.err());
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertTrue(run(2, "perhaps").err().contains("'perhaps' is none of on, off, status"));
    run(2, "on", "--dry-run");
    run(2, "on", "--rounds=2");
    run(2, "off", "--every=5");
    run(2, "status", "--node-hits=5");
    run(2, "off", "--no-sharding");
    assertTrue(run(2, "on", "--node-hits=-1").err().contains("--node-hits"));
    assertTrue(run(2, "on", "--every=100000").err().contains("too long"));
    assertFalse(known.hasSettings());
  }
}
