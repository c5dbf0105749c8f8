package io.zabdb.client.admin;

import io.zabdb.client.net.NodeCalls;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Asks again, as long as the answer is that nobody leads, and nothing has happened. Its steps come
 * one after the other, by whichever thread.
 */
final class WhileNobodyLeads<T> {

  /** What whoever was asked last says; who is out of reach may have led a moment ago. */
  private static final Set<ErrorCode> NOBODY =
      EnumSet.of(ErrorCode.NO_QUORUM, ErrorCode.NOT_LEADER, ErrorCode.UNREACHABLE);

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

  private final NodeCalls calls;
  private final Supplier<CompletableFuture<T>> question;
  private final long deadline;

  /**
   * @param nanos how long it is asked again
   */
  WhileNobodyLeads(NodeCalls calls, long nanos, Supplier<CompletableFuture<T>> question) {
    this.calls = calls;
    this.question = question;
    deadline = calls.now() + nanos;
  }

  CompletableFuture<T> run() {
    return question
        .get()
        .handle(
            (answer, failure) ->
                failure == null ? CompletableFuture.completedFuture(answer) : failed(failure))
        .thenCompose(Function.identity());
  }

  private CompletableFuture<T> failed(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return isForNobody(cause) && deadline - calls.now() > PAUSE
        ? calls.after(PAUSE).thenCompose(over -> run())
        : CompletableFuture.failedFuture(cause);
  }

  private static boolean isForNobody(Throwable cause) {
    return cause instanceof ZabException error
        && NOBODY.contains(error.code())
        && !error.mayHaveHappened();
  }
}
