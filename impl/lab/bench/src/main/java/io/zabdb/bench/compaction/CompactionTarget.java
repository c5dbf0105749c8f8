package io.zabdb.bench.compaction;

import io.zabdb.bench.cluster.Leader;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.quota.QuotaUse;
import io.zabdb.bench.tasks.StoreLog;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster that is measured once; if it has more than one group, what concerns one is the first.
 */
interface CompactionTarget extends AutoCloseable {

  /** How many nodes it has; their numbers are from 0. */
  int nodes();

  /** Shared by the clients evenly. */
  List<BenchStore> stores();

  /** Waits until all members of the group have all. */
  void awaitInSync() throws IOException, InterruptedException;

  /** Has a node lead, whoever does now; returns when it does. */
  void lead(int node) throws IOException, InterruptedException;

  /** Limits each node from now on; returns why that is not possible, else empty. */
  Optional<String> limit();

  /** What limits the nodes, for people. */
  String limits();

  /**
   * Who leads, as far as those tell that answer.
   *
   * @param first is asked first
   */
  Optional<Leader> leader(int first);

  /** How many groups it has. */
  int groups();

  /** The nodes that lead any group, as far as those tell that answer. */
  Set<Integer> leading();

  /** What was used so far. */
  Usage usage() throws IOException;

  /** What a node's store has done. */
  StoreLog log(int node) throws IOException;

  @Override
  void close();

  /**
   * What was used so far.
   *
   * @param quotas by node; empty if there are none
   * @param writtenBytes that each node's process has caused to be written to disks
   * @param transfers of leadership, all nodes together
   */
  record Usage(List<QuotaUse> quotas, List<Long> writtenBytes, long transfers) {}
}
