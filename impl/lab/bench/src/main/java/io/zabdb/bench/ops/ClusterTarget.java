package io.zabdb.bench.ops;

import io.zabdb.bench.cluster.Nodes;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.ClientStore;
import io.zabdb.bench.machine.Metrics;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.NodeInfo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A cluster, reached by its addresses. */
public final class ClusterTarget implements OpsTarget, AutoCloseable {

  private static final String SYNCS = "zabdb_log_sync_seconds_count";

  private final Proc proc = new Proc();
  private final List<ZabClient> clients = new ArrayList<>();

  /** Of nodes of this machine, by their numbers. */
  private final Map<Integer, Long> processes = new HashMap<>();

  private final List<InetSocketAddress> metrics;
  private final Nodes nodes;

  /**
   * @param metrics where nodes show their metrics, by the number of the node; empty if not known
   * @param connections each is a client with an event loop of its own
   * @param spreadReads whether all replicas serve reads
   */
  public ClusterTarget(
      List<String> addresses, List<InetSocketAddress> metrics, int connections, boolean spreadReads)
      throws BenchException {
    this.metrics = metrics;
    for (int i = 0; i < connections; i++) {
      clients.add(ZabClient.builder().nodes(addresses).threads(1).spreadReads(spreadReads).build());
    }
    nodes = new Nodes(clients.get(0));
    for (NodeInfo node : nodes.known()) {
      if (Nodes.isHere(node)) {
        processes.put(node.id(), nodes.status(node.id()).getProcess());
      }
    }
  }

  @Override
  public List<BenchStore> stores() {
    return clients.stream().<BenchStore>map(ClientStore::new).toList();
  }

  @Override
  public Usage usage() {
    Map<Integer, ProcessUsage> usage = new HashMap<>();
    processes.forEach(
        (node, process) -> proc.usage(process).ifPresent(taken -> usage.put(node, taken)));
    ProcessUsage nothing = new ProcessUsage(0, 0, 0);
    return new Usage(usage, proc.usage(ProcessHandle.current().pid()).orElse(nothing));
  }

  @Override
  public Map<Integer, Double> syncs() {
    Map<Integer, Double> syncs = new HashMap<>();
    for (int node = 0; node < metrics.size(); node++) {
      try {
        Optional<Double> count = Metrics.fetch(metrics.get(node)).sum(SYNCS);
        if (count.isPresent()) {
          syncs.put(node, count.get());
        }
      } catch (IOException e) {
        // The figures of this node will be missing.
      }
    }
    return syncs;
  }

  /** The process of the leader, if it runs on this machine. */
  OptionalLong leaderProcess() {
    OptionalInt leader = nodes.leader(List.copyOf(processes.keySet()));
    return leader.isPresent()
        ? OptionalLong.of(processes.get(leader.getAsInt()))
        : OptionalLong.empty();
  }

  @Override
  public void close() {
    clients.forEach(ZabClient::close);
  }
}
