package io.zabdb.client.net;

import io.zabdb.client.time.Timers;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks one node, once. Thread-safe. */
public final class NodeCalls {

  private final Timers timers;

  public NodeCalls(Timers timers) {
    this.timers = timers;
  }

  /** The time in nanoseconds, from an arbitrary point on. */
  public long now() {
    return timers.now();
  }

  /** Done when so many nanoseconds are over. */
  public CompletableFuture<Void> after(long nanos) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    timers.in(nanos, () -> over.complete(null));
    return over;
  }

  /**
   * Sends a request.
   *
   * @param timeout in nanoseconds
   * @param isUpdate whether it changes something, so that it matters whether it may have happened
   * @return the response, errors included; fails with {@link ZabException} if there is none
   */
  public CompletableFuture<Response> ask(
      Peer peer, Request.Builder request, long timeout, boolean isUpdate) {
    return ask(peer, Peer.ANY_NODE, request, timeout, isUpdate);
  }

  /**
   * The same, if the node that is meant is there: another's answer would be taken for its own.
   *
   * @param node its id
   */
  public CompletableFuture<Response> ask(
      Peer peer, int node, Request.Builder request, long timeout, boolean isUpdate) {
    CompletableFuture<Response> result = new CompletableFuture<>();
    long millis = TimeUnit.NANOSECONDS.toMillis(timeout);
    Timers.Alarm timer =
        timers.in(
            timeout,
            () ->
                result.completeExceptionally(
                    new ZabException(
                        ErrorCode.TIMEOUT,
                        "node " + peer + " did not answer in " + millis + " ms",
                        isUpdate,
                        null)));
    result.whenComplete((response, failure) -> timer.cancel());
    peer.exchange(
        node,
        () ->
            result.isDone()
                ? null
                : request.setTimeoutMillis((int) Math.min(millis, Integer.MAX_VALUE)),
        outcome -> end(peer, outcome, isUpdate, result));
    return result;
  }

  private static void end(
      Peer peer, Outcome outcome, boolean isUpdate, CompletableFuture<Response> result) {
    if (outcome instanceof Outcome.Answered answered) {
      result.complete(answered.response());
      return;
    }
    ZabException failure = NodeFailures.of(peer, outcome);
    boolean mayHaveHappened = isUpdate && outcome instanceof Outcome.Broken;
    result.completeExceptionally(
        new ZabException(failure.code(), failure.problem(), mayHaveHappened, failure));
  }
}
