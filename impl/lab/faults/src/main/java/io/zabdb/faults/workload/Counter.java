package io.zabdb.faults.workload;

import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Clients count in one cell by compare and set. An increment that is made and then made again finds
 * the counter changed, and would be reported as not made: so one that was made twice shows as one
 * too many.
 */
final class Counter implements Activity {

  private final String row;

  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();

  /**
   * @param workload tells this counter from others
   */
  Counter(String workload) {
    row = workload + "-counter";
  }

  @Override
  public boolean round(ZabClient client, int number, RandomGenerator random) {
    long value = read(client);
    Condition unchanged =
        value == 0
            ? new Condition.Absent(Column.DEFAULT)
            : new Condition.HasValue(Column.DEFAULT, Bytes.of(Long.toString(value)));
    RowMutation change = RowMutation.in(row).put(Column.DEFAULT, Long.toString(value + 1)).build();
    try {
      boolean done = ZabClient.await(client.checkAndMutate(List.of(unchanged), change)).done();
      if (done) {
        acknowledged.incrementAndGet();
      }
      return done;
    } catch (ZabException e) {
      if (e.mayHaveHappened()) {
        unknown.incrementAndGet();
      }
      throw e;
    }
  }

  private long read(ZabClient client) {
    Optional<Cell> cell = ZabClient.await(client.get(row));
    return cell.map(found -> Long.parseLong(found.value().text())).orElse(0L);
  }

  /** Fails unless the counter stands where the acknowledgements say. */
  void check(ZabClient client) {
    long found = read(client);
    long least = acknowledged.get();
    long most = least + unknown.get();
    if (found < least || found > most) {
      throw new AssertionError(
          "the counter stands at "
              + found
              + ", but "
              + least
              + " increments were acknowledged, and of "
              + unknown.get()
              + " nobody knows");
    }
  }

  long acknowledged() {
    return acknowledged.get();
  }
}
