package io.zabdb.bench.failover;

import io.zabdb.bench.load.BenchStore;
import java.io.IOException;
import java.util.List;

/** What {@link FailoverBench} measures. */
interface FailoverTarget {

  /** One for each client. */
  List<BenchStore> stores();

  /** Waits until all members of the group run and lack nothing, while nobody writes. */
  void awaitInSync() throws IOException, InterruptedException;

  /**
   * Does this to the leader.
   *
   * @return the time just before, as {@link System#nanoTime} tells it
   */
  long strike(Fault fault) throws IOException, InterruptedException;

  /** Makes good what was done to a process. */
  void heal(Fault fault) throws IOException, InterruptedException;
}
