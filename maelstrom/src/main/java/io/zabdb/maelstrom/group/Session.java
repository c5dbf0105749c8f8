package io.zabdb.maelstrom.group;

/** A client session: its requests are logged once each, in order, one at a time. */
final class Session {

  private final long id;
  private final long opened;
  private long seq = 1;

  /**
   * @param opened an applied time before its first request, in milliseconds
   */
  Session(long id, long opened) {
    this.id = id;
    this.opened = opened;
  }

  long opened() {
    return opened;
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
