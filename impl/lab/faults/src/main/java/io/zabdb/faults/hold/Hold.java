package io.zabdb.faults.hold;

import io.zabdb.faults.cluster.ClusterSpec;

/**
 * A way to trouble a cluster that must bear it: no node ends, and clients that behave keep at least
 * half of their throughput. One class each, listed in {@link Holds}.
 */
public interface Hold {

  /** In two or three words. */
  String name();

  /** What the cluster needs for it, over what all holds have. */
  default ClusterSpec spec(ClusterSpec spec) {
    return spec;
  }

  /** How many threads trouble the cluster. */
  int threads();

  /** Once, before anything is measured: what is read must have been written. */
  default void prepare(Site site) throws Exception {}

  /**
   * Troubles the cluster once; called again and again by each thread, until the hold is over. Takes
   * a few seconds at most. What the cluster refuses is no failure.
   *
   * @return how often it asked for something, so that it is known that it did
   */
  long round(Site site, int thread) throws Exception;

  /** Lets go of what rounds have left open. */
  default void end() {}
}
