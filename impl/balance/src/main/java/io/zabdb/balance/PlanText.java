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
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;

/** A plan in words, for an operator who wants to see it before it is begun. Keeps nothing. */
public final class PlanText {

  /** So many lines of each kind at most; how many more there are is said. */
  public static final int MOST_LINES = 50;

  private final LoadView view;
  private final List<String> lines = new ArrayList<>();

  private PlanText(LoadView view) {
    this.view = view;
  }

  /** A line for each thing, and one at the head that sums up. */
  public static List<String> lines(LoadView view, Plan plan, double followerShare) {
    PlanText text = new PlanText(view);
    Imbalance imbalance = Imbalance.of(view, followerShare);
    text.lines.add(
        String.format(
            Locale.ROOT,
            "imbalance: bytes %.2f, requests %.2f; %d leaderships, %d moves, %d changes of groups",
            imbalance.bytes(),
            imbalance.requests(),
            plan.transfers().size(),
            plan.moves().size(),
            plan.groups().size()));
    text.all(plan.transfers(), PlanText::line);
    text.all(plan.moves(), text::line);
    text.all(plan.groups(), PlanText::line);
    text.all(plan.stuck(), node -> "node " + node + " has too much to do, and no move would pay");
    return List.copyOf(text.lines);
  }

  private <T> void all(List<T> things, Function<T, String> words) {
    things.stream().limit(MOST_LINES).map(words).forEach(lines::add);
    if (things.size() > MOST_LINES) {
      lines.add("and " + (things.size() - MOST_LINES) + " more");
    }
  }

  private static String line(LeaderTransfer transfer) {
    return "leadership of group %d: node %d to node %d"
        .formatted(transfer.group(), transfer.from(), transfer.to());
  }

  private String line(PlannedMove move) {
    return String.format(
        Locale.ROOT,
        "partition %d (%,d bytes, %.1f hits/s): group %d to group %d, files from node %d to nodes"
            + " %s",
        move.partition(),
        view.partitions().bytes(move.partition()),
        view.partitions().hits(move.partition()),
        move.from(),
        move.to(),
        move.sender(),
        new TreeSet<>(
            NodeBooks.receivers(view.groups().get(move.from()), view.groups().get(move.to()))));
  }

  private static String line(GroupChange change) {
    if (change instanceof NewGroup birth) {
      return "new group of nodes " + birth.members();
    }
    if (change instanceof Replacement heir) {
      return "group " + heir.group() + " leaves all to a new group of nodes " + heir.members();
    }
    if (change instanceof StatusChange status) {
      return "group " + status.group() + " becomes " + status.status();
    }
    NotPossible refused = (NotPossible) change;
    return "NOT POSSIBLE: " + refused.what() + ": " + refused.rule();
  }
}
