package io.zabdb.storage.engine;

import io.zabdb.storage.command.Result;

/**
 * What an entry leaves to be remembered of the request in it, if it was run in a partition.
 *
 * @param session that made it
 * @param seq its number in the session
 * @param partition in which it was run
 * @param generation to which the record belongs
 * @param result the answer it got there
 */
record Request(long session, long seq, String partition, long generation, Result result) {}
