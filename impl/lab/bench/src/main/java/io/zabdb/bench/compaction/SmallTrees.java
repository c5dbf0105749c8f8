package io.zabdb.bench.compaction;

import java.util.LinkedHashMap;
import java.util.Map;

/** Options of nodes with which each compacts several times a minute under the usual load. */
final class SmallTrees {

  private SmallTrees() {}

  /** By name. */
  static Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("store-file", "16MiB");
    options.put("tree-memtable", "16MiB");
    options.put("memtables", "48MiB");
    options.put("cache", "64MiB");
    options.put("level0-trigger", "8");
    options.put("checkpoint-interval", "32MiB");
    // In level 0 there is room for as many files again, and again.
    options.put("transfer-heavy-files", "8");
    options.put("transfer-levels", "100");
    options.put("transfer-heavy-bytes", "16MiB");
    options.put("transfer-min-interval", "1s");
    return options;
  }
}
