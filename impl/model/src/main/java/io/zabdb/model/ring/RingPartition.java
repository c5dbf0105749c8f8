package io.zabdb.model.ring;

/**
 * A partition and its owner ({@code Ring!owner}).
 *
 * @param name unique in the cluster
 * @param range its tokens
 * @param group the number of the replica group that owns it, from 0
 * @param move the number of the attempt that brought it there, higher than that of any before for
 *     these tokens; 0: the first owner has it, or nobody knows better
 * @param isFirstHand whether the owner says so itself, of what its log has; what others say may
 *     have other names, and be of before a split or a merge
 */
public record RingPartition(
    String name, TokenRange range, int group, long move, boolean isFirstHand) {

  public RingPartition {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a partition has no name");
    }
    if (group < 0 || move < 0) {
      throw new IllegalArgumentException(
          "partition " + name + ": group " + group + " and move " + move + " are from 0");
    }
  }

  /** One of which somebody else tells than its owner. */
  public RingPartition(String name, TokenRange range, int group, long move) {
    this(name, range, group, move, false);
  }

  /** What the same source says of other tokens. */
  public RingPartition with(TokenRange other) {
    return new RingPartition(name, other, group, move, isFirstHand);
  }

  /**
   * Whether this counts rather than what is known of the same tokens. Numbers of attempts only
   * rise, so the higher one is later; the owner's own word is not outweighed by hearsay of the same
   * number, which may be of before a split or a merge. Source: {@code MoveClients!Redirect}.
   */
  public boolean outweighs(RingPartition known) {
    return move > known.move || (move == known.move && (isFirstHand || !known.isFirstHand));
  }

  /** Whether both are the same but for their tokens. */
  boolean isLike(RingPartition other) {
    return equals(other.with(range));
  }
}
