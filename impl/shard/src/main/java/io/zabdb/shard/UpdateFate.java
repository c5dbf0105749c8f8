package io.zabdb.shard;

/** What becomes of an update when it comes to the leader. */
public enum UpdateFate {
  /** It is logged. */
  ADMITTED,
  /** The record of its session answers, now or when what is logged is applied. */
  REPEATED,
  /** Its partition is sealed, or waits for the switch: it waits, too, for a bounded time. */
  HELD,
  /** It is another group's; {@link OwnerAnswers#redirect} may know whose. */
  REDIRECTED,
  /** Its partition remembers as many sessions as it may. */
  OVERLOADED
}
