package io.zabdb.node.metrics;

/** What holds up a node, and clients with it. */
public enum PauseCause {
  /** The collector stopped the process. */
  COLLECTION("collection", "collections"),
  /** The process did not run: others had the processors, or the machine stood still. */
  SCHEDULER("time not run", "times not run"),
  /** The disk took long to sync a log. */
  SYNC("sync", "syncs");

  private final String one;
  private final String many;

  PauseCause(String one, String many) {
    this.one = one;
    this.many = many;
  }

  /** So many of them, for people. */
  String words(long count) {
    return count + " " + (count == 1 ? one : many);
  }
}
