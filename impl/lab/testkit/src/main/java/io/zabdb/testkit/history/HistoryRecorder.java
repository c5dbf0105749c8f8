package io.zabdb.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Writes down a history while it happens. An operation that is never completed has an unknown
 * outcome. Keys, arguments and results must not change afterwards and need {@code equals} and
 * {@code hashCode}.
 *
 * <p>The order of the calls is the order of the events: where the clock stands still or goes back,
 * an event gets the time of the one before it plus one.
 *
 * <p>Any thread may call it. Threads that share a recorder must call {@link #invoke} before they
 * send a request and complete it after they have the answer.
 */
public final class HistoryRecorder {

  private final LongSupplier clock;
  private final List<Operation> operations = new ArrayList<>();
  private long last = -1;

  /** The time is the number of the event, from 0. */
  public HistoryRecorder() {
    // Time moves by one from event to event because the clock stands still.
    this(() -> 0);
  }

  /**
   * @param clock in any unit, at least 0 and below {@link Operation#NEVER}
   */
  public HistoryRecorder(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * A client asks.
   *
   * @return the id with which to complete the operation
   */
  public synchronized int invoke(Object process, Object key, String function, Object argument) {
    int id = operations.size();
    operations.add(
        new Operation(
            id, process, key, function, argument, null, Outcome.UNKNOWN, time(), Operation.NEVER));
    return id;
  }

  /**
   * The operation took effect.
   *
   * @throws IllegalStateException if it is already complete
   */
  public synchronized void ok(int id, Object result) {
    complete(id, Outcome.OK, result);
  }

  /**
   * The operation certainly did not take effect and never will.
   *
   * @throws IllegalStateException if it is already complete
   */
  public synchronized void fail(int id) {
    complete(id, Outcome.FAILED, null);
  }

  /**
   * The client gave up waiting: the operation may still take effect. The same as not completing it;
   * a late answer may still complete it.
   *
   * @throws IllegalStateException if it is already complete
   */
  public synchronized void unknown(int id) {
    open(id);
  }

  /** What has been recorded so far. */
  public synchronized History history() {
    return new History(operations);
  }

  private void complete(int id, Outcome outcome, Object result) {
    Operation asked = open(id);
    operations.set(
        id,
        new Operation(
            id,
            asked.process(),
            asked.key(),
            asked.function(),
            asked.argument(),
            result,
            outcome,
            asked.invoked(),
            time()));
  }

  private Operation open(int id) {
    Operation operation = operations.get(id);
    if (operation.outcome() != Outcome.UNKNOWN) {
      throw new IllegalStateException("operation " + id + " is already complete");
    }
    return operation;
  }

  private long time() {
    last = Math.max(clock.getAsLong(), last + 1);
    return last;
  }
}
