package io.zabdb.client.call;

import io.zabdb.client.net.NodeFailures;
import io.zabdb.client.net.Outcome;
import io.zabdb.client.net.Peer;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Error;

/**
 * How an attempt ended.
 *
 * @param <T> of the result
 */
sealed interface Ending<T> {

  /** The node did what was asked. */
  record Success<T>(T result) implements Ending<T> {}

  /** The node refused. */
  record NodeRefusal<T>(Error error, ZabException failure) implements Ending<T> {}

  /** The node never saw it. */
  record Unsent<T>(ZabException failure) implements Ending<T> {}

  /** It is not known whether the node saw it. */
  record Cut<T>(ZabException failure) implements Ending<T> {}

  /** The node answered something else. */
  record Nonsense<T>(ZabException failure) implements Ending<T> {}

  /** Reads what became of an attempt. */
  static <T> Ending<T> of(Operation<T> operation, Attempt attempt, Outcome outcome) {
    Peer peer = attempt.peer();
    if (outcome instanceof Outcome.NotSent) {
      return new Unsent<>(NodeFailures.of(peer, outcome));
    }
    if (!(outcome instanceof Outcome.Answered answered)) {
      return new Cut<>(NodeFailures.of(peer, outcome));
    }
    if (answered.response().hasError()) {
      return new NodeRefusal<>(
          answered.response().getError(), NodeFailures.notAnswered(peer, answered.response()));
    }
    T result = null;
    try {
      result = operation.result(attempt.place, answered.response());
    } catch (RuntimeException e) {
      // No result: told below.
    }
    return result != null
        ? new Success<>(result)
        : new Nonsense<>(NodeFailures.notAnswered(peer, answered.response()));
  }
}
