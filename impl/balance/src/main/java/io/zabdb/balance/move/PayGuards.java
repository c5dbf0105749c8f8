package io.zabdb.balance.move;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.NodePlace;

/**
 * The rules that keep partitions from going to and fro, each with a name so that it can be
 * weakened: a mutant replaces one of them in a subclass, and the simulation at scale must notice.
 * Keeps nothing.
 */
public class PayGuards {

  /** Those of the product. */
  public static final PayGuards STANDARD = new PayGuards();

  protected PayGuards() {}

  /** What is on its way counts where it goes. */
  public GroupBooks books(LoadView view, MoveLimits limits, double followerShare) {
    return new GroupBooks(view, limits, NodeBooks.expected(view, followerShare));
  }

  /** Whether a partition may be moved to balance: not while it is split, moved, or rests. */
  protected boolean isMovable(GroupBooks books, int partition) {
    return books.isMovable(partition);
  }

  /**
   * Whether a node has so much more to do than another that something should be moved.
   *
   * @param percent how much more, in percent of the other
   */
  protected boolean isFar(MoveRules rules, int percent, double source, double destination) {
    return isAbove(percent, source, destination)
        && (source - destination) * 100 >= rules.leastPercent();
  }

  /** Whether it still has when that is done. */
  protected boolean isFarAfter(int percent, double source, double destination) {
    return isAbove(percent, source, destination);
  }

  private static boolean isAbove(int percent, double source, double destination) {
    return source * 100 > destination * (100 + percent);
  }

  /** Whether a move brings the store nearer to balance, by the sum of the squares of loads. */
  protected boolean isGain(double gain) {
    return gain > 0;
  }

  /** Whether a node takes part in balancing: it stays, and its load is known. */
  protected boolean isKnown(MoveRules rules, LoadView view, int node) {
    NodePlace place = view.nodes().get(node);
    return place.stays() && place.joinedMillis() + rules.unknownMillis() <= view.nowMillis();
  }
}
