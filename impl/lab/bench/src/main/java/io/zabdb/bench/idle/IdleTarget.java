package io.zabdb.bench.idle;

import io.zabdb.bench.machine.ProcessUsage;
import java.io.IOException;
import java.util.List;

/** A cluster that nobody uses. */
interface IdleTarget extends AutoCloseable {

  /** Starts one. */
  interface Start {

    /**
     * Starts a cluster and waits until all its nodes serve.
     *
     * @param groups how many replica groups it has, each with a replica at every node
     */
    IdleTarget start(int groups) throws IOException, InterruptedException;
  }

  /**
   * What each node has taken so far.
   *
   * @throws IOException if one has ended, or the system does not tell
   */
  List<ProcessUsage> usage() throws IOException;

  @Override
  void close();
}
