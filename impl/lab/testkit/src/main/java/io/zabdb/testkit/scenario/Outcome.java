package io.zabdb.testkit.scenario;

/** What a client knows of its call. */
enum Outcome {
  /** Nobody has answered yet. */
  UNANSWERED,
  /** It was done. */
  OK,
  /** A CAS that found something else. */
  FAILED,
  /** The node asked last refused it, and it never happens. */
  REFUSED,
  /** The node asked last cannot say. */
  UNKNOWN,
  /** Its session is forgotten, so nobody can say any more. */
  FORGOTTEN
}
