package io.zabdb.testkit.history;

/** What the client learned about its operation. */
public enum Outcome {
  /** It took effect, and the client has its result. */
  OK,
  /** It certainly did not take effect and never will. */
  FAILED,
  /** It may take effect at any time after its invocation, or never. */
  UNKNOWN
}
