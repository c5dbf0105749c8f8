package io.zabdb.client.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * The sessions of a partition that have no update under way; the last one used is used first, so
 * that there are as few as can be. A session belongs to one partition, since it is remembered there
 * and moves with it. Whoever takes a session and does not know how its update ended keeps it: it
 * must never be used again. Not thread-safe.
 */
final class SessionPool {

  private final RandomGenerator random;
  private final Deque<Session> idle = new ArrayDeque<>();

  SessionPool(RandomGenerator random) {
    this.random = random;
  }

  Session take() {
    Session session = idle.pollFirst();
    return session != null ? session : new Session(this, random.nextLong());
  }

  void add(Session session) {
    idle.addFirst(session);
  }
}
