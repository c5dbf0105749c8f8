package io.zabdb.balance.load;

import java.util.stream.DoubleStream;

/**
 * ElasCass's imbalance index (section 5.1): the standard deviation of the nodes' loads, divided by
 * their mean. Loads are shares of what a node can do; nodes that leave or are dead do not count.
 *
 * @param bytes of what is stored
 * @param requests of what is served
 */
public record Imbalance(double bytes, double requests) {

  /** Of the loads that a view's nodes have at present, without moves under way. */
  public static Imbalance of(LoadView view, double followerShare) {
    NodeBooks books = NodeBooks.settled(view, followerShare);
    return new Imbalance(index(books, LoadKind.BYTES), index(books, LoadKind.REQUESTS));
  }

  private static double index(NodeBooks books, LoadKind kind) {
    return index(books.staying().mapToDouble(node -> books.load(kind, node)).toArray());
  }

  /** Of loads, none of them negative; 0 if there is no load. */
  public static double index(double... loads) {
    double mean = DoubleStream.of(loads).average().orElse(0);
    if (mean == 0) {
      return 0;
    }
    double squares = 0;
    for (double load : loads) {
      squares += (load - mean) * (load - mean);
    }
    return StrictMath.sqrt(squares / loads.length) / mean;
  }

  /** The worse of both. */
  public double worst() {
    return Math.max(bytes, requests);
  }
}
