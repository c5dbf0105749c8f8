package io.zabdb.node.server;

import com.google.protobuf.ByteString;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.GroupSharding;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.replica.move.MoveStatus;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.MoveBegun;
import io.zabdb.rpc.wire.MovePartition;
import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Shard;
import io.zabdb.rpc.wire.Sharded;
import io.zabdb.shard.Birth;
import io.zabdb.shard.PartitionId;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What operators ask of the partitions of a group. Thread-safe. */
final class PartitionRequests {

  /** Within it each is answered; a leader gives up earlier what it cannot do. */
  private static final long MILLIS = 20_000;

  private final Topology topology;
  private final Errors errors;
  private final NodeHits hits;
  private final Deadlines deadlines;

  /**
   * @param hits know what this node serves
   */
  PartitionRequests(Topology topology, Errors errors, NodeHits hits, Deadlines deadlines) {
    this.topology = topology;
    this.errors = errors;
    this.hits = hits;
    this.deadlines = deadlines;
  }

  /** Asks the leader alone: another replica may know of nothing yet, or of what was long ago. */
  void list(ReplicaDriver replica, Responder responder) {
    int leader = topology.leader(replica.group()).member();
    if (topology.nodeOf(replica.group(), leader) != topology.node()) {
      responder.respond(errors.notLeader(replica.group(), leader, false));
      return;
    }
    answer(
        replica.sharding().partitions(),
        replica.group(),
        responder,
        held -> {
          Partitions.Builder all = Partitions.newBuilder();
          held.forEach(each -> all.addPartitions(describe(replica.group(), each)));
          return Response.newBuilder().setPartitions(all);
        });
  }

  private Partitions.Partition.Builder describe(int group, GroupSharding.HeldPartition held) {
    Partitions.Partition.Builder described =
        Partitions.Partition.newBuilder()
            .setName(held.id().name())
            .setAfter(held.id().range().after())
            .setUpTo(held.id().range().upTo())
            .setPhase(held.record().phase().name())
            .setAttempt(held.record().epoch())
            .setMove(held.record().move())
            .addAllBecoming(held.record().into().stream().map(PartitionId::name).toList())
            .setBytes(held.bytes());
    hits.rates(group, held.id().range())
        .ifPresent(
            rates ->
                described.setHits(
                    Partitions.Hits.newBuilder()
                        .setUpdates(rates.updates())
                        .setReads(rates.reads())
                        .setHottest(rates.hottest())
                        .setHottestRow(ByteString.copyFrom(rates.hottestRow().array()))));
    return described;
  }

  void shard(Shard shard, ReplicaDriver replica, Responder responder) {
    OptionalLong at = shard.hasAt() ? OptionalLong.of(shard.getAt()) : OptionalLong.empty();
    CompletableFuture<List<PartitionId>> done =
        shard.getNeighbour().isEmpty()
            ? replica.sharding().split(shard.getPartition(), at)
            : replica.sharding().merge(shard.getPartition(), shard.getNeighbour());
    answer(
        done,
        replica.group(),
        responder,
        into ->
            Response.newBuilder()
                .setSharded(
                    Sharded.newBuilder()
                        .addAllPartitions(into.stream().map(PartitionId::name).toList())));
  }

  /** What leaves the group, and how others know it. */
  void moves(ReplicaDriver replica, Responder responder) {
    answer(
        replica.moves().list().thenCombine(replica.moves().birth(), PartitionRequests::describe),
        replica.group(),
        responder,
        all -> Response.newBuilder().setMoves(all));
  }

  private static Moves.Builder describe(List<MoveStatus> leaving, Birth birth) {
    Moves.Builder all = Moves.newBuilder().setBirthHigh(birth.high()).setBirthLow(birth.low());
    for (MoveStatus each : leaving) {
      all.addMoves(
          Moves.Move.newBuilder()
              .setPartition(each.part().name())
              .setAttempt(each.attempt())
              .setTo(each.to())
              .setPhase(each.phase().name())
              .setFileBytes(each.baseBytes())
              .setTaken(each.taken())
              .setCopied(each.copied())
              .setMillis(TimeUnit.NANOSECONDS.toMillis(each.nanos()))
              .setProblem(each.problem()));
    }
    return all;
  }

  /** Ends the group, which has nothing any more. */
  void end(ReplicaDriver replica, Responder responder) {
    answer(
        replica.sharding().dissolve(),
        replica.group(),
        responder,
        done -> Response.newBuilder().setDone(Done.getDefaultInstance()));
  }

  void move(MovePartition wanted, ReplicaDriver replica, Responder responder) {
    if (wanted.getAbort()) {
      answer(
          replica.moves().abort(wanted.getPartition()),
          replica.group(),
          responder,
          done -> Response.newBuilder().setDone(Done.getDefaultInstance()));
      return;
    }
    OptionalLong expected =
        wanted.hasExpectedAttempt()
            ? OptionalLong.of(wanted.getExpectedAttempt())
            : OptionalLong.empty();
    Birth to = new Birth(wanted.getBirthHigh(), wanted.getBirthLow());
    if (topology.group(wanted.getTo()).isEmpty()
        || GroupNumbers.numberOf(topology.cluster(), to) != wanted.getTo()) {
      responder.respond(
          Errors.of(
              ErrorCode.INVALID_ARGUMENT,
              "there is no group "
                  + Integer.toUnsignedString(wanted.getTo())
                  + " with the number "
                  + to
                  + " in this cluster"));
      return;
    }
    answer(
        replica.moves().start(wanted.getPartition(), to, expected),
        replica.group(),
        responder,
        attempt -> Response.newBuilder().setMoveBegun(MoveBegun.newBuilder().setAttempt(attempt)));
  }

  /** Answers once it is known what came of what was asked, or that nobody waits any longer. */
  <T> void answer(
      CompletableFuture<T> asked,
      int group,
      Responder responder,
      Function<T, Response.Builder> answer) {
    deadlines
        .within(MILLIS, asked.thenApply(answer))
        .whenComplete(
            (response, failure) ->
                responder.respond(failure == null ? response : failed(group, failure)));
  }

  private Response.Builder failed(int group, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof ZabException known) {
      return known.code() == ErrorCode.NOT_LEADER
          ? errors.notLeader(group, topology.leader(group).member(), known.mayHaveHappened())
          : Errors.of(known);
    }
    return cause instanceof TimeoutException
        ? Errors.mayGoOn(ErrorCode.TIMEOUT, "it took longer than " + MILLIS + " ms")
        : Errors.mayGoOn(ErrorCode.UNAVAILABLE, "node " + topology.node() + " is closing");
  }
}
