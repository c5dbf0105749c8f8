package io.zabdb.bench.peers.system;

import io.zabdb.bench.load.LoadStore;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.bench.ops.Usage;
import io.zabdb.bench.server.Servers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Servers of {@link Servers} as a target. */
public final class StartedServers implements PeerCluster {

  private static final ProcessUsage NOTHING = new ProcessUsage(0, 0, 0);

  private final Proc proc = new Proc();
  private final Servers servers;
  private final List<LoadStore> stores;
  private final LoadStore loader;
  private final Runnable closing;

  /**
   * @param servers ended when this is closed
   * @param loader writes the first rows
   * @param closing closes the clients
   */
  public StartedServers(
      Servers servers, List<? extends LoadStore> stores, LoadStore loader, Runnable closing) {
    this.servers = servers;
    this.stores = List.copyOf(stores);
    this.loader = loader;
    this.closing = closing;
  }

  @Override
  public List<LoadStore> stores() {
    return stores;
  }

  @Override
  public LoadStore loader() {
    return loader;
  }

  @Override
  public Usage usage() {
    Map<Integer, ProcessUsage> usage = new HashMap<>();
    List<Long> processes = servers.processes();
    for (int i = 0; i < processes.size(); i++) {
      int server = i;
      proc.usage(processes.get(i)).ifPresent(taken -> usage.put(server, taken));
    }
    return new Usage(usage, proc.usage(ProcessHandle.current().pid()).orElse(NOTHING));
  }

  /** None of them is asked. */
  @Override
  public Map<Integer, Double> syncs() {
    return Map.of();
  }

  @Override
  public void close() {
    try (servers) {
      closing.run();
    }
  }
}
