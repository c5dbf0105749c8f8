package io.zabdb.testkit.scenario;

import io.zabdb.testkit.sim.store.Command;

/** A client's call: one request of a session of its own, however often it is asked. */
final class Call {

  private final Command command;
  private final long session;
  private final long opened;
  private Outcome outcome = Outcome.UNANSWERED;
  private long value;
  private long newest;

  /**
   * @param opened when the client was told the time last, in milliseconds
   */
  Call(Command command, long session, long opened) {
    this.command = command;
    this.session = session;
    this.opened = opened;
  }

  Command command() {
    return command;
  }

  long session() {
    return session;
  }

  long opened() {
    return opened;
  }

  Outcome outcome() {
    return outcome;
  }

  /** What a read found; 0: nothing. */
  long value() {
    return value;
  }

  /** It is asked once more; the token names the answer. */
  void ask(long token) {
    newest = token;
    outcome = Outcome.UNANSWERED;
  }

  /** An answer; that to an earlier attempt counts only if it settles the matter. */
  void answer(long token, Outcome answered, long found) {
    boolean isSettled = answered == Outcome.OK || answered == Outcome.FAILED;
    if (isSettled || token == newest) {
      outcome = answered;
      value = found;
    }
  }

  boolean isOver() {
    return outcome == Outcome.OK || outcome == Outcome.FAILED || outcome == Outcome.FORGOTTEN;
  }
}
