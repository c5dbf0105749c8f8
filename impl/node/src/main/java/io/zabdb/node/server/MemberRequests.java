package io.zabdb.node.server;

import io.zabdb.core.group.Members;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.cluster.MemberNumbers;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.UpdateCallback;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.ChangeMembers;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.command.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What operators ask of the members of groups. Thread-safe. */
final class MemberRequests {

  /** Within it a change has begun, or it is not known whether it will. */
  private static final long MILLIS = 10_000;

  private final Topology topology;
  private final Errors errors;
  private final Deadlines deadlines;

  MemberRequests(Topology topology, Errors errors, Deadlines deadlines) {
    this.topology = topology;
    this.errors = errors;
    this.deadlines = deadlines;
  }

  void change(ChangeMembers wanted, ReplicaDriver replica, Responder responder) {
    MemberNumbers numbers = topology.group(wanted.getGroup()).orElseThrow().numbers();
    for (int node : wanted.getAddList()) {
      if (node < 0 || numbers.memberOf(node) >= Members.MAX_MEMBERS) {
        responder.respond(
            Errors.of(
                ErrorCode.INVALID_ARGUMENT,
                "node "
                    + Integer.toUnsignedString(node)
                    + " cannot be a member of group "
                    + wanted.getGroup()
                    + ": ids of nodes that join are among the first "
                    + Members.MAX_MEMBERS));
        return;
      }
    }
    CompletableFuture<Response.Builder> answer = new CompletableFuture<>();
    deadlines
        .within(MILLIS, answer)
        .exceptionally(
            late -> Errors.mayGoOn(ErrorCode.UNAVAILABLE, "the change has not begun yet"))
        .thenAccept(responder::respond);
    UpdateCallback end = new ChangeAnswer(wanted, replica, answer);
    if (wanted.getDismissCount() > 0) {
      replica.dismiss(bits(numbers, wanted.getDismissList()), end);
    } else {
      replica.changeMembers(
          bits(numbers, wanted.getAddList()), bits(numbers, wanted.getRemoveList()), end);
    }
  }

  private static long bits(MemberNumbers numbers, List<Integer> nodes) {
    return nodes.stream()
        .filter(node -> node >= 0)
        .map(numbers::memberOf)
        .filter(member -> member < Members.MAX_MEMBERS)
        .mapToLong(Members::of)
        .reduce(0, (all, one) -> all | one);
  }

  private static Response.Builder done() {
    return Response.newBuilder().setDone(Done.getDefaultInstance());
  }

  /** What keeps a change from beginning, in words. */
  private String missing(ChangeMembers wanted, ReplicaStatus status) {
    MemberNumbers numbers = topology.group(wanted.getGroup()).orElseThrow().numbers();
    List<String> missing = new ArrayList<>();
    for (int node : wanted.getAddList()) {
      int member = numbers.memberOf(node);
      long lag = member < status.lags().size() ? status.lags().get(member) : Long.MAX_VALUE;
      if (status.voters().includes(member)) {
        continue;
      }
      if (lag == Long.MAX_VALUE) {
        missing.add(
            "node "
                + node
                + " does not follow the leader: is it started, of this cluster, and reached?");
      } else if (lag > 0) {
        missing.add("node " + node + " lacks " + lag + " entries");
      }
    }
    return missing.isEmpty()
        ? "a quorum of the members to be is not there, not up to date, or has not the files of all"
            + " partitions yet; or some compact, or one that was removed has not dropped what it had"
        : String.join("; ", missing);
  }

  /** Whatever becomes of the entry of the change: it has begun, unless it was refused. */
  private final class ChangeAnswer implements UpdateCallback {

    private final ChangeMembers wanted;
    private final ReplicaDriver replica;
    private final CompletableFuture<Response.Builder> answer;

    ChangeAnswer(
        ChangeMembers wanted, ReplicaDriver replica, CompletableFuture<Response.Builder> answer) {
      this.wanted = wanted;
      this.replica = replica;
      this.answer = answer;
    }

    @Override
    public void answered(Result result, long index) {
      answer.complete(done());
    }

    @Override
    public void forgotten(boolean isSessionKnown) {
      answer.complete(done());
    }

    @Override
    public void refusedWhenApplied() {
      answer.complete(done());
    }

    @Override
    public void refused(Refusal refusal, int leader) {
      Response.Builder refused = errors.refusal(wanted.getGroup(), refusal, leader);
      if (refusal != Refusal.NOT_READY) {
        answer.complete(refused);
        return;
      }
      replica
          .status()
          .whenComplete(
              (status, failure) ->
                  answer.complete(
                      failure == null
                          ? Errors.of(ErrorCode.UNAVAILABLE, missing(wanted, status))
                          : refused));
    }

    @Override
    public void notAdmitted(String why) {
      answer.complete(Errors.of(ErrorCode.INVALID_ARGUMENT, why));
    }

    @Override
    public void apart(String why) {
      notAdmitted(why);
    }

    @Override
    public void unknown() {
      answer.complete(Errors.mayGoOn(ErrorCode.UNAVAILABLE, "the leader has changed"));
    }

    @Override
    public boolean isAbandoned() {
      return false;
    }

    @Override
    public void abandoned() {
      unknown();
    }

    @Override
    public void diskFull() {
      answer.complete(Errors.of(ErrorCode.DISK_FULL, "the leader's disk has no room"));
    }
  }
}
