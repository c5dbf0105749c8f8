package io.zabdb.scale.elastic;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import io.zabdb.scale.store.ScaleStore;
import io.zabdb.scale.store.StoreListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Sees what it takes to have one node more. Not thread-safe. */
final class GrowthWatch implements StoreListener {

  private static final double MILLIS = 1_000;

  private final ScaleStore store;
  private final Map<Integer, Integer> gave = new HashMap<>();
  private int newest;
  private long joined;
  private double serveSeconds;
  private double settledSeconds;
  private double firstBytes;
  private double laterBytes;
  private int replicas;
  private double firstPercent;

  GrowthWatch(ScaleStore store) {
    this.store = store;
  }

  /** The newest node has come. */
  void joined(long now) {
    newest = store.nodes() - 1;
    joined = now;
    gave.clear();
    serveSeconds = Double.POSITIVE_INFINITY;
    settledSeconds = 0;
    firstBytes = 0;
    laterBytes = 0;
    replicas = 0;
    firstPercent = 0;
  }

  @Override
  public void transferred(LeaderTransfer transfer) {}

  @Override
  public void refused(GroupChange.NotPossible refused) {}

  @Override
  public void moved(PlannedMove move, int receivers, long now) {
    double bytes = (double) store.bytes(move.partition()) * receivers;
    replicas += receivers;
    settledSeconds = (now - joined) / MILLIS;
    gave.merge(move.sender(), 1, Integer::sum);
    if (Double.isFinite(serveSeconds)) {
      laterBytes += bytes;
      return;
    }
    firstBytes += bytes;
    if (NodeBooks.receivers(store.group(move.from()), store.group(move.to())).contains(newest)) {
      serveSeconds = settledSeconds;
      gave.forEach(
          (node, count) ->
              firstPercent = Math.max(firstPercent, 100.0 * count / (count + partitions(node))));
    }
  }

  private long partitions(int node) {
    return partitions().filter(p -> store.group(store.owner(p)).members().contains(node)).count();
  }

  private IntStream partitions() {
    return IntStream.range(0, store.partitions());
  }

  /**
   * What came of it.
   *
   * @param settled whether nothing moves any more
   * @param work of each node for an operation
   */
  GrowthStep step(boolean settled, double[] work) {
    int nodes = store.nodes();
    List<Double> stored =
        GrowthStep.list(IntStream.range(0, nodes).mapToDouble(store::storedAt).toArray());
    double all = partitions().map(p -> store.group(store.owner(p)).members().size()).sum();
    return new GrowthStep(
        nodes,
        serveSeconds,
        settled ? settledSeconds : Double.POSITIVE_INFINITY,
        firstBytes,
        laterBytes,
        replicas,
        store.stored() / nodes,
        all / nodes,
        firstPercent,
        stored,
        stored,
        GrowthStep.list(work));
  }
}
