package io.zabdb.faults.hold;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A follower stands still while values of 64 KiB are written, and goes on after a while. So few are
 * written at once that the disks and processors have something left for others; what counts is that
 * the follower lacks more in the end than the heap of its leader could hold.
 */
final class PausedFollower implements Hold {

  private static final int BYTES = 64 << 10;
  private static final int ROWS = 2_000;
  private static final int AT_ONCE = 8;
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(12);
  private static final long REST_MILLIS = 2_000;

  private final Bytes value = Bytes.of(new byte[BYTES]);
  private ClusterNode paused;

  @Override
  public String name() {
    return "a paused follower, values of 64 KiB";
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public long round(Site site, int thread) throws Exception {
    ClusterNode follower = site.cluster().awaitFollower();
    pause(follower);
    long asked = 0;
    try (ZabClient client = site.client(Duration.ofSeconds(5))) {
      long since = System.nanoTime();
      while (System.nanoTime() - since < PAUSE_NANOS) {
        asked += write(client, asked);
      }
    } finally {
      end();
    }
    // It reads all that now.
    Thread.sleep(REST_MILLIS);
    return asked;
  }

  private int write(ZabClient client, long from) {
    List<CompletableFuture<?>> puts = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      Bytes row = Bytes.of("paused-" + (from + i) % ROWS);
      puts.add(client.put(row, Column.of("default", "v"), value));
    }
    for (CompletableFuture<?> put : puts) {
      try {
        ZabClient.await(put);
      } catch (ZabException e) {
        // Refused, or too late: that is for the cluster to decide.
      }
    }
    return AT_ONCE;
  }

  private synchronized void pause(ClusterNode follower) throws IOException {
    follower.process().pause();
    paused = follower;
  }

  @Override
  public synchronized void end() {
    if (paused != null) {
      try {
        paused.process().resume();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        paused = null;
      }
    }
  }
}
