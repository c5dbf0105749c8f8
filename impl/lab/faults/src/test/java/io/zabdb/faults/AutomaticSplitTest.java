package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.BalanceSettings;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A partition that has too much to do, or is too large, is split though no operator asks, and
 * clients do not notice.
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
          .setPartitionBytes(2L << 30)
          .build();

  private static final long MOST_BYTES = 2 << 20;
  private static final int ROWS = 400;

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

  private void switchOn(BalanceSettings settings) throws Exception {
    Waiting.until("a manager that is told", () -> tell(settings));
    Waiting.until(
        "a manager that says the same", () -> settings().filter(settings::equals).isPresent());
  }

  private void switchOff() throws Exception {
    Waiting.until(
        "a manager that is told otherwise", () -> tell(ON.toBuilder().setOn(false).build()));
  }

  /** Eight KiB that cannot be compressed. */
  private static Bytes value(int row) {
    byte[] value = new byte[8 << 10];
    new Random(row).nextBytes(value);
    return Bytes.wrap(value);
  }

  @Test
  void partitionsThatAreHotOrLargeAreSplit() throws Exception {
    cluster =
        CLUSTERS.start(ClusterSpec.three().with("partitions-per-group", "1").withConfigManager());
    Workload workload = CLUSTERS.use(Load.USUAL.withPause(Duration.ofMillis(20)));
    assertEquals(1, partitions().size());
    large();
    Waiting.until("a leader that tells", () -> !partitions().isEmpty());
    int before = partitions().size();
    switchOn(ON);
    Waiting.until(
        "a partition that is split",
        () -> partitions() + cluster.describe(),
        () -> partitions().size() > before);
    switchOff();
    workload.awaitDone(100);
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }

  /** Three MiB, in partitions of at most two. */
  private void large() throws Exception {
    try (ZabClient client = cluster.client().build()) {
      List<CompletableFuture<?>> written = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        written.add(client.put(Bytes.of("row-" + row), Column.DEFAULT, value(row)));
      }
      for (CompletableFuture<?> each : written) {
        ZabClient.await(each);
      }
      switchOn(ON.toBuilder().setNodeHits(1_000_000).setPartitionBytes(MOST_BYTES).build());
      Waiting.until(
          "a partition that is split since it is too large",
          () -> partitions() + cluster.describe(),
          () -> partitions().size() > 1);
      switchOff();
      for (int row = 0; row < ROWS; row++) {
        assertEquals(
            Optional.of(value(row)), ZabClient.await(client.get("row-" + row)).map(Cell::value));
      }
    }
  }
}
