package io.zabdb.bench.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A cluster of processes on this machine that a measurement has started for itself. */
public interface TestCluster {

  /** Where its files are. */
  Path directory();

  /** Where the files of a node are. */
  Path data(int node);

  /** Where clients reach its nodes, HOST:PORT, by the number of the node. */
  List<String> addresses();

  /** Where nodes show their metrics, by the number of the node. */
  List<InetSocketAddress> metrics();

  /**
   * The process id of a node.
   *
   * @throws IOException if it does not run
   */
  long process(int node) throws IOException;

  /** Starts all processes that do not run, and waits until all nodes serve. */
  void startMissing() throws IOException, InterruptedException;

  /**
   * Starts one node more, which has no replica of the groups that there are, and waits for others.
   *
   * @return its number, the next one; it may not answer yet
   */
  int startSpare() throws IOException;

  /** Ends all processes; the files stay. */
  void stop() throws IOException, InterruptedException;
}
