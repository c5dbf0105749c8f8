package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.BalanceSettings;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A partition that has too much to do is split though no operator asks, and clients do not notice.
 */
@Timeout(300)
class AutomaticSplitTest {

  /** More than 50 hits a second are too many. */
  private static final BalanceSettings ON =
      BalanceSettings.newBuilder()
          .setOn(true)
          .setNodeHits(100)
          .setEverySeconds(1)
          .setSharding(true)
          .setDeadSeconds(600)
          .build();

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;

  private List<Partition> partitions() {
    try {
      return ZabClient.await(cluster.admin().admin().partitions(0));
    } catch (ZabException e) {
      // Nobody leads at the moment, or the leader is busy.
      return List.of();
    }
  }

  private boolean tell(BalanceSettings settings) {
    try {
      ZabClient.await(cluster.admin().admin().setBalance(cluster.node(0).id(), settings));
      return true;
    } catch (ZabException e) {
      return false;
    }
  }

  private Optional<BalanceSettings> settings() {
    try {
      return Optional.of(
          ZabClient.await(cluster.admin().admin().balance(cluster.node(1).id())).getSettings());
    } catch (ZabException e) {
      return Optional.empty();
    }
  }

  @Test
  void aHotPartitionIsSplit() throws Exception {
    cluster =
        CLUSTERS.start(ClusterSpec.three().with("partitions-per-group", "1").withConfigManager());
    Workload workload = CLUSTERS.use(Load.USUAL);
    assertEquals(1, partitions().size());
    Waiting.until("a manager that is told", () -> tell(ON));
    Waiting.until("a manager that says the same", () -> settings().filter(ON::equals).isPresent());
    Waiting.until(
        "a partition that is split",
        () -> partitions() + cluster.describe(),
        () -> partitions().size() > 1);
    Waiting.until(
        "a manager that is told otherwise", () -> tell(ON.toBuilder().setOn(false).build()));
    workload.awaitDone(100);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }
}
