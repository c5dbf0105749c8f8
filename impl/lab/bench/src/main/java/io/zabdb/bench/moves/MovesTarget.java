package io.zabdb.bench.moves;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.bench.machine.ProcessUsage;
import java.util.List;
import java.util.Map;

/** What {@link MovesBench} measures: a store with a partition that can move to and fro. */
interface MovesTarget {

  /** Shared by the clients evenly. */
  List<? extends LoadStore> stores();

  /** What each node has taken so far. */
  Map<Integer, ProcessUsage> usage();

  /**
   * Moves the partition to the other group, and waits until that serves it.
   *
   * @throws BenchException if it does not move, or not in time
   */
  Moved move() throws BenchException, InterruptedException;
}
