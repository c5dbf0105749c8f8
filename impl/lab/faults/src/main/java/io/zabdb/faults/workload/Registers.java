package io.zabdb.faults.workload;

import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Clients read, write, and compare and set a few registers; all is recorded. Each value is written
 * once. After a number of operations the clients go on with fresh registers: short histories are
 * quickly checked.
 */
final class Registers implements Activity {

  private static final int AT_A_TIME = 4;
  private static final int OPERATIONS_EACH = 400;

  private final String prefix;
  private final HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong values = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final Set<String> used = new ConcurrentSkipListSet<>();

  /** What somebody has lately seen or written: a guess that makes comparisons succeed. */
  private final Map<String, String> guesses = new ConcurrentHashMap<>();

  /**
   * @param workload tells these registers from others
   */
  Registers(String workload) {
    prefix = workload + "-register-";
  }

  @Override
  public boolean round(ZabClient client, int number, RandomGenerator random) {
    operations.incrementAndGet();
    String key = key(random);
    used.add(key);
    int lot = random.nextInt(10);
    if (lot < 4) {
      read(client, number, key);
    } else if (lot < 7 || !guesses.containsKey(key)) {
      write(client, number, key);
    } else {
      compareAndSet(client, number, key, guesses.get(key));
    }
    return true;
  }

  /** One of the registers that are used at present. */
  String key(RandomGenerator random) {
    long generation = operations.get() / (AT_A_TIME * OPERATIONS_EACH);
    return prefix + generation + "-" + random.nextInt(AT_A_TIME);
  }

  /** How many writes were acknowledged. */
  long written() {
    return written.get();
  }

  /** Somebody else is about to read. */
  int reads(String who, String key) {
    return recorder.invoke(who, key, "read", null);
  }

  /** Somebody else has read this. */
  void hasRead(int id, String value) {
    recorder.ok(id, value);
  }

  /** Somebody else got no answer. */
  void hasNotRead(int id) {
    recorder.fail(id);
  }

  private void read(ZabClient client, int number, String key) {
    int id = recorder.invoke(number, key, "read", null);
    Object value =
        record(
            id,
            () -> ZabClient.await(client.get(key)).map(Cell::value).map(Bytes::text).orElse(null));
    if (value != null) {
      guesses.put(key, (String) value);
    }
  }

  private void write(ZabClient client, int number, String key) {
    String value = "v" + values.incrementAndGet();
    int id = recorder.invoke(number, key, "write", value);
    record(
        id,
        () -> {
          ZabClient.await(client.put(key, value));
          return null;
        });
    written.incrementAndGet();
    guesses.put(key, value);
  }

  private void compareAndSet(ZabClient client, int number, String key, String old) {
    String value = "v" + values.incrementAndGet();
    int id = recorder.invoke(number, key, "cas", List.of(old, value));
    Condition unchanged = new Condition.HasValue(Column.DEFAULT, Bytes.of(old));
    RowMutation change = RowMutation.in(key).put(Column.DEFAULT, value).build();
    Object done =
        record(id, () -> ZabClient.await(client.checkAndMutate(List.of(unchanged), change)).done());
    if (Boolean.TRUE.equals(done)) {
      guesses.put(key, value);
    }
  }

  private Object record(int id, Supplier<Object> operation) {
    try {
      Object result = operation.get();
      recorder.ok(id, result);
      return result;
    } catch (ZabException e) {
      if (e.mayHaveHappened()) {
        recorder.unknown(id);
      } else {
        recorder.fail(id);
      }
      throw e;
    }
  }

  /** Reads all registers that were used: what was lost shows. */
  void readAll(ZabClient client) {
    used.forEach(key -> read(client, -1, key));
  }

  History history() {
    return recorder.history();
  }
}
