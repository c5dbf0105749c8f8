package io.zabdb.scale.store;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;

/** Hears what becomes of plans. */
public interface StoreListener {

  /** A leadership went to another node. */
  void transferred(LeaderTransfer transfer);

  /**
   * A partition came to another group.
   *
   * @param receivers how many nodes got its files
   * @param now when it came, in milliseconds
   */
  void moved(PlannedMove move, int receivers, long now);

  /** A group should have been changed, but cannot be. */
  void refused(GroupChange.NotPossible refused);
}
