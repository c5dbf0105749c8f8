package io.zabdb.testkit.linearizability;

/** What the checker found. */
public enum Verdict {
  /** An order of the operations explains all results. */
  VALID,
  /** No order does: every one was tried. */
  INVALID,
  /** A limit ended the search. */
  INCONCLUSIVE
}
