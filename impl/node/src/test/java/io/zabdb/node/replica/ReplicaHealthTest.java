package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.settings.Durability;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.replica.status.GroupEvent.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who suffers from something, and leads, hands over. */
@Timeout(600)
class ReplicaHealthTest {

  private static final long MUCH = 1L << 40;

  @TempDir Path directory;
  private LocalCluster cluster;

  private void start(TransferPolicy policy) throws IOException {
    cluster = new LocalCluster(directory, 3, Long.MAX_VALUE, Durability.SYNC);
    cluster.compactionsAreHeavyFrom(MUCH, 1_000_000, policy);
    cluster.startAll();
  }

  @AfterEach
  void close() throws IOException {
    assertEquals(java.util.Map.of(), cluster.failures());
    cluster.close();
  }

  private void awaitAnotherLeaderThan(int member) {
    cluster.await("another leader", () -> cluster.awaitLeader() != member);
  }

  @Test
  void anUnfitLeaderHandsOverWhateverThePolicyAndNobodyUnfitIsAskedFor() throws IOException {
    start(TransferPolicy.OFF);
    cluster.put("a", "1");
    int first = cluster.awaitLeader();
    cluster.health(first).unfit(Ailment.DAMAGE, 0, "a file is damaged");
    awaitAnotherLeaderThan(first);
    cluster.put("a", "2");
    int second = cluster.awaitLeader();
    int third = 3 - first - second;
    cluster.health(second).unfit(Ailment.CLOCK, NodeHealth.NODE, "a day ahead");
    cluster.await("the last fit one", () -> cluster.awaitLeader() == third);
    cluster.health(third).unfit(Ailment.CLOCK, NodeHealth.NODE, "a day ahead");
    // Nobody is fit: somebody leads all the same.
    cluster.put("a", "3");
    assertEquals("3", cluster.get("a"));
    cluster.health(first).cleared(Ailment.DAMAGE, 0);
    cluster.await("the one that has recovered", () -> cluster.awaitLeader() == first);
    cluster.put("a", "4");
  }

  @Test
  void anotherGroupsAilmentsDoNotMatter() throws IOException {
    start(TransferPolicy.COLDEST);
    int first = cluster.awaitLeader();
    cluster.health(first).unfit(Ailment.DAMAGE, 7, "a file of another group is damaged");
    cluster.put("a", "1");
    assertEquals(first, cluster.awaitLeader());
    assertEquals(List.of(), ailments(first));
  }

  @Test
  void aStrainedLeaderHandsOver() throws IOException {
    start(TransferPolicy.COLDEST);
    cluster.put("a", "1");
    int first = cluster.awaitLeader();
    cluster.health(first).strained(Ailment.SYNC_LATENCY, NodeHealth.NODE, 7, "syncs take 90 ms");
    awaitAnotherLeaderThan(first);
    cluster.put("a", "2");
    assertNotEquals(first, cluster.awaitLeader());
    cluster.await("the pressure", () -> cluster.member(first).status().join().pressure() == 7);
    cluster.health(first).cleared(Ailment.SYNC_LATENCY, NodeHealth.NODE);
    cluster.await("no pressure", () -> cluster.member(first).status().join().pressure() == 0);
    assertEquals(
        List.of("SYNC_LATENCY, STRAINED: syncs take 90 ms", "SYNC_LATENCY: syncs take 90 ms"),
        ailments(first));
  }

  private List<String> ailments(int member) {
    return cluster.member(member).events().after(0, 0).stream()
        .filter(event -> event.kind() == Kind.AILS || event.kind() == Kind.RECOVERED)
        .map(GroupEvent::text)
        .toList();
  }
}
