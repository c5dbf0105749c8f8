package io.zabdb.client.ring;

import io.zabdb.client.net.Addresses;
import io.zabdb.client.net.NodeFailures;
import io.zabdb.client.net.Outcome;
import io.zabdb.client.net.Peer;
import io.zabdb.client.net.Peers;
import io.zabdb.client.time.Timers;
import io.zabdb.client.wire.RingWire;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.LimitException;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.GetRing;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Asks the nodes. Each time another is asked first; the next is asked when one fails, or does not
 * answer for a while.
 */
public final class NodeRings implements RingSource {

  /** How long the last node asked has, in patiences. */
  private static final int LAST_WAIT = 10;

  private final List<String> addresses;
  private final boolean learns;
  private final Peers peers;
  private final Timers timers;
  private final long patience;
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<String> known;

  /**
   * @param addresses of the nodes to begin with, HOST:PORT; at least one
   * @param learns whether to ask the nodes that these name, too
   * @param patience for how many nanoseconds to wait for a node before the next is asked, too
   */
  public NodeRings(
      List<String> addresses, boolean learns, Peers peers, Timers timers, long patience) {
    this.addresses = List.copyOf(addresses);
    this.learns = learns;
    this.peers = peers;
    this.timers = timers;
    this.patience = patience;
    known = this.addresses;
  }

  @Override
  public CompletableFuture<ClusterState> fetch() {
    List<String> all = known;
    int first = Math.floorMod(turn.getAndIncrement(), all.size());
    List<String> inTurn = new ArrayList<>(all.subList(first, all.size()));
    inTurn.addAll(all.subList(0, first));
    Fetch fetch = new Fetch(inTurn);
    Timers.Alarm end = timers.in(patience * (inTurn.size() + LAST_WAIT), fetch::giveUp);
    fetch.askNext();
    return fetch.result.whenComplete((state, failure) -> end.cancel());
  }

  /**
   * What a node answered that was asked for the ring.
   *
   * @throws ZabException if that is not the ring, or {@code INTERNAL} if it makes no sense
   */
  public static ClusterState told(Peer peer, Response response) {
    if (!response.hasRing()) {
      throw NodeFailures.notAnswered(peer, response);
    }
    try {
      return RingWire.state(response.getRing());
    } catch (IllegalArgumentException | LimitException e) {
      throw new ZabException(
          ErrorCode.INTERNAL, peer + " tells a ring that makes no sense", false, e);
    }
  }

  private void learn(ClusterState state) {
    Set<String> all = new LinkedHashSet<>(addresses);
    for (NodeInfo node : state.nodes()) {
      all.add(Addresses.format(node.host(), node.port()));
    }
    known = List.copyOf(all);
  }

  /** The nodes do not push. */
  @Override
  public void watch(Consumer<ClusterState> listener) {}

  @Override
  public void close() {}

  /** One round over the nodes. */
  private final class Fetch {
    private final CompletableFuture<ClusterState> result = new CompletableFuture<>();
    private final List<String> inTurn;
    private int asked;
    private int failed;
    private ZabException failure;

    private Fetch(List<String> inTurn) {
      this.inTurn = inTurn;
    }

    private void askNext() {
      Peer peer;
      synchronized (this) {
        if (result.isDone() || asked == inTurn.size()) {
          return;
        }
        peer = peers.at(inTurn.get(asked++));
      }
      Timers.Alarm timer = timers.in(patience, this::askNext);
      peer.exchange(
          () -> Request.newBuilder().setGetRing(GetRing.getDefaultInstance()),
          outcome -> {
            timer.cancel();
            end(peer, outcome);
          });
    }

    private void end(Peer peer, Outcome outcome) {
      try {
        ClusterState state = state(peer, outcome);
        if (learns) {
          learn(state);
        }
        result.complete(state);
      } catch (ZabException e) {
        fail(e);
      }
    }

    private ClusterState state(Peer peer, Outcome outcome) {
      if (!(outcome instanceof Outcome.Answered answered)) {
        throw NodeFailures.of(peer, outcome);
      }
      return told(peer, answered.response());
    }

    private void fail(ZabException e) {
      boolean wasLast;
      synchronized (this) {
        failed++;
        // Whoever is of another cluster is more telling than whoever is down.
        failure = failure != null && failure.code() == ErrorCode.WRONG_CLUSTER ? failure : e;
        wasLast = failed == inTurn.size();
      }
      if (wasLast) {
        result.completeExceptionally(failure);
      } else {
        askNext();
      }
    }

    private void giveUp() {
      result.completeExceptionally(
          ZabException.of(ErrorCode.TIMEOUT, "none of " + inTurn + " told the ring in time"));
    }
  }
}
