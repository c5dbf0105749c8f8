package io.zabdb.client.call;

import io.zabdb.rpc.wire.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The attempts of a call that are under way, at most one on each way to each group. For turns only.
 *
 * @param <T> of the call's result
 */
final class OpenAttempts<T> {

  private final Caller caller;
  private final Operation<T> operation;
  private final CallTimer timer;
  private final BiConsumer<Attempt, Ending<T>> ended;
  private final List<Attempt> open = new ArrayList<>(1);

  /**
   * @param ended hears of each attempt that ended, in a turn
   */
  OpenAttempts(
      Caller caller,
      Operation<T> operation,
      CallTimer timer,
      BiConsumer<Attempt, Ending<T>> ended) {
    this.caller = caller;
    this.operation = operation;
    this.timer = timer;
    this.ended = ended;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** The one that was begun last. */
  Attempt newest() {
    return open.get(open.size() - 1);
  }

  /** Begins one, unless there is one on its way. */
  void add(Attempt attempt) {
    // A node may have replicas of the group that had the partition and of the one that has it now.
    if (open.stream().anyMatch(attempt::isLike)) {
      return;
    }
    open.add(attempt);
    caller.turns().behind(() -> exchange(attempt));
    caller.tell(listener -> listener.attempted(operation.name(), attempt.peer().address()));
  }

  /** Behind the turn. */
  private void exchange(Attempt attempt) {
    attempt
        .peer()
        .exchange(
            () -> request(attempt),
            outcome -> {
              Ending<T> ending = Ending.of(operation, attempt, outcome);
              caller
                  .turns()
                  .take(
                      () -> {
                        open.remove(attempt);
                        ended.accept(attempt, ending);
                      });
            });
  }

  private Request.Builder request(Attempt attempt) {
    if (!attempt.maySend()) {
      return null;
    }
    return operation
        .request(attempt.place, attempt.stamp)
        .setForward(attempt.way.forwards())
        .setTimeoutMillis(timer.leftMillis());
  }

  /** Sees to it that those that have not been sent are not; whether any has been. */
  boolean dropOrSent() {
    boolean isSent = false;
    for (Attempt attempt : open) {
      isSent |= attempt.dropOrSent();
    }
    return isSent;
  }
}
