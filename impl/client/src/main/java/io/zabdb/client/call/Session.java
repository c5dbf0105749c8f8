package io.zabdb.client.call;

import java.util.OptionalLong;

/** A session: one update at a time. Not thread-safe. */
final class Session {

  private final SessionPool pool;
  private final long id;
  private long seq = 1;
  private OptionalLong opened;

  /**
   * @param opened see {@link Stamp#opened}
   */
  Session(SessionPool pool, long id, OptionalLong opened) {
    this.pool = pool;
    this.id = id;
    this.opened = opened;
  }

  /** A node tells when it is, so that the session can say when it was opened. */
  void open(long time) {
    if (opened.isEmpty()) {
      opened = OptionalLong.of(time);
      pool.told(time);
    }
  }

  /** Whether it may be used again there. */
  boolean isOf(SessionPool other) {
    return pool == other;
  }

  /** Of the update under way. */
  Stamp stamp() {
    return new Stamp(id, seq, opened);
  }

  /** The update under way was answered by the replicated state: the next one may come. */
  void answered() {
    seq++;
    pool.add(this);
  }

  /** The nodes have forgotten it, and it is not used again: what was told before may be as old. */
  void forgotten() {
    pool.forgotten();
  }

  /** The update under way is in no log, and will not get there: the next one takes its number. */
  void unused() {
    pool.add(this);
  }
}
