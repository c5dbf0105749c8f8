package io.zabdb.storage.engine;

import io.zabdb.storage.command.Result;

/**
 * What an entry leaves to be remembered of the request in it.
 *
 * @param session that made it
 * @param seq its number in the session
 * @param partition in which it was run; null: in none
 * @param result the answer it got there; null if it was run in none
 */
record Request(long session, long seq, String partition, Result result) {

  /** One that was run in no partition, so there is no answer to remember. */
  static Request notRun(long session, long seq) {
    return new Request(session, seq, null, null);
  }
}
