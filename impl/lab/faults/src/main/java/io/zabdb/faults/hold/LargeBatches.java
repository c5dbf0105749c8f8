package io.zabdb.faults.hold;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Batches of almost 32 MiB from several connections. */
final class LargeBatches implements Hold {

  private static final int ROWS = 30;
  private static final int ROW_BYTES = 1 << 20;

  private final List<RowMutation> batch = new ArrayList<>();

  LargeBatches() {
    String value = "x".repeat(ROW_BYTES);
    for (int i = 0; i < ROWS; i++) {
      batch.add(RowMutation.in("batch-" + i).put(Column.of("default", "v"), value).build());
    }
  }

  @Override
  public String name() {
    return "batches of 30 MiB";
  }

  @Override
  public ClusterSpec spec(ClusterSpec spec) {
    return spec.with("max-request", "32MiB").with("log-segment", "80MiB");
  }

  @Override
  public int threads() {
    return 4;
  }

  @Override
  public long round(Site site, int thread) {
    try (ZabClient client = site.client(Duration.ofSeconds(10))) {
      ZabClient.await(client.batch(batch));
    } catch (ZabException e) {
      // Refused, or too late.
      return 1;
    }
    return 1;
  }
}
