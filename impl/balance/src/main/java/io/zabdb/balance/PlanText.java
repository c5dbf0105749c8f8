package io.zabdb.balance;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.group.GroupChange.NewGroup;
import io.zabdb.balance.group.GroupChange.NotPossible;
import io.zabdb.balance.group.GroupChange.Replacement;
import io.zabdb.balance.group.GroupChange.StatusChange;
import io.zabdb.balance.load.Imbalance;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A plan in words, for an operator who wants to see it before it is begun. Keeps nothing. */
public final class PlanText {

  /** So many lines of each kind at most; how many more there are is said. */
  public static final int MOST_LINES = 50;

  private final LoadView view;
  private final PlanNames names;
  private final List<String> lines = new ArrayList<>();

  private PlanText(LoadView view, PlanNames names) {
    this.view = view;
    this.names = names;
  }

  /** A line for each thing, and one at the head that sums up; by the planner's numbers. */
  public static List<String> lines(LoadView view, Plan plan, double followerShare) {
    return lines(view, plan, followerShare, PlanNames.NUMBERS);
  }

  /** The same, by names. */
  public static List<String> lines(
      LoadView view, Plan plan, double followerShare, PlanNames names) {
    PlanText text = new PlanText(view, names);
    Imbalance imbalance = Imbalance.of(view, followerShare);
    text.lines.add(
        String.format(
            Locale.ROOT,
            "imbalance: bytes %.2f, requests %.2f; %d leaderships, %d moves, %d changes of groups",
            imbalance.bytes(),
            imbalance.requests(),
            plan.transfers().size(),
            plan.moves().size(),
            plan.changes().size()));
    text.all(plan.transfers(), text::line);
    text.all(plan.moves(), text::line);
    text.all(plan.groups(), text::line);
    text.all(
        plan.stuck(),
        node -> "node " + names.node(node) + " has too much to do, and no move would pay");
    return List.copyOf(text.lines);
  }

  private <T> void all(List<T> things, Function<T, String> words) {
    lines.addAll(some(things, words));
  }

  /** A line for each thing; of many for the first ones, and how many more there are. */
  public static <T> List<String> some(List<T> things, Function<T, String> words) {
    List<String> lines = new ArrayList<>();
    things.stream().limit(MOST_LINES).map(words).forEach(lines::add);
    if (things.size() > MOST_LINES) {
      lines.add("and " + (things.size() - MOST_LINES) + " more");
    }
    return lines;
  }

  /** A partition, with what it has and has to do. */
  public static String partition(LoadView view, PlanNames names, int partition) {
    return String.format(
        Locale.ROOT,
        "partition %s (%,d bytes, %.1f hits/s)",
        names.partition(partition),
        view.partitions().bytes(partition),
        view.partitions().hits(partition));
  }

  private String line(LeaderTransfer transfer) {
    return "leadership of group %s: node %s to node %s"
        .formatted(
            names.group(transfer.group()), names.node(transfer.from()), names.node(transfer.to()));
  }

  private String line(PlannedMove move) {
    return "%s: group %s to group %s, files from node %s to nodes %s"
        .formatted(
            partition(view, names, move.partition()),
            names.group(move.from()),
            names.group(move.to()),
            names.node(move.sender()),
            nodes(
                NodeBooks.receivers(view.groups().get(move.from()), view.groups().get(move.to()))));
  }

  private List<String> nodes(Collection<Integer> numbers) {
    return numbers.stream().sorted().map(names::node).toList();
  }

  private String line(GroupChange change) {
    if (change instanceof NewGroup birth) {
      return "new group of nodes " + birth.members().stream().map(names::node).toList();
    }
    if (change instanceof Replacement heir) {
      return "group "
          + names.group(heir.group())
          + ": its nodes are to be "
          + heir.members().stream().map(names::node).toList();
    }
    if (change instanceof StatusChange status) {
      return "group " + names.group(status.group()) + " becomes " + status.status();
    }
    NotPossible refused = (NotPossible) change;
    return "NOT POSSIBLE: " + refused.what() + ": " + refused.rule();
  }
}
