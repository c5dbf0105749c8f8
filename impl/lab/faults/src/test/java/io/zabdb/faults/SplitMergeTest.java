package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Token;
import io.zabdb.rpc.wire.Partitions.Partition;
import io.zabdb.rpc.wire.Shard;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partitions split and merge under clients, which should not notice. */
@Timeout(300)
class SplitMergeTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;
  private List<Partition> seen = List.of();

  /** What the group has, when nothing is under way any more; no token is missing. */
  private List<Partition> partitions() throws Exception {
    Waiting.until("partitions that become nothing", this::areAtRest);
    List<Partition> all = seen;
    long upTo = Token.MIN;
    for (Partition each : all) {
      assertEquals(upTo, each.getAfter(), all::toString);
      upTo = each.getUpTo();
    }
    assertEquals(Long.MAX_VALUE, upTo);
    return all;
  }

  private boolean areAtRest() {
    try {
      seen = ZabClient.await(cluster.admin().admin().partitions(0));
      return seen.stream().allMatch(each -> each.getBecomingCount() == 0);
    } catch (ZabException e) {
      // Nobody leads at the moment, or the leader has just begun.
      return false;
    }
  }

  private static List<String> names(List<Partition> partitions) {
    return partitions.stream().map(Partition::getName).toList();
  }

  private CompletableFuture<List<String>> split(Partition whole) {
    return cluster
        .admin()
        .admin()
        .shard(Shard.newBuilder().setGroup(0).setPartition(whole.getName()).build());
  }

  private CompletableFuture<List<String>> merge(Partition one, Partition next) {
    return cluster
        .admin()
        .admin()
        .shard(
            Shard.newBuilder()
                .setGroup(0)
                .setPartition(one.getName())
                .setNeighbour(next.getName())
                .build());
  }

  @Test
  void clientsDoNotNotice() throws Exception {
    cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    int before = partitions().size();
    for (int round = 0; round < 3; round++) {
      workload.awaitDone(100);
      assertEquals(2, ZabClient.await(split(partitions().get(0))).size());
    }
    assertEquals(before + 3, partitions().size());
    for (int round = 0; round < 3; round++) {
      workload.awaitDone(100);
      List<Partition> all = partitions();
      assertEquals(1, ZabClient.await(merge(all.get(0), all.get(1))).size());
    }
    workload.awaitDone(100);
    assertEquals(before, partitions().size());
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  @Test
  void theLeaderIsKilledMeanwhile() throws Exception {
    cluster = CLUSTERS.start(ClusterSpec.three());
    Workload workload = CLUSTERS.use(Load.USUAL);
    int changed = 0;
    for (int round = 0; round < 6; round++) {
      workload.awaitDone(50);
      List<Partition> all = partitions();
      ClusterNode leader = cluster.awaitLeader();
      CompletableFuture<List<String>> asked =
          all.size() > 2 ? merge(all.get(0), all.get(1)) : split(all.get(0));
      List<String> made = round % 2 == 0 ? ZabClient.await(asked) : List.of();
      leader.kill();
      leader.start();
      // Done, or not even begun, or ended by the next leader: who asked may not hear of it.
      asked.handle((names, failure) -> failure).join();
      // A new leader may not have applied yet what it has in its log.
      Waiting.until("what was made before", () -> areAtRest() && names(seen).containsAll(made));
      changed += names(partitions()).equals(names(all)) ? 0 : 1;
    }
    workload.awaitDone(100);
    assertTrue(changed >= 3, "changed " + changed);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }
}
