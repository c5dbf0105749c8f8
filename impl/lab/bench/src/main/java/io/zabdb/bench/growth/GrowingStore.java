package io.zabdb.bench.growth;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.LoadStore;
import java.util.List;

/** A store that balances itself, and gets more nodes. For one thread, but for its clients. */
interface GrowingStore {

  /** How a round of the balancer ended. */
  enum RoundEnd {
    /** Too little was known of the store. */
    UNKNOWN,
    /** Neither partitions nor groups should be others, or elsewhere. */
    EVEN,
    /** Something was done, or tried. */
    ACTED
  }

  /** Shared by the clients evenly. */
  List<? extends LoadStore> stores();

  /** Tries each operation for long, however busy the machine is: for what is loaded. */
  LoadStore loader();

  /**
   * Where everything is.
   *
   * @throws BenchException if the store does not tell in time
   */
  StorePlaces places() throws BenchException, InterruptedException;

  /**
   * Starts one node more, which waits for groups.
   *
   * @return its number: so many were there before
   */
  int addNode() throws BenchException, InterruptedException;

  /** Whether the others know a node, and it answers. */
  boolean answers(int node);

  /**
   * Has the balancer look at the store once, and do what it thinks right.
   *
   * @param mostBytes a partition is split beyond
   * @param step told after each thing that was done
   */
  RoundEnd balance(long mostBytes, RoundStep step) throws BenchException, InterruptedException;

  /** Hears that something may be elsewhere now. */
  interface RoundStep {
    void done() throws BenchException, InterruptedException;
  }

  /**
   * What each node has done so far, by its number.
   *
   * @throws BenchException if one does not tell
   */
  List<NodeUse> use() throws BenchException;

  /** What the balancer said last, for errors. */
  String lately();
}
