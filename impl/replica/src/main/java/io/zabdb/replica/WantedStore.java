package io.zabdb.replica;

import java.util.concurrent.TimeUnit;

/**
 * How many entries another member's store has to have, for a replica that asks for its files: as
 * many as are applied here when it first asks. It asks for the same again, and applies nothing
 * meanwhile: what others make may take longer than they have to answer, and would always be too old
 * by the time that it is there. Not for ever, since this replica must not stand still for as long
 * as nobody has files for it. Not thread-safe.
 */
final class WantedStore {

  /** So long nothing is applied, at most; in nanoseconds. */
  static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** Who fails sooner was refused, or reached nobody; in nanoseconds. */
  static final long MAKING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private boolean asked;
  private long length;
  private long since;
  private long last;

  /**
   * It asks.
   *
   * @param applied so many entries are applied, or are about to be
   * @return of how many it asks for
   */
  long ask(long applied, long nanos) {
    if (!asked || length < applied) {
      asked = true;
      length = applied;
      since = nanos;
    }
    last = nanos;
    return length;
  }

  /** Whether something is held back for it. */
  boolean isAsked() {
    return asked;
  }

  /**
   * Nobody had files, or has answered: whether it is to ask for the same again, and to apply
   * nothing until then.
   */
  boolean isWaitedFor(long nanos) {
    return asked && nanos - last >= MAKING_NANOS && nanos - since < PATIENCE_NANOS;
  }

  /** It applies again. */
  void forget() {
    asked = false;
  }
}
