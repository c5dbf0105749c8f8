package io.zabdb.testkit.sim.node;

import io.zabdb.core.time.ReplicatedTime;

/** What computes the replicated time: the product's code, or what a test has weakened. */
public interface Times {

  /** As it is. */
  Times STANDARD = new Times() {};

  /** What a process that starts knows of clocks. */
  default ReplicatedTime start(int members, int self, long maxSkew) {
    return new ReplicatedTime(members, self, maxSkew);
  }

  /** {@link ReplicatedTime#advanced}. */
  default long advanced(long before, long stamp) {
    return ReplicatedTime.advanced(before, stamp);
  }
}
