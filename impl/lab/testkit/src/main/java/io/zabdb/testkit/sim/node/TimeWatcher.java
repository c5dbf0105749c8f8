package io.zabdb.testkit.sim.node;

/** Sees what the nodes make of their clocks, to check it. Throws if something is wrong. */
public interface TimeWatcher {

  /**
   * A node stamps a command, if it has a time.
   *
   * @param own what its clock shows
   * @param reached the time that the clocks of a quorum have reached, as far as it knows; or {@code
   *     ReplicatedTime.UNKNOWN}
   * @param applied the applied time of the node
   * @param stamp what the command gets; 0: there is no time, and it is refused
   */
  void stamped(int node, long own, long reached, long applied, long stamp);

  /** A node has applied a command: the applied time before and behind it. */
  void advanced(int node, long before, long now);

  /**
   * A node has looked at its clock.
   *
   * @param leads whether it is an established leader
   * @param off whether its clock is out of bounds
   */
  void looked(int node, boolean leads, boolean off);

  /** A leader hands over. */
  void handedOver(int node);

  /** A node has told a client that its update has happened. */
  void acknowledged(int node);
}
