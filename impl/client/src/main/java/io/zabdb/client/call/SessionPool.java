package io.zabdb.client.call;

import io.zabdb.client.time.Timers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The sessions of a partition that have no update under way; the last one used is used first, so
 * that there are as few as can be. A session belongs to one partition at one group, since it is
 * remembered there: if the partition moves, splits or merges, the sessions that are idle stay
 * behind and others are opened. Whoever takes a session and does not know how its update ended
 * keeps it, wherever the update goes: it must never be used again. Not thread-safe.
 */
final class SessionPool {

  /** For so long new sessions are opened at the time that was told last. */
  private static final long TOLD_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final RandomGenerator random;
  private final Timers timers;
  private final Deque<Session> idle = new ArrayDeque<>();
  private OptionalLong time = OptionalLong.empty();
  private long toldAt;

  SessionPool(RandomGenerator random, Timers timers) {
    this.random = random;
    this.timers = timers;
  }

  Session take() {
    Session session = idle.pollFirst();
    if (session != null) {
      return session;
    }
    boolean isNew = time.isPresent() && timers.now() - toldAt < TOLD_NANOS;
    return new Session(this, random.nextLong(), isNew ? time : OptionalLong.empty());
  }

  void add(Session session) {
    idle.addFirst(session);
  }

  /** A node has told the time that it has applied, in milliseconds. */
  void told(long applied) {
    time = OptionalLong.of(applied);
    toldAt = timers.now();
  }

  /**
   * A session was forgotten: the next one asks for the time. Most that are idle were used before it
   * was, and are forgotten, too: each of these would cost an update one more attempt.
   */
  void forgotten() {
    time = OptionalLong.empty();
    idle.clear();
  }
}
