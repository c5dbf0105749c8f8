package io.zabdb.core.group;

/** How a leader chooses its successor ({@code LeadershipTransfer!Policy}). */
public enum TransferPolicy {
  /** Any candidate, all alike (ACaZoo, section IV-B). */
  RANDOM,
  /** The next candidate in the order of member numbers (ACaZoo, section IV-B). */
  ROUND_ROBIN,
  /** A candidate of least pressure. */
  COLDEST,
  /**
   * None: a hot leader compacts in small steps, and leadership moves at an operator's request only.
   * The spec has no such policy; it is what the spec does while nobody is a candidate.
   */
  OFF
}
