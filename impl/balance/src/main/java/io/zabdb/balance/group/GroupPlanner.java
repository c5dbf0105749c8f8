package io.zabdb.balance.group;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.move.MoveRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Births and ends of groups: heirs in place of groups with nodes that are dead or leave, groups for
 * nodes that have little to do, the end of those that own nothing. Keeps nothing.
 */
public final class GroupPlanner {

  private final PlacementRules rules;
  private final MoveRules moves;

  public GroupPlanner(PlacementRules rules, MoveRules moves) {
    this.rules = rules;
    this.moves = moves;
  }

  /** Files for heirs: they come before all that balances. The moves are noted in the books. */
  public void drain(GroupBooks books, GroupLayout layout) {
    new GroupHeirs(moves, books, new Seats(rules, books, layout)).drain();
  }

  /** What should become of groups, and what should but cannot. */
  public List<GroupChange> plan(GroupBooks books, GroupLayout layout) {
    Seats seats = new Seats(rules, books, layout);
    List<GroupChange> changes = new ArrayList<>(ends(books, layout, seats));
    changes.addAll(new GroupHeirs(moves, books, seats).name());
    changes.addAll(new Births(rules, books, layout, seats).forThePoor());
    return changes;
  }

  private List<GroupChange> ends(GroupBooks books, GroupLayout layout, Seats seats) {
    List<GroupChange> changes = new ArrayList<>();
    for (int group = 0; group < books.view().groups().size(); group++) {
      GroupPlace place = books.group(group);
      if (books.size(group) > 0 || books.moves().to(group) > 0) {
        continue;
      }
      if (place.hasHeir()) {
        changes.add(new GroupChange.StatusChange(group, GroupStatus.OUT));
      } else if (place.status() == GroupStatus.MEMBER && isInTheWay(books, layout, seats, group)) {
        seats.rise(place);
        changes.add(new GroupChange.StatusChange(group, GroupStatus.LEAVING));
      }
    }
    return changes;
  }

  private boolean isInTheWay(GroupBooks books, GroupLayout layout, Seats seats, int group) {
    return layout
        .members(group)
        .anyMatch(node -> books.view().nodes().get(node).life().isToGo() || seats.isShort(node));
  }
}
