package io.zabdb.faults.check;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.FilesVerified;
import io.zabdb.rpc.wire.StateHash;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Compares the replicas of a cluster that has come to rest. */
public final class Replicas {

  /** How far ahead of the log the states are compared. */
  private static final int AHEAD = 30;

  private final Cluster cluster;

  public Replicas(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Waits until all nodes have what the leader has, and fails unless their states are equal after
   * one and the same entry, and all checksums in their files right.
   */
  public void checkEqual() throws Exception {
    for (int group : cluster.groups()) {
      checkEqual(group);
    }
  }

  private void checkEqual(int group) throws Exception {
    awaitSameLength(group);
    List<StateHash> hashes = hashes(group);
    if (hashes.stream().map(StateHash::getHash).distinct().count() != 1) {
      throw new AssertionError("the replicas of group " + group + " differ: " + hashes);
    }
    for (ClusterNode node : cluster.nodes()) {
      FilesVerified found = ZabClient.await(cluster.admin().admin().verifyFiles(node.id(), group));
      if (found.getDamageCount() > 0) {
        throw new AssertionError("node " + node.id() + ": " + found.getDamageList());
      }
    }
  }

  private void awaitSameLength(int group) throws Exception {
    Waiting.until(
        "replicas that have all that the leader has",
        cluster::describe,
        () -> {
          try {
            List<Long> applied =
                cluster.nodes().stream().map(node -> node.replica(group).getApplied()).toList();
            long length =
                cluster
                    .leader(group)
                    .map(leader -> leader.replica(group).getLogLength())
                    .orElse(-1L);
            return applied.stream().allMatch(each -> each == length);
          } catch (ZabException e) {
            return false;
          }
        });
  }

  /** The states after an entry to come, while updates go on to bring it. */
  private List<StateHash> hashes(int group) throws Exception {
    List<StateHash> hashes = new ArrayList<>();
    Waiting.until(
        "an entry at which all replicas can be compared",
        cluster::describe,
        () -> {
          long index = cluster.awaitLeader(group).replica(group).getLogLength() + AHEAD;
          List<CompletableFuture<StateHash>> asked =
              cluster.nodes().stream()
                  .map(node -> cluster.admin().admin().hashState(node.id(), group, index))
                  .map(hash -> hash.orTimeout(Waiting.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                  .toList();
          advance(group);
          hashes.clear();
          try {
            asked.forEach(each -> hashes.add(ZabClient.await(each)));
            return true;
          } catch (ZabException e) {
            if (e.code() != ErrorCode.INVALID_ARGUMENT) {
              throw e;
            }
            // A replica had passed that entry before it heard of the request.
            return false;
          }
        });
    return hashes;
  }

  private void advance(int group) {
    try (ZabClient client = cluster.client().timeout(Waiting.PATIENCE).build()) {
      List<CompletableFuture<Long>> advanced = new ArrayList<>();
      for (int i = 0; i <= AHEAD; i++) {
        advanced.add(client.admin().advance(group));
      }
      advanced.forEach(ZabClient::await);
    }
  }
}
