package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.check.Replicas;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.data.Cell;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One clock that is wrong destroys nothing. */
@Timeout(300)
class ClockTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private static final Duration WRONG = Duration.ofDays(30);
  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  @Test
  void aLeaderThirtyDaysAheadExpiresNothing() throws Exception {
    Cluster cluster =
        CLUSTERS.create(ClusterSpec.three().with("families", "default:1:1h"), new RelayNetwork(3));
    Optional<Preloads> clocks = Preloads.create(cluster);
    assumeTrue(clocks.isPresent(), "clocks are set by a library, which needs a C compiler");
    cluster.start();
    try (ZabClient client = cluster.client().build()) {
      ZabClient.await(client.put("first", "1"));
      ClusterNode wrong = cluster.awaitLeader();
      clocks.get().of(wrong).setClock(WRONG);
      // At once, while it leads as before.
      ZabClient.await(client.put("second", "2"));
      Waiting.until("a node that says so", cluster::describe, () -> !wrong.isReady());
      assertTrue(wrong.metric("zabdb_clock_skew_seconds") > 1e6, cluster::describe);
      ZabClient.await(client.put("third", "3"));
      for (String row : List.of("first", "second", "third")) {
        Cell cell = ZabClient.await(client.get(row)).orElseThrow();
        long off = Duration.between(Instant.now(), cell.time()).toMillis();
        assertTrue(Math.abs(off) < HOUR_MILLIS, row + " is off by " + off + " ms");
      }
      clocks.get().of(wrong).setClock(Duration.ZERO);
      wrong.awaitReady();
      assertEquals("1", ZabClient.await(client.get("first")).orElseThrow().value().text());
    }
    new Replicas(cluster).checkEqual();
  }
}
