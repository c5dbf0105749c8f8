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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken cores of docs/mutants.md show in what clients see; the product passes the same scenes. */
class MutantsTest {

  @TempDir Path directory;

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

  /** A busy machine may stand still at the wrong moment, so that a scene comes to nothing. */
  private void assertCaught(String mutant, Scene scene, String... node) throws Exception {
    Verdict verdict = Verdict.VALID;
    for (int attempt = 0; attempt < 3 && verdict == Verdict.VALID; attempt++) {
      List<String> arguments = new ArrayList<>(List.of(node));
      arguments.addAll(List.of("--directory", directory.resolve("try" + attempt).toString()));
      String[] all = arguments.toArray(String[]::new);
      verdict = verdict(Cluster.startMutant(21 + attempt, 3, mutant, all), scene);
    }
    assertEquals(Verdict.INVALID, verdict);
  }

  private static List<String> without(Cluster cluster, String node) {
    return cluster.names().stream().filter(name -> !name.equals(node)).toList();
  }

  /**
   * Waits for a leader of a group in service: all members found a group, so one that is cut before
   * its first update waits for them.
   *
   * @return the leader
   */
  private static String awaitGroup(Cluster cluster, Registers client) {
    awaitWrite(client, cluster.awaitLeader(cluster.names()), 9, 0);
    return cluster.awaitLeader(cluster.names());
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
    String old = awaitGroup(cluster, client);
    cluster.isolate(old);
    client.write(old, 1, 1);
    awaitRead(client, cluster.awaitLeader(without(cluster, old)), 1);
  }

  @Test
  void aReadThatNobodyConfirmed() throws Exception {
    assertCaught("Unconfirmed", MutantsTest::readAtALeaderOfThePast, PATIENT);
  }

  private static void readAtALeaderOfThePast(Cluster cluster, Registers client) {
    String old = awaitGroup(cluster, client);
    awaitWrite(client, old, 2, 1);
    awaitWrite(client, depose(cluster, old), 2, 2);
    client.read(old, 2);
  }

  @Test
  void aLeaderThatInsistsOnItsOwnHistory() throws Exception {
    assertCaught("OwnHistory", MutantsTest::letTheOneLeadThatWasAway, "lin-kv");
  }

  /**
   * Who was away while something was written is chosen all the same: the other one's store is hot,
   * and its vote weighs less. It must take the history of the other, who does not know yet that
   * what it has is committed.
   */
  private static void letTheOneLeadThatWasAway(Cluster cluster, Registers client) throws Exception {
    awaitGroup(cluster, client);
    cluster.kill("n1");
    cluster.restartWith("n1", "--compactions", "1");
    String[] old = new String[1];
    Await.until(
        "another leader than n1",
        () -> !(old[0] = cluster.awaitLeader(cluster.names())).equals("n1"));
    String away = without(cluster, old[0]).stream().filter(n -> !n.equals("n1")).findFirst().get();
    cluster.isolate(away);
    cluster.drop(old[0], "n1", "zab_commit");
    awaitWrite(client, old[0], 3, 1);
    cluster.isolate(old[0]);
    cluster.isolate("n1");
    Await.until("a lonely n1", () -> cluster.leaderAsSeenBy("n1").equals("unknown"));
    long before = cluster.count("knows of the work");
    Await.until("work at n1", () -> cluster.count("knows of the work") > before);
    cluster.mend("n1", away);
    awaitRead(client, cluster.awaitLeader(List.of("n1", away)), 3);
  }

  @Test
  void theProductPassesTheSameScenes() throws Exception {
    Scene all =
        (cluster, client) -> {
          writeAtALeaderThatIsAlone(cluster, client);
          cluster.heal();
          readAtALeaderOfThePast(cluster, client);
          cluster.heal();
          letTheOneLeadThatWasAway(cluster, client);
        };
    assertEquals(
        Verdict.VALID,
        verdict(Cluster.start(22, 3, "lin-kv", "--directory", directory.toString()), all));
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
