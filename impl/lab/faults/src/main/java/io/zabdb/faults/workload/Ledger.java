package io.zabdb.faults.workload;

import io.zabdb.client.ZabClient;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Cell;
import io.zabdb.model.error.ZabException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Clients write rows, each once. None that was acknowledged may be missing in the end. */
final class Ledger implements Activity {

  private final String prefix;
  private final String padding;
  private final AtomicLong rows = new AtomicLong();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  /**
   * @param workload tells these rows from others
   * @param bytes about how long values are
   */
  Ledger(String workload, int bytes) {
    prefix = workload + "-ledger-";
    padding = "x".repeat(bytes);
  }

  @Override
  public boolean round(ZabClient client, int number, RandomGenerator random) {
    String row = prefix + rows.incrementAndGet();
    try {
      ZabClient.await(client.put(row, row + padding));
      acknowledged.add(row);
      return true;
    } catch (ZabException e) {
      if (e.mayHaveHappened()) {
        unknown.add(row);
      }
      throw e;
    }
  }

  long acknowledged() {
    return acknowledged.size();
  }

  /** Fails if a row is missing, is not what was written, or was said not to have been written. */
  void check(ZabClient client) {
    Map<String, String> found = new HashMap<>();
    try (PageStream pages = client.scan(Scan.all())) {
      for (Cell cell : pages.cells()) {
        if (cell.row().text().startsWith(prefix)) {
          found.put(cell.row().text(), cell.value().text());
        }
      }
    }
    List<String> wrong = new ArrayList<>();
    for (String row : acknowledged) {
      if (!(row + padding).equals(found.get(row))) {
        wrong.add(row + (found.containsKey(row) ? " is something else" : " is lost"));
      }
    }
    Set<String> strange = new HashSet<>(found.keySet());
    strange.removeAll(acknowledged);
    strange.removeAll(unknown);
    strange.forEach(row -> wrong.add(row + " is there, though it was said to have failed"));
    if (!wrong.isEmpty()) {
      throw new AssertionError(wrong.size() + " rows: " + wrong);
    }
  }
}
