package io.zabdb.balancer;

import io.zabdb.balance.Plan;
import io.zabdb.balance.PlanNames;
import io.zabdb.balance.PlanText;
import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.group.GroupChange.NewGroup;
import io.zabdb.balance.group.GroupChange.NotPossible;
import io.zabdb.balance.group.GroupChange.Replacement;
import io.zabdb.balance.group.GroupChange.StatusChange;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.load.Imbalance;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import io.zabdb.balance.shard.ShardingStep;
import io.zabdb.balance.shard.ShardingStep.ShardingKind;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What should be begun in a store, leaderships first, by what it has told. Immutable. */
public final class StorePlan {

  private final StoreReport report;
  private final StoreView view;
  private final Plan plan;
  private final List<ShardingStep> sharding;
  private final List<DismissalIntent> dismissals;

  /**
   * @param sharding what is split or merged stays where it is for now
   * @param idle those that learn groups, and that nobody else makes members
   */
  StorePlan(
      StoreReport report,
      StoreView view,
      Plan plan,
      List<ShardingStep> sharding,
      List<DismissalIntent> idle) {
    this.report = report;
    this.view = view;
    this.sharding = sharding;
    // Nothing moves from groups or to groups that get other members meanwhile.
    Set<Integer> changed =
        all(plan, Replacement.class).map(Replacement::group).collect(Collectors.toSet());
    List<PlannedMove> moves =
        plan.moves().stream()
            .filter(move -> !isSharded(move.partition()))
            .filter(move -> !changed.contains(move.from()) && !changed.contains(move.to()))
            .toList();
    // Who finds nobody to take anything matters when nothing is begun: what is begun may be for
    // another's good that is then still hotter.
    boolean begins = !plan.transfers().isEmpty() || !moves.isEmpty() || !plan.changes().isEmpty();
    this.plan = new Plan(plan.transfers(), moves, plan.groups(), begins ? List.of() : plan.stuck());
    dismissals = idle.stream().filter(learner -> !isWanted(learner)).toList();
  }

  private boolean isWanted(DismissalIntent learner) {
    return replacements().stream()
        .anyMatch(
            change -> change.group() == learner.group() && change.add().contains(learner.node()));
  }

  private static <T extends GroupChange> Stream<T> all(Plan plan, Class<T> kind) {
    return plan.groups().stream().filter(kind::isInstance).map(kind::cast);
  }

  private boolean isSharded(int partition) {
    return steps().anyMatch(step -> step.partition() == partition || step.other() == partition);
  }

  /** What is to be done; a key that is too hot is only told. */
  private Stream<ShardingStep> steps() {
    return sharding.stream().filter(step -> step.kind() != ShardingKind.HOT_KEY);
  }

  /** In words: the imbalance, and what should be done about it. */
  public List<String> lines() {
    List<String> lines =
        new ArrayList<>(PlanText.lines(view.view(), plan, view.followerShare(), names()));
    lines.addAll(ShardingText.lines(sharding, view, names()));
    dismissals.forEach(
        learner ->
            lines.add(
                "node %d has learnt group %d in vain: it is to drop that"
                    .formatted(learner.node(), learner.group())));
    if (!report.silent().isEmpty()) {
      lines.add("nodes " + report.silent() + " do not answer: they are given nothing");
    }
    if (isEmpty()) {
      lines.add("nothing to do");
    }
    return lines;
  }

  private PlanNames names() {
    return new PlanNames(
        node -> view.nodes().get(node).toString(),
        group -> view.groups().get(group).toString(),
        partition -> view.partitions().get(partition).partition().getName());
  }

  /** How far the nodes' loads are from being even. */
  public Imbalance imbalance() {
    return Imbalance.of(view.view(), view.followerShare());
  }

  /** Whether there is nothing to do. */
  public boolean isEmpty() {
    return plan.isEmpty() && steps().findAny().isEmpty() && dismissals.isEmpty();
  }

  /** Whether something should be done with groups that cannot be, as {@link #lines} say. */
  public boolean isRefused() {
    return all(plan, NotPossible.class).findAny().isPresent();
  }

  /** Whether nothing is under way or to be begun but leaderships, which follow what clients do. */
  public boolean isAtRest() {
    return underWay() == 0
        && births().isEmpty()
        && ends().isEmpty()
        && replacements().isEmpty()
        && dismissals().isEmpty()
        && shardings().isEmpty()
        && intents().isEmpty();
  }

  /** How many moves are under way. */
  public int underWay() {
    return view.view().moves().size();
  }

  /** Leaderships that should go elsewhere. */
  public List<LeaderIntent> handovers() {
    return plan.transfers().stream().flatMap(transfer -> handover(transfer).stream()).toList();
  }

  /** None to a member that has no replica, since it could not start one. */
  private Optional<LeaderIntent> handover(LeaderTransfer transfer) {
    int group = view.groups().get(transfer.group());
    int to = view.nodes().get(transfer.to());
    return MemberSteps.replica(report.nodes(), to, group)
        .map(NodeStatus.Replica::getMember)
        .map(member -> new LeaderIntent(group, view.nodes().get(transfer.from()), to, member));
  }

  /** The nodes that answered when the store was looked at. */
  public Set<Integer> answering() {
    return report.nodes().keySet();
  }

  /** Groups that should be born, by the nodes of each. */
  public List<List<Integer>> births() {
    return all(plan, NewGroup.class).map(birth -> nodes(birth.members())).toList();
  }

  private List<Integer> nodes(List<Integer> numbers) {
    return numbers.stream().map(view.nodes()::get).toList();
  }

  /** Groups that should get other members. */
  public List<ReplacementIntent> replacements() {
    return all(plan, Replacement.class).map(this::replacement).toList();
  }

  private ReplacementIntent replacement(Replacement wanted) {
    List<Integer> before = nodes(view.view().groups().get(wanted.group()).members());
    List<Integer> after = nodes(wanted.members());
    Set<Integer> add = new HashSet<>(after);
    before.forEach(add::remove);
    Set<Integer> remove = new HashSet<>(before);
    after.forEach(remove::remove);
    return new ReplacementIntent(view.groups().get(wanted.group()), before, add, remove);
  }

  /** Nodes that have learnt groups in vain, and should drop them. */
  public List<DismissalIntent> dismissals() {
    return dismissals;
  }

  /** Groups that have nothing, and should end. */
  public List<EndIntent> ends() {
    return all(plan, StatusChange.class)
        .filter(change -> change.status() == GroupStatus.OUT)
        .map(
            change ->
                new EndIntent(
                    view.groups().get(change.group()),
                    nodes(view.view().groups().get(change.group()).members())))
        .toList();
  }

  /** Splits and merges that should be done, at most one in each group. */
  public List<ShardIntent> shardings() {
    return steps().map(this::sharding).toList();
  }

  private ShardIntent sharding(ShardingStep step) {
    StoreView.OwnedPartition owned = view.partitions().get(step.partition());
    return new ShardIntent(
        owned.group(),
        owned.partition().getName(),
        step.other() == ShardingStep.NONE
            ? Optional.empty()
            : Optional.of(view.partitions().get(step.other()).partition().getName()));
  }

  /** Moves that should be begun. */
  public List<MoveIntent> intents() {
    return plan.moves().stream().map(this::intent).toList();
  }

  private MoveIntent intent(PlannedMove move) {
    StoreView.OwnedPartition owned = view.partitions().get(move.partition());
    return new MoveIntent(
        owned.partition().getName(),
        owned.group(),
        view.groups().get(move.to()),
        owned.partition().getAttempt());
  }
}
