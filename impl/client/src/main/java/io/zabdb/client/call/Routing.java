package io.zabdb.client.call;

import io.zabdb.client.net.Addresses;
import io.zabdb.client.net.Peer;
import io.zabdb.client.net.Peers;
import io.zabdb.client.ring.RingSource;
import io.zabdb.client.time.Timers;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingClaims;
import io.zabdb.model.ring.RingPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What is known of the cluster, and the calls that wait for news. Who has which tokens is put
 * together from all that was ever heard, by the numbers of attempts: whoever tells may have heard
 * of some moves only, or of none. For turns only.
 */
final class Routing {

  private final ClientTurns turns;
  private final RingSource source;
  private final Peers peers;
  private final Timers timers;
  private final Supplier<Backoff> backoffs;

  private final Map<Integer, KnownGroup> groups = new HashMap<>();
  private final Map<Integer, Peer> nodes = new HashMap<>();
  private final Set<Call<?>> waiting = new LinkedHashSet<>();
  private final KnownGroup entry;

  /** Null if nothing is known yet. */
  private ClusterState state;

  /** Who has what; null if nothing is known yet. */
  private RingClaims claims;

  private boolean isFetching;

  /** Nobody could tell, and calls wait: none of those that come meanwhile asks any earlier. */
  private boolean isPausing;

  private Backoff backoff;

  /**
   * @param entry the nodes that are sent everything, to be forwarded; null: each operation is sent
   *     to its own group
   */
  Routing(
      ClientTurns turns,
      RingSource source,
      Peers peers,
      Timers timers,
      Supplier<Backoff> backoffs,
      KnownGroup entry) {
    this.turns = turns;
    this.source = source;
    this.peers = peers;
    this.timers = timers;
    this.backoffs = backoffs;
    this.entry = entry;
    backoff = backoffs.get();
  }

  /** Null if nothing is known yet. */
  ClusterState state() {
    return state;
  }

  /** Where an operation goes, or null if that is not known yet. */
  RingPartition place(Operation<?> operation) {
    return state == null ? null : operation.place(state.ring());
  }

  /** The nodes to ask about a group. */
  KnownGroup group(int id) {
    return entry != null ? entry : groups.computeIfAbsent(id, unknown -> new KnownGroup(false));
  }

  /** The node with this id, or null. */
  Peer node(int id) {
    return nodes.get(id);
  }

  /** The members of a group, who seems to lead it first; empty if none is known. */
  List<Peer> membersOf(int group) {
    KnownGroup asked = groups.get(group);
    if (asked == null) {
      return List.of();
    }
    Set<Peer> all = new LinkedHashSet<>();
    if (asked.leader() != null) {
      all.add(asked.leader());
    }
    all.addAll(asked.members());
    return List.copyOf(all);
  }

  /** Waits until news have come, then {@link Call#goOn}. */
  void await(Call<?> call) {
    waiting.add(call);
    fetch();
  }

  void leave(Call<?> call) {
    waiting.remove(call);
  }

  /** Asks for news. */
  void fetch() {
    if (!isFetching && !isPausing) {
      isFetching = true;
      turns.behind(
          () ->
              source
                  .fetch()
                  .whenComplete((news, failure) -> turns.take(() -> fetched(news, failure))));
    }
  }

  private void fetched(ClusterState news, Throwable failure) {
    isFetching = false;
    if (news != null) {
      adopt(news);
      return;
    }
    ZabException named = named(failure);
    for (Call<?> call : new ArrayList<>(waiting)) {
      call.ringUnknown(named);
    }
    if (!waiting.isEmpty()) {
      isPausing = true;
      timers.in(backoff.next(), () -> turns.take(this::fetchAgain));
    }
  }

  private void fetchAgain() {
    isPausing = false;
    if (!waiting.isEmpty()) {
      fetch();
    }
  }

  private static ZabException named(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (failure instanceof ZabException named) {
      return named;
    }
    return cause instanceof ZabException named
        ? named
        : new ZabException(ErrorCode.INTERNAL, "the ring cannot be read: " + cause, false, cause);
  }

  /** News of the cluster have come; of partitions, what is older than what is known is not. */
  void adopt(ClusterState news) {
    if (claims == null) {
      claims = new RingClaims(news.ring());
      state = news;
    } else {
      boolean isNews = false;
      for (RingPartition partition : news.ring().partitions()) {
        isNews |= claims.add(partition);
      }
      state = news.with(isNews ? nextRing() : state.ring());
    }
    learn();
    backoff = backoffs.get();
    isPausing = false;
    List<Call<?>> all = new ArrayList<>(waiting);
    waiting.clear();
    all.forEach(Call::goOn);
  }

  /** A group that was asked for some tokens says that they are another's. */
  void correct(RingPartition owner) {
    if (claims != null && claims.add(owner)) {
      state = state.with(nextRing());
    }
  }

  /** Its version counts how often what is known here has changed. */
  private Ring nextRing() {
    return claims.ring(state.ring().version() + 1);
  }

  private void learn() {
    for (NodeInfo node : state.nodes()) {
      // Nodes that are down keep their last address: they may be back before the news of it.
      nodes.put(node.id(), peers.at(Addresses.format(node.host(), node.port())));
    }
    for (GroupInfo info : state.groups()) {
      KnownGroup group = groups.computeIfAbsent(info.id(), unknown -> new KnownGroup(false));
      group.setMembers(info.nodes().stream().map(nodes::get).filter(Objects::nonNull).toList());
      Peer leader = nodes.get(info.leaderNode());
      if (leader != null) {
        group.ledBy(leader, info.epoch());
      }
    }
    forgetEnded();
  }

  /** Those that neither the groups nor the ring name: others are born in their place, for ever. */
  private void forgetEnded() {
    Set<Integer> there = new HashSet<>();
    state.groups().forEach(group -> there.add(group.id()));
    state.ring().partitions().forEach(partition -> there.add(partition.group()));
    groups
        .entrySet()
        .removeIf(known -> !there.contains(known.getKey()) && known.getValue().isIdle());
  }

  int knownGroups() {
    return groups.size();
  }
}
