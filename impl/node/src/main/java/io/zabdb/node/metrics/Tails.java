package io.zabdb.node.metrics;

/**
 * The slowest hundredth of what clients wait for, in nanoseconds (p99); 0: there was too little to
 * say.
 *
 * @param requests of reads and updates that were answered
 * @param syncs of logs
 */
public record Tails(long requests, long syncs) {

  /** There was too little of everything. */
  public static final Tails UNKNOWN = new Tails(0, 0);
}
