package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.maelstrom.harness.Await;
import io.zabdb.maelstrom.harness.Client;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.maelstrom.protocol.Body;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is purged, and who was away for so long is sent a checkpoint. */
class CheckpointsTest {

  private static final int KEYS = 8;

  private static final String PURGED = "the log was purged";
  private static final String TAKEN = "entries was taken";
  private static final String SENT = "a checkpoint was sent";
  private static final String INSTALLED = "a checkpoint was installed";
  private static final String BROKEN_OFF = "a checkpoint was broken off";

  /** Some of these fill what is applied between two checkpoints. */
  private static final String LONG = "x".repeat(2_000);

  @TempDir Path directory;

  private Cluster start(long seed) throws Exception {
    return Cluster.start(seed, 3, "lin-kv", "--directory", directory.toString());
  }

  private static String valueOf(int number) {
    return number + LONG;
  }

  private static void write(Client client, String node, int number) {
    Await.until(
        "write " + number + " at " + node,
        () ->
            Body.type(
                    client.ask(
                        node,
                        Body.of("write").put("key", number % KEYS).put("value", valueOf(number)),
                        2_000))
                .equals("write_ok"));
  }

  private static void assertRead(Client client, String node, int number) {
    JsonNode[] read = new JsonNode[1];
    Await.until(
        "a read at " + node,
        () -> {
          read[0] = client.ask(node, Body.of("read").put("key", number % KEYS), 2_000);
          return Body.type(read[0]).equals("read_ok");
        });
    assertEquals(valueOf(number), read[0].path("value").asText());
  }

  /** Writes at a node until the log was purged so often in all. */
  private static int writeUntilPurged(Cluster cluster, String node, long purges) {
    Client client = cluster.client();
    int number = 0;
    while (cluster.count(PURGED) < purges) {
      write(client, node, ++number);
      assertTrue(number < 2_000, () -> "never purged: " + cluster.told());
    }
    return number;
  }

  private static List<String> others(Cluster cluster, String node) {
    List<String> others = new ArrayList<>(cluster.names());
    others.remove(node);
    return others;
  }

  /** A follower is away until both others have purged what it lacks. */
  private static int loseOneBehindThePurge(Cluster cluster, String away, String leader) {
    cluster.kill(away);
    return writeUntilPurged(cluster, leader, cluster.count(PURGED) + 6);
  }

  @Test
  void whoWasAwayIsSentACheckpointAndCanCarryTheGroupOn() throws Exception {
    try (Cluster cluster = start(31)) {
      String leader = cluster.awaitLeader(cluster.names());
      List<String> followers = others(cluster, leader);
      String away = followers.get(0);
      int last = loseOneBehindThePurge(cluster, away, leader);
      assertEquals(0, cluster.count(INSTALLED));
      cluster.restart(away);
      Await.until("a checkpoint that is installed", () -> cluster.count(INSTALLED) > 0);
      assertTrue(cluster.count(SENT) > 0);
      assertTrue(cluster.count(TAKEN) >= cluster.count(PURGED));
      // What it has it has from the checkpoint and what came behind it; it is needed for a quorum.
      cluster.kill(followers.get(1));
      Client client = cluster.client();
      for (int number = last - KEYS + 1; number <= last; number++) {
        assertRead(client, away, number);
      }
      write(client, away, last + 1);
      cluster.restart(followers.get(1));
      cluster.end();
    }
  }

  @Test
  void aTransferThatIsCutBeginsAnew() throws Exception {
    try (Cluster cluster = start(32)) {
      String leader = cluster.awaitLeader(cluster.names());
      String away = others(cluster, leader).get(0);
      int last = loseOneBehindThePurge(cluster, away, leader);
      for (String other : others(cluster, away)) {
        cluster.drop(other, away, "wire_checkpoint");
      }
      cluster.restart(away);
      Await.until("a transfer that is broken off", () -> cluster.count(BROKEN_OFF) > 0);
      assertEquals(0, cluster.count(INSTALLED));
      cluster.heal();
      Await.until("a checkpoint that is installed", () -> cluster.count(INSTALLED) > 0);
      assertRead(cluster.client(), away, last);
      cluster.end();
    }
  }
}
