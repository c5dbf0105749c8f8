package io.zabdb.core.election;

import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Zxid;

/**
 * Which of two members should lead, by what they say of themselves: of those that are nearly caught
 * up the one of more weight (ACaZoo, section III); members that lack more come after all of these,
 * since a leader fetches what it lacks before anybody is served. Immutable; tests weaken it in a
 * subclass.
 *
 * <p>Source: {@code specs/transfer/Election.tla}; methods named as its operators compute the same.
 */
public class Preference {

  private final long maxLag;

  /**
   * Of a group.
   *
   * @param maxLag how many entries of the best history a member may lack that is nearly caught up
   */
  public Preference(long maxLag) {
    this.maxLag = maxLag;
  }

  /** {@code Later}: Zab's order of histories. */
  final boolean later(Notification theirs, Notification own) {
    return theirs.currentEpoch() != own.currentEpoch()
        ? theirs.currentEpoch() > own.currentEpoch()
        : theirs.lastZxid().compareTo(own.lastZxid()) > 0;
  }

  /**
   * {@code Lacks}: at most so many entries of the best history are lacking. Histories that end in
   * one epoch are prefixes of each other; of others only what is committed is sure to be shared.
   */
  protected long lacks(Notification one, Notification best) {
    Zxid last = one.lastZxid();
    boolean alike = last.epoch() == best.lastZxid().epoch();
    return Math.max(0, best.length() - (alike ? one.length() : one.committed()));
  }

  /** {@code NearlyCaughtUp}. */
  protected boolean nearlyCaughtUp(Notification one, Notification best) {
    return lacks(one, best) <= maxLag;
  }

  /** {@code IsBetter}, but for members that are equal in all that they say. */
  protected boolean isBetter(Notification theirs, Notification own, Notification best) {
    boolean near = nearlyCaughtUp(own, best);
    if (nearlyCaughtUp(theirs, best) != near) {
      return !near;
    }
    return (near && theirs.weight() != own.weight())
        ? theirs.weight() > own.weight()
        : later(theirs, own);
  }
}
