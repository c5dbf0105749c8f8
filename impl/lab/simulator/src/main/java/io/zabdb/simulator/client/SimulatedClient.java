package io.zabdb.simulator.client;

import io.zabdb.client.call.CallSettings;
import io.zabdb.client.call.Caller;
import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.net.Peers;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.client.ring.RingSource;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.sim.client.Workload;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Uses a production client: one operation after the other, each written down. Routing, retries and
 * sessions are the client's own. Not thread-safe.
 */
public final class SimulatedClient {

  private final World world;
  private final int number;
  private final Workload workload;
  private final Keys keys;
  private final HistoryRecorder history;
  private final SeededRandom random;
  private final Caller caller;
  private final Ambush ambush;

  /** Every other client's reads are spread over the replicas. */
  private final OperationKind reads;

  private final Map<Integer, Long> known = new HashMap<>();
  private String pending = "";
  private String lastFailure = "";
  private boolean stopping;

  /** What is still to be read, after it was stopped. */
  private Queue<Integer> unread = new ArrayDeque<>();

  public SimulatedClient(
      World world,
      int number,
      Workload workload,
      Keys keys,
      HistoryRecorder history,
      CallSettings settings,
      RingSource rings,
      Peers peers,
      Ambush ambush) {
    this.ambush = ambush;
    this.world = world;
    this.number = number;
    reads = number % 2 == 0 ? OperationKind.READ : OperationKind.SPREAD_READ;
    this.workload = workload;
    this.keys = keys;
    this.history = history;
    random = world.random("client." + number);
    caller =
        new Caller(
            settings,
            rings,
            peers,
            new VirtualTimers(world.time()),
            new Seeded(world.random("client.sessions." + number)));
  }

  /** Begins operations, one after the other, until it is stopped. */
  public void start() {
    world.time().after(random.gap(workload.thinkMicros()), this::beginNext);
  }

  /** Begins nothing new. */
  void stop() {
    stopping = true;
  }

  /** The operation under way; empty if there is none. */
  String pending() {
    return pending.isEmpty() ? "" : "client " + number + ": " + pending;
  }

  /**
   * Reads keys, one after the other, after it was stopped; not behind one that cannot be read.
   *
   * @param shared others may read of them, too: each key is read once
   */
  void readAll(Queue<Integer> shared) {
    unread = shared;
    readNext();
  }

  private void readNext() {
    if (lastFailure.isEmpty() && !unread.isEmpty()) {
      world.counts().add("operation: key read at the end");
      get(unread.remove());
    }
  }

  /** Throws if the operation that ended last failed. */
  void requireSuccess(String property) {
    if (!lastFailure.isEmpty()) {
      throw new Violation(property, "client " + number + ": " + lastFailure);
    }
  }

  private void beginNext() {
    if (stopping) {
      return;
    }
    int key = keys.any(random.below(workload.keys()));
    if (random.below(1000) < workload.readPermille()) {
      get(key);
      return;
    }
    int dice = random.below(10);
    if (dice == 9) {
      delete(key);
    } else if (dice < 5) {
      put(key);
    } else {
      cas(key);
    }
  }

  /** Writes a key, after it was stopped. */
  void put(int key) {
    long value = keys.newValue();
    int id = history.invoke(number, key, "put", value);
    Change change = new Change.Put(Column.DEFAULT, Bytes.of(text(value)));
    call(
        id,
        "put " + key,
        Update.row("put", RowMutation.of(row(key), change)),
        version -> learnt(key, value, true));
  }

  /** Values have different lengths, so that segments and pages end anywhere. */
  private String text(long value) {
    return value + " ".repeat((int) (value * value % keys.maxPadding()));
  }

  private void delete(int key) {
    int id = history.invoke(number, key, "delete", null);
    call(
        id,
        "delete " + key,
        Update.row("delete", RowMutation.of(row(key), new Change.DeleteColumn(Column.DEFAULT))),
        version -> learnt(key, null, true));
  }

  private void cas(int key) {
    Long expected = known.get(key);
    long value = keys.newValue();
    int id = history.invoke(number, key, "cas", Arrays.asList(expected, value));
    Condition condition =
        expected == null
            ? new Condition.Absent(Column.DEFAULT)
            : new Condition.HasValue(Column.DEFAULT, Bytes.of(text(expected)));
    Change change = new Change.Put(Column.DEFAULT, Bytes.of(text(value)));
    call(
        id,
        "cas " + key,
        Update.checked(List.of(condition), RowMutation.of(row(key), change)),
        (CheckResult result) -> learnt(key, value, result.done()));
  }

  private Object learnt(int key, Long value, boolean done) {
    known.put(key, done ? value : null);
    return done;
  }

  /** Reads a key. */
  public void get(int key) {
    int id = history.invoke(number, key, "get", null);
    call(
        id,
        "get " + key,
        new Lookup(row(key), Column.DEFAULT, 1, reads),
        (List<Cell> cells) -> {
          Long value = cells.isEmpty() ? null : value(cells.get(0));
          known.put(key, value);
          return value;
        });
  }

  private static Long value(Cell cell) {
    return Long.parseLong(cell.value().text().trim());
  }

  private static Bytes row(int key) {
    return Bytes.of("row-" + key);
  }

  private <T> void call(int id, String name, Operation<T> operation, Function<T, Object> result) {
    pending = name;
    caller
        .call(operation)
        .whenComplete(
            (value, failure) -> {
              lastFailure = failure == null ? "" : String.valueOf(failure);
              if (failure == null) {
                history.ok(id, result.apply(value));
                world.counts().add("operation: " + operation.name() + " ok");
                if (operation.kind() == OperationKind.SPREAD_READ) {
                  world.counts().add("operation: spread read ok");
                }
                if (!(operation instanceof Lookup)) {
                  ambush.spring();
                }
              } else {
                failed(id, operation.name(), failure);
              }
              pending = "";
              if (stopping) {
                readNext();
              } else {
                start();
              }
            });
  }

  private void failed(int id, String name, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (!(cause instanceof ZabException named)) {
      throw new Violation("NamedErrors", name + " failed with " + cause);
    }
    world.counts().add("operation: " + name + " failed, " + named.code());
    if (named.mayHaveHappened()) {
      history.unknown(id);
    } else {
      history.fail(id);
    }
  }
}
