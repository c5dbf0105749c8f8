package io.zabdb.balance;

import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.balance.plan.BootstrapRules;

/**
 * All figures of a balancer.
 *
 * @param followerShare what a follower has to do for a hit, where its leader does 1: 0 to 1
 */
public record BalanceRules(
    MoveRules moves,
    MoveLimits limits,
    PlacementRules placement,
    BootstrapRules bootstrap,
    double followerShare) {

  /**
   * @throws IllegalArgumentException if a follower had more to do than a leader
   */
  public BalanceRules {
    if (!(followerShare >= 0) || followerShare > 1) {
      throw new IllegalArgumentException("follower share " + followerShare + " is not in 0 to 1");
    }
  }

  /**
   * The product's.
   *
   * @param heavyLoad hits a second that make half of a node's processor
   */
  public static BalanceRules usual(double heavyLoad, double followerShare) {
    return new BalanceRules(
        MoveRules.USUAL,
        MoveLimits.USUAL,
        PlacementRules.USUAL,
        BootstrapRules.usual(heavyLoad),
        followerShare);
  }
}
