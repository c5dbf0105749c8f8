package io.zabdb.maelstrom.group;

/** A client session: its requests are logged once each, in order, one at a time. */
final class Session {

  private final long id;
  private long seq = 1;

  Session(long id) {
    this.id = id;
  }

  long id() {
    return id;
  }

  /** The number of the request that is under way, or of the next one. */
  long seq() {
    return seq;
  }

  /** The request under way has been answered. */
  void next() {
    seq++;
  }
}
