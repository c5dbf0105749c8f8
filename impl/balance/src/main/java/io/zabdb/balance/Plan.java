package io.zabdb.balance;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import java.util.List;

/**
 * What a round wants begun. Nothing of it is a promise: the next round plans anew from what it
 * sees.
 *
 * @param transfers leaderships, at most one at each end of a node
 * @param moves partitions, as far as limits of nodes allow
 * @param groups births, heirs, statuses, and what is in the way of them
 * @param stuck nodes with too much to do that found nobody to take anything, hottest first
 */
public record Plan(
    List<LeaderTransfer> transfers,
    List<PlannedMove> moves,
    List<GroupChange> groups,
    List<Integer> stuck) {

  public Plan {
    transfers = List.copyOf(transfers);
    moves = List.copyOf(moves);
    groups = List.copyOf(groups);
    stuck = List.copyOf(stuck);
  }

  /** Changes of groups that are to be made; what cannot be done is only told. */
  public List<GroupChange> changes() {
    return groups.stream().filter(change -> !(change instanceof GroupChange.NotPossible)).toList();
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return transfers.isEmpty() && moves.isEmpty() && changes().isEmpty();
  }
}
