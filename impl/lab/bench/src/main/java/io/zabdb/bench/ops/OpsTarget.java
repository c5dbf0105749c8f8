package io.zabdb.bench.ops;

import io.zabdb.bench.load.LoadStore;
import java.util.List;
import java.util.Map;

/** What {@link OpsBench} measures. */
public interface OpsTarget {

  /** Shared by the clients evenly. */
  List<? extends LoadStore> stores();

  /** Writes the rows that are there when the load begins. */
  default LoadStore loader() {
    return stores().get(0);
  }

  /** What has been taken so far. */
  Usage usage();

  /** How often each node has synced its log so far; those that do not tell are missing. */
  Map<Integer, Double> syncs();
}
