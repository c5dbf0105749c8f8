package io.zabdb.node.server;

import io.zabdb.core.step.Refusal;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.ReadCallback;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.wire.GetReadPoint;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.storage.data.StorageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Linearizable reads that this node's replicas serve, whether they lead or not ({@code
 * specs/log/ReadPoints.tla}): the leader is asked how much of the log they must see. One question
 * for each group is under way; it is for the reads that came before it was put. Those that come
 * meanwhile wait for the next one, since what was written in between is theirs to see. All that
 * waits are requests under way, of which a node has only so many. Thread-safe.
 */
final class ReadPoints {

  /** How long the leader has for its answer; then there may be another. */
  private static final long PATIENCE_MILLIS = 500;

  /** A read, and the replica that is to serve it. */
  private record SpreadRead(ReplicaDriver replica, ReadCallback read) {}

  private final Topology topology;
  private final NodeLinks links;

  /** What waits for the next question, by group, if one is under way; guarded by itself. */
  private final Map<Integer, List<SpreadRead>> later = new HashMap<>();

  ReadPoints(Topology topology, NodeLinks links) {
    this.topology = topology;
    this.links = links;
  }

  /** {@code ReadPoints!Begin}: a read is to be served by a replica of this node. */
  void take(int group, ReplicaDriver replica, ReadCallback read) {
    SpreadRead one = new SpreadRead(replica, read);
    synchronized (later) {
      List<SpreadRead> others = later.get(group);
      if (others != null) {
        others.add(one);
        return;
      }
      later.put(group, new ArrayList<>());
    }
    ask(group, List.of(one));
  }

  /** {@code ReadPoints!Ask}. */
  private void ask(int group, List<SpreadRead> reads) {
    int leader = topology.nodeOf(group, topology.leader(group).member());
    if (leader < 0) {
      end(group, () -> reads.forEach(one -> one.read().refused(Refusal.NOT_LEADER, -1)));
    } else if (leader == topology.node()) {
      end(group, () -> reads.forEach(one -> one.replica().reads().linearizable(one.read())));
    } else {
      Request.Builder question =
          Request.newBuilder().setGetReadPoint(GetReadPoint.newBuilder().setGroup(group));
      links
          .ask(leader, question, PATIENCE_MILLIS)
          .whenComplete(
              (answer, failure) ->
                  end(group, () -> answered(group, leader, reads, answer, failure)));
    }
  }

  /** The question has ended, and the next is put, if reads wait for it. */
  private void end(int group, Runnable tell) {
    List<SpreadRead> next;
    synchronized (later) {
      next = later.remove(group);
      if (!next.isEmpty()) {
        later.put(group, new ArrayList<>());
      }
    }
    if (!next.isEmpty()) {
      ask(group, next);
    }
    tell.run();
  }

  /** {@code ReadPoints!HandlePoint}, or {@code GiveUp}. */
  private void answered(
      int group, int leader, List<SpreadRead> reads, Response answer, Throwable failure) {
    if (failure == null && answer.hasReadPoint()) {
      // A replica that was stopped and started anew meanwhile is another.
      Map<ReplicaDriver, List<ReadCallback>> byReplica = new LinkedHashMap<>();
      for (SpreadRead one : reads) {
        byReplica.computeIfAbsent(one.replica(), any -> new ArrayList<>()).add(one.read());
      }
      byReplica.forEach(
          (replica, some) -> replica.reads().behind(answer.getReadPoint().getIndex(), some));
      return;
    }
    String why = failure == null ? answer.getError().getMessage() : failure.getMessage();
    StorageException unavailable =
        new StorageException(
            ErrorCode.UNAVAILABLE,
            "node "
                + leader
                + ", which seems to lead group "
                + group
                + ", did not say what a read must see: "
                + why);
    reads.forEach(one -> one.read().failed(unavailable));
  }
}
