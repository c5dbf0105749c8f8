package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.harness.Registers;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Broken cores of docs/mutants.md show in what clients see; the product passes the same scenes. */
class MutantsTest {

  /** What clients do, and what befalls the cluster. */
  private interface Scene {
    void play(Cluster cluster, Registers client) throws Exception;
  }

  /** A leader that is cut off goes on for long, so that it has time to do wrong. */
  private static final String[] PATIENT = {"lin-kv", "--leader-ticks", "200"};

  private static Verdict verdict(Cluster cluster, Scene scene) throws Exception {
    HistoryRecorder recorder = new HistoryRecorder();
    try (cluster) {
      scene.play(cluster, new Registers(cluster.client(), "client", recorder));
    }
    return LinearizabilityChecker.check(
            recorder.history(), RegisterModel.casRegister(), Limits.DEFAULT)
        .verdict();
  }

  private static void assertCaught(String mutant, Scene scene, String... node) throws Exception {
    assertEquals(Verdict.INVALID, verdict(Cluster.startMutant(21, 3, mutant, node), scene));
  }

  private static List<String> without(Cluster cluster, String node) {
    return cluster.names().stream().filter(name -> !name.equals(node)).toList();
  }

  /** Cuts the leader off; the others elect another. */
  private static String depose(Cluster cluster, String leader) {
    cluster.isolate(leader);
    return cluster.awaitLeader(without(cluster, leader));
  }

  @Test
  void aCommitOnOneDisk() throws Exception {
    assertCaught("OnOneDisk", MutantsTest::writeAtALeaderThatIsAlone, PATIENT);
  }

  private static void writeAtALeaderThatIsAlone(Cluster cluster, Registers client) {
    String old = cluster.awaitLeader(cluster.names());
    cluster.isolate(old);
    client.write(old, 1, 1);
    awaitRead(client, cluster.awaitLeader(without(cluster, old)), 1);
  }

  @Test
  void aReadThatNobodyConfirmed() throws Exception {
    assertCaught("Unconfirmed", MutantsTest::readAtALeaderOfThePast, PATIENT);
  }

  private static void readAtALeaderOfThePast(Cluster cluster, Registers client) {
    String old = cluster.awaitLeader(cluster.names());
    awaitWrite(client, old, 2, 1);
    awaitWrite(client, depose(cluster, old), 2, 2);
    client.read(old, 2);
  }

  @Test
  void aTailThatIsNotCut() throws Exception {
    assertCaught("NoTruncation", MutantsTest::letALeaderOfThePastLeadAgain, "lin-kv");
  }

  /** What it could not commit then must not show now, once others were asked and said no. */
  private static void letALeaderOfThePastLeadAgain(Cluster cluster, Registers client) {
    String old = cluster.awaitLeader(cluster.names());
    cluster.isolate(old);
    client.write(old, 3, 1);
    String next = cluster.awaitLeader(without(cluster, old));
    awaitRead(client, next, 3);
    awaitWrite(client, next, 4, 1);
    cluster.heal();
    letLead(cluster, old);
    awaitRead(client, old, 3);
    awaitRead(client, depose(cluster, old), 3);
  }

  @Test
  void theProductPassesTheSameScenes() throws Exception {
    Scene all =
        (cluster, client) -> {
          letALeaderOfThePastLeadAgain(cluster, client);
          cluster.heal();
          writeAtALeaderThatIsAlone(cluster, client);
          cluster.heal();
          readAtALeaderOfThePast(cluster, client);
        };
    assertEquals(Verdict.VALID, verdict(Cluster.start(22, 3, PATIENT), all));
  }

  /** Deposes leaders until a node leads. */
  private static void letLead(Cluster cluster, String node) {
    Await.until(
        node + " as the leader",
        () -> {
          String leader = cluster.awaitLeader(cluster.names());
          if (!leader.equals(node)) {
            depose(cluster, leader);
            cluster.heal();
          }
          return leader.equals(node);
        });
  }

  private static void awaitWrite(Registers client, String node, int key, int value) {
    Await.until(
        "a write at " + node, () -> Body.type(client.write(node, key, value)).equals("write_ok"));
  }

  private static void awaitRead(Registers client, String node, int key) {
    Await.until("a read at " + node, () -> isRead(client.read(node, key)));
  }

  private static boolean isRead(JsonNode answer) {
    return Body.type(answer).equals("read_ok")
        || Registers.isError(answer, ErrorCode.KEY_DOES_NOT_EXIST);
  }
}
