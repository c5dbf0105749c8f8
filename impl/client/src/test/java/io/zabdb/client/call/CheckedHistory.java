package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.fake.FakeStore;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ZabException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Random operations of clients and what came of them, compared with what was applied. Each update
 * writes a value of its own.
 */
final class CheckedHistory {

  private static final int ROWS = 12;

  /** Whether an update happened, as its client was told. */
  private record Told(String value, Boolean done, Version version, boolean mayHaveHappened) {}

  private final FakeStore store;
  private final RandomGenerator random;
  private final List<Told> updates = new ArrayList<>();

  /** By row, the newest version of which a client was told. */
  private final Map<Bytes, Long> told = new HashMap<>();

  /** By row, the value that a client saw last. */
  private final Map<Bytes, String> seen = new HashMap<>();

  private final List<Cell> read = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int underWay;
  private int number;

  CheckedHistory(FakeStore store, RandomGenerator random) {
    this.store = store;
    this.random = random;
  }

  int underWay() {
    return underWay;
  }

  long succeeded() {
    return updates.stream().filter(update -> update.done() != null).count();
  }

  long unknown() {
    return updates.stream().filter(Told::mayHaveHappened).count();
  }

  CompletableFuture<?> begin(Caller caller) {
    Bytes row = Bytes.of("row" + random.nextInt(ROWS));
    underWay++;
    CompletableFuture<?> operation =
        switch (random.nextInt(3)) {
          case 0 -> read(caller, row);
          case 1 -> put(caller, row);
          default -> cas(caller, row);
        };
    return operation.handle(
        (result, failure) -> {
          underWay--;
          return null;
        });
  }

  private CompletableFuture<?> read(Caller caller, Bytes row) {
    long atLeast = told.getOrDefault(row, 0L);
    return caller
        .call(new Lookup(row, Column.DEFAULT, 1, OperationKind.READ))
        .thenAccept(
            cells -> {
              long found = cells.isEmpty() ? 0 : cells.get(0).version().counter();
              if (found < atLeast) {
                problems.add("a read of " + row + " found " + cells + ", before " + atLeast);
              }
              if (!cells.isEmpty()) {
                read.add(cells.get(0));
                seen.put(row, cells.get(0).value().text());
                told.merge(row, found, Math::max);
              }
            });
  }

  private CompletableFuture<?> put(Caller caller, Bytes row) {
    String value = "put" + number++;
    RowMutation mutation = RowMutation.of(row, new Change.Put(Column.DEFAULT, Bytes.of(value)));
    return caller
        .call(Update.row("put", mutation))
        .whenComplete(
            (version, failure) ->
                tell(row, value, failure, version == null ? null : Optional.of(version)));
  }

  private CompletableFuture<?> cas(Caller caller, Bytes row) {
    String value = "cas" + number++;
    RowMutation mutation = RowMutation.of(row, new Change.Put(Column.DEFAULT, Bytes.of(value)));
    String expected = seen.get(row);
    Condition condition =
        expected == null
            ? new Condition.Absent(Column.DEFAULT)
            : new Condition.HasValue(Column.DEFAULT, Bytes.of(expected));
    return caller
        .call(Update.checked(List.of(condition), mutation))
        .whenComplete(
            (CheckResult result, Throwable failure) ->
                tell(row, value, failure, result == null ? null : result.version()));
  }

  private void tell(Bytes row, String value, Throwable failure, Optional<Version> version) {
    if (failure != null) {
      updates.add(new Told(value, null, null, ((ZabException) failure).mayHaveHappened()));
    } else {
      updates.add(new Told(value, version.isPresent(), version.orElse(null), false));
      version.ifPresent(
          written -> {
            told.merge(row, written.counter(), Math::max);
            seen.put(row, value);
          });
    }
  }

  void check() {
    assertEquals(List.of(), problems);
    Map<String, Long> positions = new HashMap<>();
    Map<String, Boolean> effects = new HashMap<>();
    Map<Bytes, String> state = new HashMap<>();
    long position = 0;
    for (io.zabdb.rpc.wire.Update update : store.applied()) {
      position++;
      io.zabdb.rpc.wire.RowMutation mutation =
          update.hasRowMutation()
              ? update.getRowMutation()
              : update.getCheckAndMutate().getMutation();
      String value = mutation.getChanges(0).getPut().getValue().toStringUtf8();
      Bytes row = Bytes.of(mutation.getRow().toByteArray());
      boolean done = !update.hasCheckAndMutate() || holds(update, state.get(row));
      assertTrue(positions.put(value, position) == null, value + " was applied twice");
      effects.put(value, done);
      if (done) {
        state.put(row, value);
      }
    }
    for (Told update : updates) {
      if (update.done() != null) {
        assertEquals(update.done(), effects.get(update.value()), update.value());
      }
      if (update.version() != null) {
        assertEquals(positions.get(update.value()), update.version().counter(), update.value());
      }
      if (update.done() == null && !update.mayHaveHappened()) {
        assertTrue(!positions.containsKey(update.value()), update.value() + " happened");
      }
    }
    for (Cell cell : read) {
      assertEquals(positions.get(cell.value().text()), cell.version().counter(), cell.toString());
    }
  }

  private static boolean holds(io.zabdb.rpc.wire.Update update, String present) {
    io.zabdb.rpc.wire.Check check = update.getCheckAndMutate().getChecks(0);
    return check.hasIsAbsent()
        ? present == null
        : check.getHasValue().toStringUtf8().equals(present);
  }
}
