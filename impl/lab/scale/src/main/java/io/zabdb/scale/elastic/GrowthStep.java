package io.zabdb.scale.elastic;

import io.zabdb.balance.load.Imbalance;
import java.util.Arrays;
import java.util.List;

/**
 * What it took to have one node more, and what came of it.
 *
 * @param nodes with the new one
 * @param serveSeconds from its start until it serves something
 * @param settledSeconds until nothing moves any more; infinite if something did after a day
 * @param firstBytes what it got by then
 * @param laterBytes what nodes got after that, until nothing moved any more
 * @param movedReplicas replicas of partitions that nodes got in all
 * @param balanceBytes the share of a node, if all had the same
 * @param balanceReplicas replicas of partitions that a node has on average
 * @param firstPercent the most that a node gave by the time the new one served, in percent of the
 *     partitions that it had
 * @param stored live bytes of each node
 * @param onDisk bytes on each node's disk, with what it does not serve any more
 * @param work of each node for an operation ({@link OperationMix})
 */
public record GrowthStep(
    int nodes,
    double serveSeconds,
    double settledSeconds,
    double firstBytes,
    double laterBytes,
    int movedReplicas,
    double balanceBytes,
    double balanceReplicas,
    double firstPercent,
    List<Double> stored,
    List<Double> onDisk,
    List<Double> work) {

  /** All that moved, by the share of a node. */
  public double movedOfBalance() {
    return (firstBytes + laterBytes) / balanceBytes;
  }

  /** ElasCass's index, of live bytes. */
  public double bytesImbalance() {
    return index(stored);
  }

  /** ElasCass's index, of the processors' use. */
  public double workImbalance() {
    return index(work);
  }

  private static double index(List<Double> loads) {
    return Imbalance.index(loads.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Operations a second when the busiest node does all that it can. */
  public double throughput() {
    return OperationMix.NODE_WORK / mostWork();
  }

  /** What all nodes do then, on average, as a share of what they can. */
  public double use() {
    return mean(work) / mostWork();
  }

  /** Bytes on the disk of a node, on average. */
  public double meanOnDisk() {
    return mean(onDisk);
  }

  private double mostWork() {
    return work.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  private static double mean(List<Double> each) {
    return each.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  static List<Double> list(double[] figures) {
    return Arrays.stream(figures).boxed().toList();
  }
}
