package io.zabdb.client.admin;

import io.zabdb.client.call.Caller;
import io.zabdb.client.net.NodeCalls;
import io.zabdb.client.net.NodeFailures;
import io.zabdb.client.net.Peer;
import io.zabdb.client.operation.NoOperation;
import io.zabdb.client.ring.NodeRings;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Balance;
import io.zabdb.rpc.wire.BalanceSettings;
import io.zabdb.rpc.wire.BearGroup;
import io.zabdb.rpc.wire.ChangeMembers;
import io.zabdb.rpc.wire.Compact;
import io.zabdb.rpc.wire.EndGroup;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.FilesVerified;
import io.zabdb.rpc.wire.GetBalance;
import io.zabdb.rpc.wire.GetEvents;
import io.zabdb.rpc.wire.GetMoves;
import io.zabdb.rpc.wire.GetPartitions;
import io.zabdb.rpc.wire.GetRing;
import io.zabdb.rpc.wire.GetStatus;
import io.zabdb.rpc.wire.HashState;
import io.zabdb.rpc.wire.MovePartition;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.PlaceLeaders;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.SetBalance;
import io.zabdb.rpc.wire.SetPolicy;
import io.zabdb.rpc.wire.Shard;
import io.zabdb.rpc.wire.StateHash;
import io.zabdb.rpc.wire.TakeGroup;
import io.zabdb.rpc.wire.Transfer;
import io.zabdb.rpc.wire.VerifyFiles;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Asks single nodes, once: nothing is tried again, as what matters here is how that node does; what
 * only a leader can tell or do, each member is asked once until one leads, or again and again by
 * one that is {@link #patient}. The answers are those of the protocol. All futures fail with {@link
 * ZabException}. Thread-safe.
 */
public final class ClusterAdmin {

  /** All nodes of a group start a replica of it. */
  private static final long BIRTH = TimeUnit.SECONDS.toNanos(30);

  /** Reading or rewriting all data of a replica may take that long. */
  private static final long LONG_WORK = TimeUnit.HOURS.toNanos(6);

  private final Caller caller;
  private final NodeCalls requests;
  private final long timeout;
  private final LeaderRequests leaders;

  /**
   * @param timeout of requests that take no long work
   */
  public ClusterAdmin(Caller caller, NodeCalls requests, Duration timeout) {
    this(caller, requests, timeout.toNanos(), 0);
  }

  private ClusterAdmin(Caller caller, NodeCalls requests, long timeout, long patience) {
    this.caller = caller;
    this.requests = requests;
    this.timeout = timeout;
    leaders = new LeaderRequests(caller, requests, timeout, patience);
  }

  /**
   * One that goes on asking while no member leads, as long as a request may take: for people, who
   * would otherwise meet every election.
   */
  public ClusterAdmin patient() {
    return new ClusterAdmin(caller, requests, timeout, timeout);
  }

  /** Ring, groups and nodes, as fresh as anybody can tell. */
  public CompletableFuture<ClusterState> ring() {
    return caller.refreshed();
  }

  /** Ring, groups and nodes, as one node knows them. */
  public CompletableFuture<ClusterState> ring(int node) {
    Request.Builder request = Request.newBuilder().setGetRing(GetRing.getDefaultInstance());
    return caller
        .node(node)
        .thenCompose(
            peer ->
                requests
                    .ask(peer, node, request, timeout, false)
                    .thenApply(response -> NodeRings.told(peer, response)));
  }

  /** How a node does. */
  public CompletableFuture<NodeStatus> status(int node) {
    Request.Builder request = Request.newBuilder().setGetStatus(GetStatus.getDefaultInstance());
    return ask(node, request, timeout, false, Response::hasStatus, Response::getStatus);
  }

  /**
   * What a node's replica of a group has seen happen since its start, oldest first; it keeps 1,000.
   *
   * @param after the number of an event: later ones only; 0: all
   * @param limit the newest so many of them, up to 1,000; 0: all
   */
  public CompletableFuture<List<Event>> events(int node, int group, long after, int limit) {
    Request.Builder request =
        Request.newBuilder()
            .setGetEvents(GetEvents.newBuilder().setGroup(group).setAfter(after).setLimit(limit));
    return ask(
        node,
        request,
        timeout,
        false,
        Response::hasEvents,
        response -> response.getEvents().getEventsList());
  }

  /**
   * Sets how a node's replica of a group chooses a successor when it leads, until the node ends.
   *
   * @param policy as the option {@code transfer-policy} names it
   */
  public CompletableFuture<Void> setPolicy(int node, int group, String policy) {
    Request.Builder request =
        Request.newBuilder().setSetPolicy(SetPolicy.newBuilder().setGroup(group).setPolicy(policy));
    return ask(node, request, timeout, true, Response::hasDone, response -> null);
  }

  /**
   * Compacts all trees of a node's replica of a group. Completes when that is done, which may take
   * hours.
   */
  public CompletableFuture<Void> compact(int node, int group) {
    Request.Builder request = Request.newBuilder().setCompact(Compact.newBuilder().setGroup(group));
    return ask(node, request, LONG_WORK, true, Response::hasDone, response -> null);
  }

  /** Reads all files of a node's replica of a group, and checks their checksums. */
  public CompletableFuture<FilesVerified> verifyFiles(int node, int group) {
    Request.Builder request =
        Request.newBuilder().setVerifyFiles(VerifyFiles.newBuilder().setGroup(group));
    return ask(
        node, request, LONG_WORK, false, Response::hasFilesVerified, Response::getFilesVerified);
  }

  /**
   * The hash of a replica's state after exactly so many entries of its log.
   *
   * @param index not passed yet by the replica, which may take a while to come there
   */
  public CompletableFuture<StateHash> hashState(int node, int group, long index) {
    Request.Builder request =
        Request.newBuilder().setHashState(HashState.newBuilder().setGroup(group).setIndex(index));
    return ask(node, request, LONG_WORK, false, Response::hasStateHash, Response::getStateHash);
  }

  private <T> CompletableFuture<T> ask(
      int node,
      Request.Builder request,
      long limit,
      boolean isUpdate,
      Predicate<Response> isAnswer,
      Function<Response, T> answer) {
    return caller
        .node(node)
        .thenCompose(
            peer ->
                requests
                    .ask(peer, node, request, limit, isUpdate)
                    .thenApply(response -> answer(peer, response, isAnswer, answer)));
  }

  /**
   * Moves the leadership of a group.
   *
   * @param member that is to lead, by its number in the group; empty: any other
   * @return done once the transfer has begun; it may be given up later. Fails with {@code
   *     OVERLOADED} if no such member is fit to take over now
   */
  public CompletableFuture<Void> transfer(int group, OptionalInt member) {
    Transfer.Builder transfer =
        Transfer.newBuilder()
            .setGroup(group)
            .setTargetPlusOne(member.isPresent() ? member.getAsInt() + 1 : 0);
    return atLeader(group, Request.newBuilder().setTransfer(transfer));
  }

  /** What the leader of a group has of partitions. */
  public CompletableFuture<List<Partitions.Partition>> partitions(int group) {
    Request.Builder request =
        Request.newBuilder().setGetPartitions(GetPartitions.newBuilder().setGroup(group));
    return leaders
        .ask(group, request, false, Response::hasPartitions)
        .thenApply(response -> response.getPartitions().getPartitionsList());
  }

  /**
   * Splits a partition, or merges it with a neighbour.
   *
   * @return the names of what it became, once that is done; it fails with {@code TIMEOUT} or {@code
   *     UNAVAILABLE} if that is not known
   */
  public CompletableFuture<List<String>> shard(Shard shard) {
    return leaders
        .ask(shard.getGroup(), Request.newBuilder().setShard(shard), true, Response::hasSharded)
        .thenApply(response -> response.getSharded().getPartitionsList());
  }

  /** What the leader of a group gives to other groups, and how these know the group. */
  public CompletableFuture<Moves> moves(int group) {
    Request.Builder request =
        Request.newBuilder().setGetMoves(GetMoves.newBuilder().setGroup(group));
    return leaders.ask(group, request, false, Response::hasMoves).thenApply(Response::getMoves);
  }

  /**
   * Begins to give a partition to another group.
   *
   * @return the number of the attempt, once it is under way; then it goes on by itself ({@link
   *     #moves}), and may be given up
   */
  public CompletableFuture<Long> startMove(int group, String partition, int to) {
    return startMove(group, partition, to, OptionalLong.empty());
  }

  /**
   * The same, unless somebody else has tried to move it: then it fails with {@code
   * INVALID_ARGUMENT}.
   *
   * @param expected the number of the last attempt to move it, as {@link #partitions} told it
   */
  public CompletableFuture<Long> startMove(
      int group, String partition, int to, OptionalLong expected) {
    MovePartition.Builder wanted = MovePartition.newBuilder();
    expected.ifPresent(wanted::setExpectedAttempt);
    return moves(to)
        .thenCompose(
            known ->
                move(
                    wanted
                        .setGroup(group)
                        .setPartition(partition)
                        .setTo(to)
                        .setBirthHigh(known.getBirthHigh())
                        .setBirthLow(known.getBirthLow()),
                    Response::hasMoveBegun))
        .thenApply(response -> response.getMoveBegun().getAttempt());
  }

  /**
   * Gives a move up, unless the partition is the other group's already.
   *
   * @return done when the partition stays
   */
  public CompletableFuture<Void> abortMove(int group, String partition) {
    return move(
            MovePartition.newBuilder().setGroup(group).setPartition(partition).setAbort(true),
            Response::hasDone)
        .thenApply(done -> null);
  }

  private CompletableFuture<Response> move(
      MovePartition.Builder move, Predicate<Response> isAnswer) {
    Request.Builder request = Request.newBuilder().setMovePartition(move);
    return leaders.ask(move.getGroup(), request, true, isAnswer);
  }

  /** Whether the nodes balance the store, as the configuration manager of a node says. */
  public CompletableFuture<Balance> balance(int node) {
    Request.Builder request = Request.newBuilder().setGetBalance(GetBalance.getDefaultInstance());
    return ask(node, request, timeout, false, Response::hasBalance, Response::getBalance);
  }

  /** Has the configuration manager of a node say how the nodes are to balance the store. */
  public CompletableFuture<Void> setBalance(int node, BalanceSettings settings) {
    Request.Builder request =
        Request.newBuilder().setSetBalance(SetBalance.newBuilder().setSettings(settings));
    return ask(node, request, timeout, true, Response::hasDone, response -> null);
  }

  /**
   * Tells a node that whoever asks places the leaders of the store by what they have to do: until
   * the time is over it hands no group over because another node leads fewer.
   *
   * @param time from now on, 1 ms to 2 hours
   */
  public CompletableFuture<Void> placeLeaders(int node, Duration time) {
    Request.Builder request =
        Request.newBuilder().setPlaceLeaders(PlaceLeaders.newBuilder().setMillis(time.toMillis()));
    return ask(node, request, timeout, false, Response::hasDone, response -> null);
  }

  /**
   * Has a group be born, which owns nothing.
   *
   * @param nodes that found it, by member number, at least one; they run and know of each other
   * @return its number, once all of them have it; it leads itself soon after. To ask again with the
   *     same nodes, while it has no leader, is to ask for the same group. Fails with {@code
   *     UNAVAILABLE} if one of them does not take part, {@code OVERLOADED} if one has no room,
   *     {@code INVALID_ARGUMENT}
   */
  public CompletableFuture<Integer> bearGroup(List<Integer> nodes) {
    Request.Builder request =
        Request.newBuilder().setBearGroup(BearGroup.newBuilder().addAllNodes(nodes));
    return ask(
        nodes.get(0),
        request,
        BIRTH,
        true,
        Response::hasBorn,
        response -> response.getBorn().getGroup());
  }

  /**
   * Has a node start a replica of a group, so that it can become a member.
   *
   * @return done once it has; fails with {@code UNAVAILABLE} if it does not know the group yet,
   *     {@code OVERLOADED} if it has no room
   */
  public CompletableFuture<Void> takeGroup(int node, int group) {
    Request.Builder request =
        Request.newBuilder().setTakeGroup(TakeGroup.newBuilder().setGroup(group));
    return ask(node, request, BIRTH, true, Response::hasDone, response -> null);
  }

  /**
   * Ends a group that has no partitions any more, for ever; then its replicas go.
   *
   * @return done once it has ended, or if it had. Fails with {@code INVALID_ARGUMENT} if it has
   *     partitions, {@code OVERLOADED} while another change of it is under way
   */
  public CompletableFuture<Void> endGroup(int group) {
    return atLeader(group, Request.newBuilder().setEndGroup(EndGroup.newBuilder().setGroup(group)));
  }

  /**
   * Changes who votes in a group.
   *
   * @param add nodes that are to vote; those that are new follow the leader already
   * @param remove nodes that are not to
   * @return done once the change has begun; then it goes on by itself. Fails with {@code
   *     UNAVAILABLE} if it cannot begin yet, and the message says why
   */
  public CompletableFuture<Void> changeMembers(
      int group, Collection<Integer> add, Collection<Integer> remove) {
    ChangeMembers.Builder change =
        ChangeMembers.newBuilder().setGroup(group).addAllAdd(add).addAllRemove(remove);
    return atLeader(group, Request.newBuilder().setChangeMembers(change));
  }

  /**
   * Has a node drop what it has of a group if it learns it, and nobody makes it a member; if it
   * votes, or has nothing, nothing changes.
   *
   * @return done once the node is to know. Fails with {@code UNAVAILABLE} if that cannot be now
   */
  public CompletableFuture<Void> dismiss(int group, int node) {
    ChangeMembers.Builder dismissal = ChangeMembers.newBuilder().setGroup(group).addDismiss(node);
    return atLeader(group, Request.newBuilder().setChangeMembers(dismissal));
  }

  private CompletableFuture<Void> atLeader(int group, Request.Builder request) {
    return leaders.ask(group, request, true, Response::hasDone).thenApply(done -> null);
  }

  /**
   * Passes an update that changes nothing through the log of a group.
   *
   * @return it is in the log's first so many entries
   */
  public CompletableFuture<Long> advance(int group) {
    return caller.members(group).thenCompose(members -> caller.call(new NoOperation(group)));
  }

  private static <T> T answer(
      Peer peer, Response response, Predicate<Response> isAnswer, Function<Response, T> answer) {
    if (!isAnswer.test(response)) {
      throw NodeFailures.notAnswered(peer, response);
    }
    return answer.apply(response);
  }
}
