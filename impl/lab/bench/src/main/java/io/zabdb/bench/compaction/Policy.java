package io.zabdb.bench.compaction;

import java.util.Map;

/** What a leader does before a heavy compaction. */
enum Policy {
  /** Nothing: RocksDB compacts when it wants. */
  fixed("off", false),
  /** Hands over to any (ACaZoo, section III). */
  random("random", true),
  /** Hands over to the next (ACaZoo, section III). */
  round_robin("round-robin", true),
  /** Hands over to the one that is farthest from compacting. */
  coldest("coldest", true);

  private final String option;
  private final boolean isStaggered;

  Policy(String option, boolean isStaggered) {
    this.option = option;
    this.isStaggered = isStaggered;
  }

  /** Options of nodes. */
  Map<String, String> options() {
    return Map.of("transfer-policy", option, "transfer-staggered", Boolean.toString(isStaggered));
  }
}
