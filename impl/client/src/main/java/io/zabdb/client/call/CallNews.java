package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.concurrent.CompletableFuture;

/**
 * What is told of a call: to the client's listener as it goes on, and to whoever waits for the
 * result at its end. For turns only; others hear of it behind the turn.
 *
 * @param <T> of the result
 */
final class CallNews<T> {

  private final Caller caller;
  private final String name;
  private final CompletableFuture<T> future;
  private final CallTimer timer;

  CallNews(Caller caller, String name, CompletableFuture<T> future, CallTimer timer) {
    this.caller = caller;
    this.name = name;
    this.future = future;
    this.timer = timer;
  }

  void redirected(Peer from, Peer leader) {
    caller.tell(listener -> listener.redirected(name, from.address(), leader.address()));
  }

  /**
   * @param round the leader that is out of reach
   */
  void forwarded(Peer by, Peer round) {
    caller.tell(listener -> listener.forwarded(name, by.address(), round.address()));
  }

  /** Others are asked beside a node that is silent. */
  void hedged(Peer silent) {
    caller.tell(listener -> listener.hedged(name, silent.address()));
  }

  void retried(Peer refusing, ErrorCode reason) {
    caller.tell(listener -> listener.retried(name, refusing.address(), reason));
  }

  void succeeded(T result) {
    caller.tell(listener -> listener.succeeded(name, timer.elapsed()));
    caller.turns().behind(() -> future.complete(result));
  }

  void failed(ZabException failure) {
    caller.tell(listener -> listener.failed(name, timer.elapsed(), failure.code()));
    caller.turns().behind(() -> future.completeExceptionally(failure));
  }

  /**
   * Time is up.
   *
   * @param isOpen whether a node may be working on it still
   * @param isUnsure whether it may have happened
   * @param last what went wrong last, or null
   */
  void expired(boolean isOpen, boolean isUnsure, ZabException last) {
    ErrorCode code = isUnsure || isOpen || last == null ? ErrorCode.TIMEOUT : last.code();
    String problem =
        name
            + " had no result in "
            + timer.totalMillis()
            + " ms"
            + (last == null ? "" : "; last: " + last.problem());
    failed(new ZabException(code, problem, isUnsure, last));
  }

  /** Nobody wants the result any more, or the client is closed. */
  void abandoned(boolean isUnsure, ZabException last) {
    failed(new ZabException(ErrorCode.CLOSED, name + " was given up", isUnsure, last));
  }
}
