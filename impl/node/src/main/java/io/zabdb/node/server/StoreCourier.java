package io.zabdb.node.server;

import io.zabdb.core.group.Members;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.move.BaseFetcher;
import io.zabdb.node.move.MoveWire;
import io.zabdb.replica.move.Fetching;
import io.zabdb.replica.move.FoundBase;
import io.zabdb.replica.move.FoundStore;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.wire.FindBase;
import io.zabdb.rpc.wire.GetWhole;
import io.zabdb.rpc.wire.OfferStore;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Finds who else of a group has files that a replica of this node lacks. Thread-safe. */
final class StoreCourier {

  /** So long a node may take to make files of all that its replica has. */
  static final long STORE_MILLIS = 10_000;

  /** So long a node is waited for that says whether it has made files. */
  private static final long BASE_MILLIS = 1_000;

  private final Topology topology;
  private final NodeLinks links;
  private final IntFunction<Optional<MoveTaker>> takers;
  private final BaseFetcher fetcher;

  StoreCourier(
      Topology topology,
      NodeLinks links,
      IntFunction<Optional<MoveTaker>> takers,
      BaseFetcher fetcher) {
    this.topology = topology;
    this.links = links;
    this.takers = takers;
    this.fetcher = fetcher;
  }

  /**
   * See {@link io.zabdb.replica.move.GroupPost#askForStore}. Nobody makes files of its store that
   * could not be fetched now.
   */
  CompletableFuture<FoundStore> ask(int group, long least) {
    if (fetcher.isBusyWithout(group)) {
      return CompletableFuture.failedFuture(
          ZabException.of(
              ErrorCode.UNAVAILABLE,
              "node " + topology.node() + " fetches files of another group"));
    }
    OfferStore wire = OfferStore.newBuilder().setGroup(group).setLeastApplied(least).build();
    return ofOthers(
        group,
        node ->
            links
                .ask(node, Request.newBuilder().setOfferStore(wire), STORE_MILLIS)
                .thenApply(response -> found(node, group, response)));
  }

  /** See {@link io.zabdb.replica.move.GroupPost#askForBase}. */
  CompletableFuture<FoundBase> ask(int group, String partition, long attempt) {
    FindBase wire =
        FindBase.newBuilder().setGroup(group).setPartition(partition).setAttempt(attempt).build();
    return ofOthers(
        group,
        node ->
            links
                .ask(node, Request.newBuilder().setFindBase(wire), BASE_MILLIS)
                .thenApply(response -> found(node, response)));
  }

  /** See {@link io.zabdb.replica.move.GroupPost#askWhole}. Who does not answer is not. */
  CompletableFuture<Long> askWhole(int group, long members, long least) {
    GetWhole wire = GetWhole.newBuilder().setGroup(group).setLeastApplied(least).build();
    CompletableFuture<Long> all = CompletableFuture.completedFuture(0L);
    for (int node : topology.nodes(group, members)) {
      long bit = Members.of(topology.group(group).orElseThrow().memberOf(node));
      all = all.thenCombine(isWhole(node, wire), (some, is) -> is ? some | bit : some);
    }
    return all;
  }

  private CompletableFuture<Boolean> isWhole(int node, GetWhole wire) {
    if (node == topology.node()) {
      return CompletableFuture.completedFuture(
          takers
              .apply(wire.getGroup())
              .filter(taker -> taker.isWhole(wire.getLeastApplied()))
              .isPresent());
    }
    return links
        .ask(node, Request.newBuilder().setGetWhole(wire), BASE_MILLIS)
        .handle((response, failure) -> failure == null && response.getWhole().getIsWhole());
  }

  private interface Question<T> {
    CompletableFuture<T> ask(int node);
  }

  /** Asks one after the other, until one has what is asked for. */
  private <T> CompletableFuture<T> ofOthers(int group, Question<T> question) {
    CompletableFuture<T> found =
        CompletableFuture.failedFuture(
            ZabException.of(ErrorCode.UNAVAILABLE, "group " + group + " has no other members"));
    for (int node : topology.others(group)) {
      found = found.exceptionallyCompose(failure -> question.ask(node));
    }
    return found;
  }

  private static FoundBase found(int node, Response response) {
    if (!response.hasBaseFound()) {
      throw ZabException.of(
          ErrorCode.UNAVAILABLE, "node " + node + ": " + response.getError().getMessage());
    }
    return new FoundBase(node, MoveWire.made(response.getBaseFound()));
  }

  private static FoundStore found(int node, int group, Response response) {
    if (!response.hasStoreOffered()) {
      throw ZabException.of(
          ErrorCode.UNAVAILABLE, "node " + node + ": " + response.getError().getMessage());
    }
    return new FoundStore(node, MoveWire.store(group, response.getStoreOffered()));
  }

  /** See {@link io.zabdb.replica.move.GroupPost#fetch}. */
  Fetching fetch(FoundStore found) {
    int group = found.offer().from();
    Optional<MoveTaker> taker = takers.apply(group);
    if (taker.isEmpty()) {
      return Fetching.FAILED;
    }
    return switch (fetcher.fetch(group, taker.get(), found.offer(), found.node()).state()) {
      case HAS -> Fetching.THERE;
      case FETCHING -> Fetching.UNDER_WAY;
      case LATER -> Fetching.BUSY;
      case FAILED -> Fetching.FAILED;
    };
  }
}
