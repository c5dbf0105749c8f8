package io.zabdb.balance;

import io.zabdb.balance.group.PlacementRules;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.balance.plan.BootstrapRules;

/** All figures of a balancer. */
public record BalanceRules(
    MoveRules moves, MoveLimits limits, PlacementRules placement, BootstrapRules bootstrap) {

  /**
   * The product's.
   *
   * @param heavyLoad hits a second that make half of a node's processor
   */
  public static BalanceRules usual(double heavyLoad) {
    return new BalanceRules(
        MoveRules.USUAL, MoveLimits.USUAL, PlacementRules.USUAL, BootstrapRules.usual(heavyLoad));
  }
}
