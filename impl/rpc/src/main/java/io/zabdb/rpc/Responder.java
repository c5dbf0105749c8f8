package io.zabdb.rpc;

import io.zabdb.rpc.wire.Response;

/**
 * Takes the one response to a request. Thread-safe.
 *
 * <p>An answer that may be large is not to be made before there is room for it: {@link #tryReserve}
 * or {@link #reserve} come first, with the most that it may have; what it does not need is given
 * back when it is given.
 */
public interface Responder {

  /**
   * Answers. The id is filled in here. Responses that several threads give at about the same time
   * share a write. Nothing happens if the client is gone or the request has been answered.
   */
  void respond(Response.Builder response);

  /**
   * Takes room for an answer of so many bytes, in place of what was taken before.
   *
   * @return false: there is none now, and nothing is taken
   */
  boolean tryReserve(long bytes);

  /**
   * The same, and waits for room; not longer than the client waits.
   *
   * @param granted run when it is taken, by any thread, maybe at once; short
   * @param givenUp run instead if there is no room in time, or never
   */
  void reserve(long bytes, Runnable granted, Runnable givenUp);

  /** Whether the answer is no longer wanted: what has not begun need not begin. */
  boolean isAbandoned();
}
