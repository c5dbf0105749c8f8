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

  /** What bytes gain that go from a node to one that has 30% of the mean less. */
  private static final double LEAST_GAIN = 0.6;

  /** What bytes gain that are needed where they go, and make some requests uneven. */
  private static final double LEAST_GAIN_OF_FILLING = 0.1;

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

  /** Whether it has clearly more, however little that is: also when a move is done. */
  protected boolean isFarAfter(int percent, double source, double destination) {
    return isAbove(percent, source, destination);
  }

  private static boolean isAbove(int percent, double source, double destination) {
    return source * 100 > destination * (100 + percent);
  }

  /** Whether a node may be given more: it has no more than half of what pays above the mean. */
  protected boolean isNeedy(MoveRules rules, double load, double mean) {
    return load * 200 <= mean * (200 + rules.payPercent());
  }

  /**
   * Whether a move brings the store nearer to balance, and by enough for the bytes that it costs.
   *
   * @param gain by how much the sum of the squares of loads, each by its mean, falls
   * @param cost bytes that nodes receive for it, by the mean of what a node stores
   * @param fills whether a balanced store needs them there anyway
   */
  protected boolean isGain(double gain, double cost, boolean fills) {
    return gain > (fills ? LEAST_GAIN_OF_FILLING : LEAST_GAIN) * cost;
  }

  /** Whether a node takes part in balancing: it stays, and its load is known. */
  protected boolean isKnown(MoveRules rules, LoadView view, int node) {
    NodePlace place = view.nodes().get(node);
    return place.stays() && place.joinedMillis() + rules.unknownMillis() <= view.nowMillis();
  }
}
