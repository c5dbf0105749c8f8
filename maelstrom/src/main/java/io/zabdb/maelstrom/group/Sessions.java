package io.zabdb.maelstrom.group;

import java.util.ArrayDeque;

/**
 * The sessions of a node: as many as it has requests under way. One whose request ended in doubt is
 * not used again, since nobody knows which number would be its next.
 */
final class Sessions {

  /** A node starts so often at most, and begins so many sessions each time, in bits. */
  private static final int START_BITS = 20;

  private static final int NUMBER_BITS = 32;

  private final ArrayDeque<Session> free = new ArrayDeque<>();
  private final long prefix;
  private long last;

  /**
   * @param member the node's number
   * @param incarnation how often it had been started before
   */
  Sessions(int member, long incarnation) {
    prefix = ((long) member << START_BITS | incarnation) << NUMBER_BITS;
  }

  /**
   * One that is free, or a new one.
   *
   * @param applied the time that this node's replica has applied, in milliseconds
   */
  Session take(long applied) {
    Session session = free.poll();
    return session != null ? session : new Session(prefix | ++last, applied);
  }

  void giveBack(Session session) {
    free.push(session);
  }
}
