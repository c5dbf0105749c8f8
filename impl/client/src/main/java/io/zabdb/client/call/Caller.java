package io.zabdb.client.call;

import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.Outcome;
import io.zabdb.client.net.Peer;
import io.zabdb.client.net.Peers;
import io.zabdb.client.ring.RingSource;
import io.zabdb.client.time.Timers;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Makes calls, as many at a time as the settings allow. Thread-safe. */
public final class Caller implements AutoCloseable {

  private record PoolKey(int group, String partition) {

    static PoolKey of(RingPartition place) {
      return new PoolKey(place.group(), place.name());
    }
  }

  private final CallSettings settings;
  private final RingSource source;
  private final Peers peers;
  private final Timers timers;
  private final RandomGenerator random;
  private final ClientTurns turns = new ClientTurns();
  private final Routing routing;
  private final Map<PoolKey, SessionPool> sessions = new HashMap<>();
  private final Set<Call<?>> underWay = new LinkedHashSet<>();
  private long bytesUnderWay;
  private boolean isClosed;

  /**
   * Closes source, peers and timers when it is closed.
   *
   * @param random of sessions and pauses: good enough that no two clients choose the same sessions
   */
  public Caller(
      CallSettings settings,
      RingSource source,
      Peers peers,
      Timers timers,
      RandomGenerator random) {
    this.settings = settings;
    this.source = source;
    this.peers = peers;
    this.timers = timers;
    this.random = random;
    routing = new Routing(turns, source, peers, timers, this::newBackoff, entry());
    source.watch(state -> turns.take(() -> routing.adopt(state)));
    turns.take(routing::fetch);
  }

  private KnownGroup entry() {
    if (settings.entryNodes().isEmpty()) {
      return null;
    }
    KnownGroup entry = new KnownGroup(true);
    entry.setMembers(settings.entryNodes().stream().map(peers::at).toList());
    entry.hinted(entry.members().get(0));
    return entry;
  }

  /**
   * Carries an operation out.
   *
   * @return fails with {@link ZabException}; a cancelled call is given up
   */
  public <T> CompletableFuture<T> call(Operation<T> operation) {
    CompletableFuture<T> future = new CompletableFuture<>();
    turns.take(() -> begin(operation, future));
    return future;
  }

  private <T> void begin(Operation<T> operation, CompletableFuture<T> future) {
    String refusal = null;
    if (isClosed) {
      refusal = "the client is closed";
    } else if (underWay.size() >= settings.maxCalls()) {
      refusal = underWay.size() + " operations are under way, the limit of this client";
    } else if (!underWay.isEmpty() && bytesUnderWay + operation.bytes() > settings.maxBytes()) {
      refusal =
          "with this request more than the limit of "
              + settings.maxBytes()
              + " bytes of requests would be under way";
    }
    if (refusal != null) {
      ZabException failure =
          ZabException.of(isClosed ? ErrorCode.CLOSED : ErrorCode.OVERLOADED, refusal);
      turns.behind(() -> future.completeExceptionally(failure));
      return;
    }
    Call<T> call = new Call<>(this, operation, future, settings.timeout());
    underWay.add(call);
    bytesUnderWay += operation.bytes();
    future.whenComplete(
        (result, failure) -> {
          if (future.isCancelled()) {
            turns.take(call::abandon);
          }
        });
    call.goOn();
  }

  /** The newest state of the cluster that this client knows; asks for it if there is none. */
  public CompletableFuture<ClusterState> state() {
    CompletableFuture<ClusterState> known = new CompletableFuture<>();
    turns.take(() -> known.complete(routing.state()));
    return known.thenCompose(
        state -> state != null ? CompletableFuture.completedFuture(state) : refreshed());
  }

  /** The same, together with what somebody else can tell now. */
  public CompletableFuture<ClusterState> refreshed() {
    return source
        .fetch()
        .thenApply(
            news -> {
              AtomicReference<ClusterState> all = new AtomicReference<>();
              turns.take(
                  () -> {
                    routing.adopt(news);
                    all.set(routing.state());
                  });
              return all.get();
            });
  }

  /**
   * A node, by its number.
   *
   * @return fails as {@code NOT_FOUND} if it is not known
   */
  public CompletableFuture<Peer> node(int id) {
    return known("node " + id + " is not known", () -> Optional.ofNullable(routing.node(id)));
  }

  /**
   * The members of a group, who seems to lead it first.
   *
   * @return fails as {@code NOT_FOUND} if no member is known
   */
  public CompletableFuture<List<Peer>> members(int group) {
    return known(
        "no member of group " + group + " is known",
        () -> Optional.of(routing.membersOf(group)).filter(members -> !members.isEmpty()));
  }

  /** What is not known may have joined, or been born, since the ring was asked for. */
  private <T> CompletableFuture<T> known(String failure, Supplier<Optional<T>> look) {
    return state()
        .thenApply(state -> inTurn(look))
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : refreshed().thenApply(news -> inTurn(look)))
        .thenApply(found -> found.orElseThrow(() -> ZabException.of(ErrorCode.NOT_FOUND, failure)));
  }

  private <T> T inTurn(Supplier<T> look) {
    AtomicReference<T> found = new AtomicReference<>();
    turns.take(() -> found.set(look.get()));
    return found.get();
  }

  /** The leader that a refusal names, or null. */
  public Peer leaderNamedBy(Error error) {
    return inTurn(() -> hinted(error));
  }

  /** Gives up what is under way, and closes all connections. */
  @Override
  public void close() {
    turns.take(
        () -> {
          isClosed = true;
          new ArrayList<>(underWay).forEach(Call::abandon);
        });
    source.close();
    peers.close();
    timers.close();
  }

  // -- for calls, in turns

  CallSettings settings() {
    return settings;
  }

  ClientTurns turns() {
    return turns;
  }

  Timers timers() {
    return timers;
  }

  Routing routing() {
    return routing;
  }

  /**
   * If it is time to: looks whether a leader that is gone round is in reach again, and who leads.
   */
  void tryDirectWay(KnownGroup group) {
    Detour detour = group.detour();
    if (detour == null || !detour.begin(timers.now())) {
      return;
    }
    routing.fetch();
    turns.behind(
        () ->
            detour
                .leader()
                .exchange(
                    () -> Request.newBuilder().setHello(ClientHello.getDefaultInstance()),
                    outcome ->
                        turns.take(
                            () -> group.tried(detour, outcome instanceof Outcome.Answered))));
  }

  /**
   * The sessions of a partition at a group. Those of partitions that are no more, or elsewhere, are
   * forgotten when there would be more pools than partitions.
   */
  SessionPool sessions(RingPartition place) {
    PoolKey key = PoolKey.of(place);
    if (!sessions.containsKey(key)) {
      List<RingPartition> known = routing.state().ring().partitions();
      if (sessions.size() >= known.size()) {
        sessions.keySet().retainAll(known.stream().map(PoolKey::of).collect(Collectors.toSet()));
      }
    }
    return sessions.computeIfAbsent(key, unknown -> new SessionPool(random, timers));
  }

  /** Of how many groups something is known. */
  int knownGroups() {
    return routing.knownGroups();
  }

  /** How many pools of sessions there are. */
  int sessionPools() {
    return sessions.size();
  }

  Backoff newBackoff() {
    return new Backoff(random);
  }

  /** The leader that a refusal names, or null. */
  Peer hinted(Error error) {
    return error.getLeaderAddress().isEmpty()
        ? routing.node(error.getLeaderNodePlusOne() - 1)
        : peers.at(error.getLeaderAddress());
  }

  Duration since(long time) {
    return Duration.ofNanos(timers.now() - time);
  }

  void ended(Call<?> call) {
    underWay.remove(call);
    bytesUnderWay -= call.bytes();
  }

  /** Tells the listener behind the turn. */
  void tell(Consumer<ClientListener> news) {
    if (settings.listener() != ClientListener.NONE) {
      turns.behind(() -> tellNow(news));
    }
  }

  private void tellNow(Consumer<ClientListener> news) {
    try {
      news.accept(settings.listener());
    } catch (RuntimeException e) {
      // The listener was told that nobody hears of it.
    }
  }
}
