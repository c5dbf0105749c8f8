package io.zabdb.node.server;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Settings;
import io.zabdb.core.session.Retention;
import io.zabdb.environment.Clock;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.RequestHandler;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.command.StructureCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Takes all requests of clients and passes each to the part that handles it. Thread-safe. */
public final class NodeRequests implements RequestHandler {

  private final Topology topology;
  private final Map<Integer, ReplicaDriver> replicas;
  private final Errors errors;
  private final UpdateRequests updates;
  private final ReadRequests reads;
  private final AdminRequests admin;
  private final PartitionRequests partitions;
  private final MemberRequests members;
  private final Forwarder forwarder;
  private final RequestHandler moves;
  private final RequestHandler balance;
  private final RequestHandler births;

  /**
   * @param replicas of this node, by group; there may come more
   * @param clock with what time a replica may stamp a command, in milliseconds since 1970; 0: it
   *     does not know yet
   * @param limits of work under way
   * @param budget on which answers draw
   * @param moves takes what other groups ask
   * @param balance takes what operators want of the balancer, and what balancers want of this node
   * @param births bears groups, and takes those that others bear
   * @param time by which hits are counted
   * @param links to the other nodes, and the deadlines of what operators ask
   */
  public NodeRequests(
      Topology topology,
      Map<Integer, ReplicaDriver> replicas,
      ToLongFunction<ReplicaDriver> clock,
      Retention sessions,
      Settings.Limits limits,
      MemoryBudget budget,
      NodeReport report,
      Forwarder forwarder,
      RequestHandler moves,
      RequestHandler balance,
      RequestHandler births,
      Clock time,
      NodeLinks links) {
    this.topology = topology;
    this.replicas = replicas;
    this.forwarder = forwarder;
    this.moves = moves;
    this.balance = balance;
    this.births = births;
    errors = new Errors(topology);
    NodeHits hits = new NodeHits(topology, time);
    int longest = StructureCodec.longestUpdate(limits.payloadBytes());
    updates = new UpdateRequests(topology, errors, clock, sessions, longest, hits);
    reads =
        new ReadRequests(
            topology,
            errors,
            hits,
            budget.account(Purpose.LARGE_ANSWERS),
            new ReadPoints(topology, links));
    Deadlines deadlines = links.deadlines();
    admin = new AdminRequests(topology, errors, report, deadlines);
    partitions = new PartitionRequests(topology, errors, hits, deadlines);
    members = new MemberRequests(topology, errors, deadlines);
  }

  @Override
  public void handle(Request request, Responder responder) {
    switch (request.getBodyCase()) {
      case UPDATE, GET, SCAN, GET_READ_POINT -> data(request, responder);
      case GET_RING -> responder.respond(Response.newBuilder().setRing(RingReport.of(topology)));
      case GET_STATUS -> admin.status(replicas.values(), responder);
      case TRANSFER,
          COMPACT,
          HASH_STATE,
          VERIFY_FILES,
          GET_EVENTS,
          SET_POLICY,
          CHANGE_MEMBERS,
          GET_PARTITIONS,
          SHARD,
          GET_MOVES,
          MOVE_PARTITION,
          END_GROUP ->
          administer(request, responder);
      case TELL_GROUP, OFFER_FILES, OFFER_STORE, READ_FILE, FIND_BASE, GET_WHOLE ->
          moves.handle(request, responder);
      case GET_BALANCE, SET_BALANCE, PLACE_LEADERS -> balance.handle(request, responder);
      case BEAR_GROUP, TAKE_GROUP, GET_GROUPS -> births.handle(request, responder);
      case HELLO, BODY_NOT_SET ->
          responder.respond(
              Errors.of(
                  ErrorCode.INVALID_ARGUMENT,
                  "node " + topology.node() + " does not know what this request asks for"));
    }
  }

  private void data(Request request, Responder responder) {
    int group = groupOf(request);
    ReplicaDriver replica = replicas.get(group);
    if (request.getForward() && forwarded(group, replica, request, responder)) {
      return;
    }
    if (replica == null) {
      responder.respond(errors.noReplica(group, AskedTokens.of(request)));
      return;
    }
    switch (request.getBodyCase()) {
      case UPDATE -> updates.handle(request.getUpdate(), replica, responder);
      case GET -> reads.handle(request.getGet(), replica, responder);
      case GET_READ_POINT -> reads.point(group, replica, responder);
      default -> reads.handle(request.getScan(), replica, responder);
    }
  }

  private static int groupOf(Request request) {
    return switch (request.getBodyCase()) {
      case UPDATE -> request.getUpdate().getGroup();
      case GET -> request.getGet().getGroup();
      case GET_READ_POINT -> request.getGetReadPoint().getGroup();
      default -> request.getScan().getGroup();
    };
  }

  /** Passes on what another node can answer; false if this one should. */
  private boolean forwarded(
      int group, ReplicaDriver replica, Request request, Responder responder) {
    Optional<GroupConfig> config = topology.group(group);
    if (config.isEmpty() || (replica != null && isAnyReplicas(request))) {
      return false;
    }
    int leader = topology.nodeOf(group, topology.leader(group).member());
    if (replica == null) {
      // Some member knows who leads.
      List<Integer> nodes = topology.nodes(group);
      int turn = (int) Long.remainderUnsigned(request.getId(), nodes.size());
      forwarder.forward(nodes.get(turn), request, true, responder);
      return true;
    }
    if (leader < 0 || leader == topology.node()) {
      return false;
    }
    forwarder.forward(leader, request, false, responder);
    return true;
  }

  private static boolean isAnyReplicas(Request request) {
    return request.getGet().getStale()
        || request.getGet().getSpread()
        || request.getScan().getStale()
        || request.getScan().getSpread();
  }

  private void administer(Request request, Responder responder) {
    int group =
        switch (request.getBodyCase()) {
          case TRANSFER -> request.getTransfer().getGroup();
          case COMPACT -> request.getCompact().getGroup();
          case HASH_STATE -> request.getHashState().getGroup();
          case GET_EVENTS -> request.getGetEvents().getGroup();
          case SET_POLICY -> request.getSetPolicy().getGroup();
          case GET_PARTITIONS -> request.getGetPartitions().getGroup();
          case SHARD -> request.getShard().getGroup();
          case GET_MOVES -> request.getGetMoves().getGroup();
          case MOVE_PARTITION -> request.getMovePartition().getGroup();
          case CHANGE_MEMBERS -> request.getChangeMembers().getGroup();
          case END_GROUP -> request.getEndGroup().getGroup();
          default -> request.getVerifyFiles().getGroup();
        };
    ReplicaDriver replica = replicas.get(group);
    if (replica == null) {
      boolean isDone = request.hasEndGroup() && topology.hasEnded(group);
      responder.respond(
          isDone
              ? Response.newBuilder().setDone(Done.getDefaultInstance())
              : errors.noReplica(group, List.of()));
      return;
    }
    switch (request.getBodyCase()) {
      case TRANSFER -> admin.transfer(request.getTransfer(), replica, responder);
      case COMPACT -> admin.compact(request.getCompact(), replica, responder);
      case HASH_STATE -> admin.hash(request.getHashState(), replica, responder);
      case GET_EVENTS -> admin.events(request.getGetEvents(), replica, responder);
      case SET_POLICY -> admin.policy(request.getSetPolicy(), replica, responder);
      case GET_PARTITIONS -> partitions.list(replica, responder);
      case SHARD -> partitions.shard(request.getShard(), replica, responder);
      case GET_MOVES -> partitions.moves(replica, responder);
      case MOVE_PARTITION -> partitions.move(request.getMovePartition(), replica, responder);
      case END_GROUP -> partitions.end(replica, responder);
      case CHANGE_MEMBERS -> members.change(request.getChangeMembers(), replica, responder);
      default -> admin.verify(replica, responder);
    }
  }
}
