package io.zabdb.bench.ops;

import io.zabdb.bench.load.BenchStore;
import java.util.List;
import java.util.Map;

/** What {@link OpsBench} measures. */
interface OpsTarget {

  /** Shared by the clients evenly. */
  List<BenchStore> stores();

  /** What has been taken so far. */
  Usage usage();

  /** How often each node has synced its log so far; those that do not tell are missing. */
  Map<Integer, Double> syncs();
}
