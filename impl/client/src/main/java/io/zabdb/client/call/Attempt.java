package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import io.zabdb.model.ring.RingPartition;
import java.util.concurrent.atomic.AtomicReference;

/** A request to one node on behalf of a call. */
final class Attempt {

  private enum Fate {
    UNDECIDED,
    SENT,
    DROPPED
  }

  final Way way;

  final KnownGroup group;
  final RingPartition place;

  /** Null for reads. */
  final Stamp stamp;

  /** When it was decided, in nanoseconds. */
  final long since;

  /** Decided once: by the connection when it is there, or by the call when it has ended. */
  private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.UNDECIDED);

  Attempt(Way way, KnownGroup group, RingPartition place, Stamp stamp, long since) {
    this.way = way;
    this.group = group;
    this.place = place;
    this.stamp = stamp;
    this.since = since;
  }

  Peer peer() {
    return way.peer();
  }

  /** Whether both ask the same node about the same group, in the same way. */
  boolean isLike(Attempt other) {
    return way.equals(other.way) && place.group() == other.place.group();
  }

  /** Whether it may be sent: the call has not ended. Thread-safe. */
  boolean maySend() {
    return fate.compareAndSet(Fate.UNDECIDED, Fate.SENT);
  }

  /**
   * Sees to it that it is not sent, if it has not been.
   *
   * @return whether it has been
   */
  boolean dropOrSent() {
    return !fate.compareAndSet(Fate.UNDECIDED, Fate.DROPPED) && fate.get() == Fate.SENT;
  }
}
