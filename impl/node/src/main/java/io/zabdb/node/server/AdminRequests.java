package io.zabdb.node.server;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.PolicyName;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.TransferWish;
import io.zabdb.replica.Verification;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Compact;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Events;
import io.zabdb.rpc.wire.FilesVerified;
import io.zabdb.rpc.wire.GetEvents;
import io.zabdb.rpc.wire.HashState;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.SetPolicy;
import io.zabdb.rpc.wire.StateHash;
import io.zabdb.rpc.wire.Transfer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What operators ask of a node. Thread-safe. */
final class AdminRequests {

  /** Within it a request is answered that reads no files. */
  private static final long SHORT_MILLIS = TimeUnit.SECONDS.toMillis(10);

  /** Within it one is that waits for an entry and reads everything. */
  private static final long READ_MILLIS = TimeUnit.MINUTES.toMillis(10);

  /** Within it one is that reads and writes everything. */
  private static final long WRITTEN_MILLIS = TimeUnit.HOURS.toMillis(6);

  private final Topology topology;
  private final Errors errors;
  private final NodeReport report;
  private final Deadlines deadlines;

  AdminRequests(Topology topology, Errors errors, NodeReport report, Deadlines deadlines) {
    this.topology = topology;
    this.errors = errors;
    this.report = report;
    this.deadlines = deadlines;
  }

  void status(Collection<ReplicaDriver> replicas, Responder responder) {
    List<CompletableFuture<ReplicaStatus>> asked =
        replicas.stream()
            .map(ReplicaDriver::status)
            .map(one -> deadlines.within(SHORT_MILLIS, one))
            .toList();
    CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .whenComplete(
            (all, failure) -> {
              List<ReplicaStatus> known = new ArrayList<>();
              for (CompletableFuture<ReplicaStatus> one : asked) {
                if (!one.isCompletedExceptionally()) {
                  known.add(one.join());
                }
              }
              NodeStatus.Builder status = report.describe(known);
              known.forEach(replica -> status.addReplicas(StatusReport.of(replica, topology)));
              responder.respond(Response.newBuilder().setStatus(status));
            });
  }

  void transfer(Transfer transfer, ReplicaDriver replica, Responder responder) {
    Configuration voters = topology.voters(transfer.getGroup());
    int target = transfer.getTargetPlusOne() - 1;
    if (target >= 0 && (target >= Members.MAX_MEMBERS || !voters.includes(target))) {
      responder.respond(
          Errors.of(
              ErrorCode.INVALID_ARGUMENT,
              "group " + transfer.getGroup() + " has members " + voters + ", not " + target));
      return;
    }
    if (Long.bitCount(voters.voters()) == 1) {
      responder.respond(
          Errors.of(
              ErrorCode.INVALID_ARGUMENT,
              "group "
                  + transfer.getGroup()
                  + " has one member, on node "
                  + topology.node()
                  + ": there is nobody to hand over to"));
      return;
    }
    deadlines
        .within(SHORT_MILLIS, replica.transfer(target, "an operator's request"))
        .whenComplete(
            (wish, failure) ->
                responder.respond(
                    failure == null ? answer(transfer.getGroup(), wish) : unanswered(failure)));
  }

  private Response.Builder answer(int group, TransferWish wish) {
    if (wish.begun()) {
      return done();
    }
    if (topology.group(group).orElseThrow().memberOf(topology.node()) != wish.leader()) {
      return errors.notLeader(group, wish.leader(), false);
    }
    return Errors.of(
        ErrorCode.OVERLOADED,
        "no such member can take group "
            + group
            + " over now: it lags, compacts, has much to compact, or another transfer is under way");
  }

  void policy(SetPolicy wanted, ReplicaDriver replica, Responder responder) {
    TransferPolicy policy;
    try {
      policy = PolicyName.parse(wanted.getPolicy());
    } catch (IllegalArgumentException e) {
      responder.respond(Errors.of(ErrorCode.INVALID_ARGUMENT, e.getMessage()));
      return;
    }
    deadlines
        .within(SHORT_MILLIS, replica.changePolicy(policy))
        .whenComplete(
            (changed, failure) ->
                responder.respond(failure == null ? done() : unanswered(failure)));
  }

  void events(GetEvents wanted, ReplicaDriver replica, Responder responder) {
    try {
      Events.Builder events = Events.newBuilder();
      replica.events().after(wanted.getAfter(), wanted.getLimit()).stream()
          .map(event -> StatusReport.event(event, topology))
          .forEach(events::addEvents);
      responder.respond(Response.newBuilder().setEvents(events));
    } catch (IllegalArgumentException e) {
      responder.respond(Errors.of(ErrorCode.INVALID_ARGUMENT, e.getMessage()));
    }
  }

  private Response.Builder unanswered(Throwable cause) {
    return cause instanceof TimeoutException
        ? failed(cause)
        : Errors.mayGoOn(ErrorCode.UNAVAILABLE, "node " + topology.node() + " is closing");
  }

  void compact(Compact compact, ReplicaDriver replica, Responder responder) {
    CompletableFuture<Response.Builder> answer = within(WRITTEN_MILLIS, responder);
    replica.compact(
        failure ->
            answer.complete(failure.map(AdminRequests::failed).orElseGet(AdminRequests::done)));
  }

  /** An answer that is given once it is known, or that it took too long. */
  private CompletableFuture<Response.Builder> within(long millis, Responder responder) {
    CompletableFuture<Response.Builder> answer = new CompletableFuture<>();
    deadlines
        .within(millis, answer)
        .whenComplete(
            (known, failure) -> responder.respond(failure == null ? known : failed(failure)));
    return answer;
  }

  private static Response.Builder failed(Throwable cause) {
    if (cause instanceof ZabException known) {
      return Errors.of(known);
    }
    return cause instanceof TimeoutException
        ? Errors.mayGoOn(ErrorCode.TIMEOUT, "it took too long")
        : Errors.of(ErrorCode.UNAVAILABLE, String.valueOf(cause.getMessage()));
  }

  private static Response.Builder done() {
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  void hash(HashState hash, ReplicaDriver replica, Responder responder) {
    CompletableFuture<Response.Builder> answer = within(READ_MILLIS, responder);
    boolean accepted =
        replica.visitStateAt(
            hash.getIndex(),
            snapshot ->
                answer.complete(
                    Response.newBuilder()
                        .setStateHash(
                            StateHash.newBuilder()
                                .setIndex(snapshot.length())
                                .setZxid(Conversions.zxid(snapshot.zxid()))
                                .setHash(snapshot.hash()))),
            failure -> answer.complete(failed(failure)));
    if (!accepted) {
      answer.complete(
          Errors.of(
              ErrorCode.INVALID_ARGUMENT,
              "the replica has come to entry "
                  + hash.getIndex()
                  + " already, or somebody else waits for it; ask for a later one"));
    }
  }

  void verify(ReplicaDriver replica, Responder responder) {
    CompletableFuture<Response.Builder> answer = within(WRITTEN_MILLIS, responder);
    replica
        .verifyFiles()
        .whenComplete(
            (found, failure) ->
                answer.complete(failure == null ? verified(found) : failed(failure)));
  }

  private static Response.Builder verified(Verification found) {
    return Response.newBuilder()
        .setFilesVerified(
            FilesVerified.newBuilder()
                .setLogEntries(found.logEntries())
                .setBytes(found.bytes())
                .addAllDamage(found.damage()));
  }
}
