package io.zabdb.balancer;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.group.GroupChange.Replacement;
import io.zabdb.balance.group.GroupChange.StatusChange;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.GroupStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What becomes of what the planner wants of groups. It plans for a store in which all is done as
 * soon as it is planned; in a running one a change that was begun is gone on with, and what is
 * empty may be about to be filled. For one round.
 */
final class GroupPlans {

  private final StoreReport report;
  private final StoreView view;
  private final GroupRules rules;
  private final GroupFates fates;

  GroupPlans(StoreReport report, StoreView view, GroupRules rules, GroupFates fates) {
    this.report = report;
    this.view = view;
    this.rules = rules;
    this.fates = fates;
  }

  /** What is to be begun, and what cannot be. A group that leaves is emptied by moves first. */
  List<GroupChange> of(List<GroupChange> planned) {
    List<GroupChange> changes = new ArrayList<>();
    for (GroupChange change : planned) {
      if (change instanceof StatusChange status) {
        look(status).ifPresent(changes::add);
      } else if (change instanceof Replacement replacement) {
        changes.add(withLearners(replacement));
      } else {
        changes.add(change);
      }
    }
    return changes;
  }

  private Optional<GroupChange> look(StatusChange change) {
    int group = view.groups().get(change.group());
    if (!Objects.requireNonNull(report.groups().get(group)).partitions().isEmpty()) {
      // What comes to a group that leaves is moved on.
      fates.leaves(group);
      return change.status() == GroupStatus.LEAVING ? Optional.of(change) : Optional.empty();
    }
    boolean isDue =
        place(change.group()).members().stream()
                .anyMatch(node -> view.view().nodes().get(node).life().isToGo())
            || fates.isEmptyFor(group, rules.placement().deadMillis(), view.view().nowMillis());
    return isDue && allKnowOfEnds()
        ? Optional.of(new StatusChange(change.group(), GroupStatus.OUT))
        : Optional.empty();
  }

  private GroupPlace place(int group) {
    return view.view().groups().get(group);
  }

  /** Nodes of versions before groups could end do not say how many groups they may have. */
  private boolean allKnowOfEnds() {
    return report.nodes().values().stream().allMatch(status -> status.getMostGroups() > 0);
  }

  /** Whoever learns what the group has already, since an earlier round, comes first. */
  private Replacement withLearners(Replacement planned) {
    int group = view.groups().get(planned.group());
    List<Integer> before = place(planned.group()).members();
    Deque<Integer> learners = new ArrayDeque<>(learners(group, before));
    learners.removeAll(planned.members());
    List<Integer> members = new ArrayList<>();
    for (int node : planned.members()) {
      boolean isKept = before.contains(node) || learns(group, node);
      members.add(isKept || learners.isEmpty() ? node : learners.remove());
    }
    return new Replacement(planned.group(), List.copyOf(members));
  }

  private List<Integer> learners(int group, List<Integer> before) {
    return IntStream.range(0, view.nodes().size())
        .filter(node -> view.view().nodes().get(node).stays() && !before.contains(node))
        .filter(node -> learns(group, node))
        .boxed()
        .toList();
  }

  private boolean learns(int group, int node) {
    return MemberSteps.replica(report.nodes(), view.nodes().get(node), group).isPresent();
  }
}
