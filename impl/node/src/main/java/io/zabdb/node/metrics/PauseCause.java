package io.zabdb.node.metrics;

/** What holds up a node, and clients with it. */
public enum PauseCause {
  /** The collector stopped the process. */
  COLLECTION("collections"),
  /** The process did not run: others had the processors, or the machine stood still. */
  SCHEDULER("times not run"),
  /** The disk took long to sync a log. */
  SYNC("syncs");

  private final String words;

  PauseCause(String words) {
    this.words = words;
  }

  /** Several of them, for people. */
  String words() {
    return words;
  }
}
