package io.zabdb.client.admin;

import io.zabdb.client.net.Peer;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Response;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Asks the members of a group, each once, until one does not refuse because another leads. Whoever
 * a member names is asked next. A member that knows of no leader, or is out of reach, says nothing
 * of the group: it may be cut off while the others have a leader. Its steps come one after the
 * other, by whichever thread.
 */
final class LeaderErrand {

  /** Who said what. */
  record Said(Peer peer, Response response) {}

  private final Function<Peer, CompletableFuture<Response>> ask;
  private final Function<Error, Peer> named;
  private final Deque<Peer> next;
  private final Set<Peer> asked = new HashSet<>();

  /**
   * @param members in the order in which they are asked
   * @param ask sends the request to one
   * @param named the leader that a refusal names, or null
   */
  LeaderErrand(
      Collection<Peer> members,
      Function<Peer, CompletableFuture<Response>> ask,
      Function<Error, Peer> named) {
    this.ask = ask;
    this.named = named;
    next = new ArrayDeque<>(members);
  }

  /**
   * Asks.
   *
   * @return what the leader said, or else the last one; fails as the last one did
   */
  CompletableFuture<Said> run() {
    Peer peer = next.remove();
    asked.add(peer);
    return ask.apply(peer)
        .handle(
            (response, failure) ->
                failure == null ? said(new Said(peer, response)) : failed(failure))
        .thenCompose(Function.identity());
  }

  private CompletableFuture<Said> said(Said said) {
    Error error = said.response().getError();
    if (!isRefusedForLeadership(error)) {
      return CompletableFuture.completedFuture(said);
    }
    Peer leader = named.apply(error);
    if (leader != null) {
      next.addFirst(leader);
    }
    return isThereAnother() ? run() : CompletableFuture.completedFuture(said);
  }

  /** Another member leads, or none that this one knows of. */
  private static boolean isRefusedForLeadership(Error error) {
    ErrorCode code = WireErrors.code(error);
    return code == ErrorCode.NOT_LEADER
        || (code == ErrorCode.NO_QUORUM && !error.getMayHaveHappened());
  }

  /** What may have been done there is not asked of another. */
  private CompletableFuture<Said> failed(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean isOutOfReach =
        cause instanceof ZabException named
            && named.code() == ErrorCode.UNREACHABLE
            && !named.mayHaveHappened();
    return isOutOfReach && isThereAnother() ? run() : CompletableFuture.failedFuture(cause);
  }

  private boolean isThereAnother() {
    while (!next.isEmpty() && asked.contains(next.peek())) {
      next.remove();
    }
    return !next.isEmpty();
  }
}
