package io.zabdb.bench.ops;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.zabdb.bench.load.Latency;
import java.util.List;
import java.util.Map;

/**
 * One measurement.
 *
 * @param mix such as {@code writes}
 * @param clients that each waited for an answer before they asked again; 0: operations began at set
 *     times
 * @param rate how many operations began in a second; 0: as many as clients asked for
 * @param seconds that it took
 * @param all of all operations that succeeded
 * @param errors operations that failed, by name
 * @param nodes by number; those whose processes cannot be looked at are missing
 * @param clientMicros processor time of the load generator for each operation, in microseconds
 */
public record OpsCase(
    String mix,
    int clients,
    int rate,
    double seconds,
    Latency all,
    Latency reads,
    Latency writes,
    Map<String, Long> errors,
    List<NodeCost> nodes,
    double clientMicros) {

  public OpsCase {
    errors = Map.copyOf(errors);
    nodes = List.copyOf(nodes);
  }

  /**
   * What a node took.
   *
   * @param cpuMicros processor time for each operation of the cluster, in microseconds
   * @param residentBytes the most memory held at any look
   * @param writtenBytes caused to be written to disks
   * @param syncs of its log; -1 if it does not tell
   */
  public record NodeCost(
      int node, double cpuMicros, long residentBytes, long writtenBytes, double syncs) {}

  /** Operations that succeeded in a second. */
  @JsonProperty
  public double perSecond() {
    return all.count() / seconds;
  }

  /** Processor time of all nodes for each operation, in microseconds; NaN if not known. */
  @JsonProperty
  public double serverMicros() {
    return nodes.isEmpty() ? Double.NaN : nodes.stream().mapToDouble(NodeCost::cpuMicros).sum();
  }

  /** The most memory that one node held; 0 if not known. */
  @JsonProperty
  public long mostResidentBytes() {
    return nodes.stream().mapToLong(NodeCost::residentBytes).max().orElse(0);
  }
}
