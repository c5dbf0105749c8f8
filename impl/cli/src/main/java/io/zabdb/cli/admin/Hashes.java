package io.zabdb.cli.admin;

import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.StateHash;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

/**
 * Takes the hashes of a group's replicas in the same state: after an entry that none has reached
 * yet, which updates that change nothing bring about.
 */
final class Hashes {

  /** How far ahead the first attempt looks; the next ones further, should others write fast. */
  private static final int MARGIN = 64;

  private static final int FACTOR = 8;
  private static final int ATTEMPTS = 5;

  /** Updates under way at a time. */
  private static final int BATCH = 16;

  private final ClusterAdmin admin;
  private final int group;
  private final List<Integer> nodes;

  /**
   * @param nodes that have a replica of the group and answer
   */
  Hashes(ClusterAdmin admin, int group, List<Integer> nodes) {
    this.admin = admin;
    this.group = group;
    this.nodes = nodes;
  }

  /** The hash at each node. */
  Map<Integer, StateHash> take() {
    long margin = MARGIN;
    for (int attempt = 1; ; attempt++) {
      try {
        return takeAt(admin.advance(group).join() + margin);
      } catch (CompletionException e) {
        boolean passed =
            e.getCause() instanceof ZabException z && z.code() == ErrorCode.INVALID_ARGUMENT;
        if (!passed || attempt == ATTEMPTS) {
          throw e.getCause() instanceof ZabException known ? known : e;
        }
        margin *= FACTOR;
      }
    }
  }

  private Map<Integer, StateHash> takeAt(long index) {
    Map<Integer, CompletableFuture<StateHash>> asked = new TreeMap<>();
    nodes.forEach(node -> asked.put(node, admin.hashState(node, group, index)));
    advanceTo(index);
    Map<Integer, StateHash> hashes = new TreeMap<>();
    asked.forEach((node, hash) -> hashes.put(node, hash.join()));
    return hashes;
  }

  private void advanceTo(long index) {
    long reached = 0;
    while (reached < index) {
      List<CompletableFuture<Long>> updates =
          IntStream.range(0, BATCH).mapToObj(i -> admin.advance(group)).toList();
      for (CompletableFuture<Long> update : updates) {
        reached = Math.max(reached, update.join());
      }
    }
  }
}
