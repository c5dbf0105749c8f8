package io.zabdb.faults.hold;

import io.zabdb.client.ZabClient;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.Iterator;

/** Scans with many pages. */
final class Scans implements Hold {

  private static final int ROWS = 400;
  private static final int BYTES = 100_000;
  private static final int CELLS = 300;

  @Override
  public String name() {
    return "scans with many pages";
  }

  @Override
  public int threads() {
    return 4;
  }

  @Override
  public void prepare(Site site) {
    Bytes value = Bytes.of(new byte[BYTES]);
    try (ZabClient client = site.client(Waiting.PATIENCE)) {
      for (int i = 0; i < ROWS; i++) {
        ZabClient.await(client.put(Bytes.of("row-" + i), Column.of("default", "v"), value));
      }
    }
  }

  @Override
  public long round(Site site, int thread) {
    long count = 0;
    try (ZabClient client = site.client(Duration.ofSeconds(5));
        PageStream pages = client.scan(Scan.all())) {
      Iterator<?> cells = pages.cells().iterator();
      while (count < CELLS && cells.hasNext()) {
        cells.next();
        count++;
      }
    } catch (ZabException e) {
      // Refused, or too late.
      return count;
    }
    return count;
  }
}
