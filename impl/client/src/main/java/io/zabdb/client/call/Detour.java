package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import java.util.concurrent.TimeUnit;

/**
 * The way to a leader that this client does not reach: by a member that does, and forwards (ACaZoo,
 * section IV-B: the leader is visible to the group, not to the client). The member passes reads on,
 * too, so the leader confirms them; session and number of an update go along, so it happens once by
 * whatever ways it comes. For turns only.
 */
final class Detour {

  /** How often the direct way is tried, in nanoseconds, as long as the detour is used. */
  static final long RETRY = TimeUnit.SECONDS.toNanos(1);

  private final Peer by;
  private final Peer leader;
  private long triedAt;
  private boolean isTrying;

  /**
   * @param by who forwards
   * @param leader the leader that is out of reach
   * @param now in nanoseconds
   */
  Detour(Peer by, Peer leader, long now) {
    this.by = by;
    this.leader = leader;
    triedAt = now;
  }

  Peer by() {
    return by;
  }

  Peer leader() {
    return leader;
  }

  /** Whether the direct way is to be tried now; if so, it counts as being tried. */
  boolean begin(long now) {
    if (isTrying || now - triedAt < RETRY) {
      return false;
    }
    triedAt = now;
    isTrying = true;
    return true;
  }

  /** The direct way was tried, in vain. */
  void failed() {
    isTrying = false;
  }
}
