package io.zabdb.client.call;

/** A session: one update at a time. Not thread-safe. */
final class Session {

  private final SessionPool pool;
  private final long id;
  private long seq = 1;

  Session(SessionPool pool, long id) {
    this.pool = pool;
    this.id = id;
  }

  /** Whether it may be used again there. */
  boolean isOf(SessionPool other) {
    return pool == other;
  }

  /** Of the update under way. */
  Stamp stamp() {
    return new Stamp(id, seq);
  }

  /** The update under way was answered by the replicated state: the next one may come. */
  void answered() {
    seq++;
    pool.add(this);
  }

  /** The update under way is in no log, and will not get there: the next one takes its number. */
  void unused() {
    pool.add(this);
  }
}
