package io.zabdb.client.admin;

import io.zabdb.client.call.Caller;
import io.zabdb.client.net.NodeCalls;
import io.zabdb.client.net.NodeFailures;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Asks for what only the leader of a group can tell or do. Thread-safe. */
final class LeaderRequests {

  private final Caller caller;
  private final NodeCalls requests;
  private final long timeout;
  private final long patience;

  /**
   * @param timeout of each request, in nanoseconds
   * @param patience how long it is asked again while nobody leads, in nanoseconds
   */
  LeaderRequests(Caller caller, NodeCalls requests, long timeout, long patience) {
    this.caller = caller;
    this.requests = requests;
    this.timeout = timeout;
    this.patience = patience;
  }

  /**
   * Asks.
   *
   * @return what the leader answers; fails with {@code ZabException}, also if that is no such
   *     answer
   */
  CompletableFuture<Response> ask(
      int group, Request.Builder request, boolean isUpdate, Predicate<Response> isAnswer) {
    return new WhileNobodyLeads<>(
            requests, patience, () -> askOnce(group, request, isUpdate, isAnswer))
        .run();
  }

  private CompletableFuture<Response> askOnce(
      int group, Request.Builder request, boolean isUpdate, Predicate<Response> isAnswer) {
    return caller
        .members(group)
        .thenCompose(
            members ->
                new LeaderErrand(
                        members,
                        peer -> requests.ask(peer, request, timeout, isUpdate),
                        caller::leaderNamedBy)
                    .run())
        .thenApply(
            said -> {
              if (!isAnswer.test(said.response())) {
                throw NodeFailures.notAnswered(said.peer(), said.response());
              }
              return said.response();
            });
  }
}
