package io.zabdb.scale;

import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.Imbalance;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import io.zabdb.scale.store.ScaleStore;
import io.zabdb.scale.store.StoreListener;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Sees a day, and says what must hold at its end. Not thread-safe. */
final class ScaleJudge implements StoreListener {

  /** ElasCass's bound for the index of imbalance. */
  static final double MOST_IMBALANCE = 0.2;

  private static final double MOST_BYTES = 1.2;
  private static final double LEAST_SHARE = 0.7;
  private static final double LEAST_SWING = 2;
  private static final int MOST_REFUSALS = 5;

  private final ScaleOptions options;
  private final ScaleStore store;
  private final FormerOwners former = new FormerOwners();
  private final List<Integer> come = new ArrayList<>();
  private final List<Integer> gone = new ArrayList<>();
  private final Set<String> refusals = new TreeSet<>();
  private final Set<String> failures = new TreeSet<>();
  private final Set<Integer> named = new HashSet<>();
  private boolean begun;
  private double lost;
  private double moved;
  private int moves;
  private int transfers;
  private long minutes;
  private long minutesAbove;
  private long wholeMillis;
  private double worst;
  private double firstThirdLeast = Double.POSITIVE_INFINITY;
  private double firstThirdMost;
  private Imbalance last = new Imbalance(0, 0);

  ScaleJudge(ScaleOptions options, ScaleStore store) {
    this.options = options;
    this.store = store;
  }

  // -- what it is told

  /** The scenario begins: from now on bytes and moves count. */
  void begin() {
    begun = true;
    if (last.worst() >= MOST_IMBALANCE) {
      failures.add("the store was not even when the scenario began: " + last);
    }
    moved = 0;
    moves = 0;
    transfers = 0;
  }

  void comes(int node) {
    come.add(node);
  }

  void goes(int node) {
    gone.add(node);
    lost += store.storedAt(node);
  }

  @Override
  public void transferred(LeaderTransfer transfer) {
    transfers++;
    if (gone.contains(transfer.to())) {
      failures.add("a node that is lost or leaves was to lead: " + transfer);
    }
  }

  @Override
  public void moved(PlannedMove move, int receivers, long now) {
    moves++;
    moved += (double) store.bytes(move.partition()) * receivers;
    former.moved(move.partition(), move.from(), move.to(), now);
  }

  @Override
  public void refused(GroupChange.NotPossible refused) {
    if (refusals.size() < MOST_REFUSALS) {
      refusals.add(refused.what() + ": " + refused.rule());
    }
  }

  /** No node sends or receives more at a time than it may. */
  void limits(MoveLimits limits) {
    int[] in = new int[store.nodes()];
    int[] out = new int[store.nodes()];
    for (PlannedMove move : store.moves()) {
      out[move.sender()]++;
      NodeBooks.receivers(store.group(move.from()), store.group(move.to())).forEach(n -> in[n]++);
    }
    for (int node = 0; node < in.length; node++) {
      if (in[node] > limits.in() || out[node] > limits.out()) {
        failures.add("a node receives %d and sends %d at a time".formatted(in[node], out[node]));
      }
    }
  }

  /**
   * A minute is over.
   *
   * @param hot partitions with a key that is too hot, as the planner of splits names them
   */
  void see(LoadView view, Set<Integer> hot) {
    last = imbalance(view, hot);
    named.addAll(hot);
    if (!begun) {
      return;
    }
    minutes++;
    minutesAbove += last.worst() >= MOST_IMBALANCE ? 1 : 0;
    worst = Math.max(worst, last.worst());
    if (gone.stream().anyMatch(store::hasGroups)) {
      wholeMillis = view.nowMillis();
    }
    double hits =
        IntStream.range(0, options.partitions() / 3).mapToDouble(view.partitions()::hits).sum();
    firstThirdLeast = Math.min(firstThirdLeast, hits);
    firstThirdMost = Math.max(firstThirdMost, hits);
  }

  /** Of nodes that stay; for requests without those that lead a key that no move could help. */
  private Imbalance imbalance(LoadView view, Set<Integer> hot) {
    NodeBooks books = NodeBooks.settled(view, ScaleLoad.FOLLOWER_SHARE);
    Set<Integer> leaders = new HashSet<>();
    hot.forEach(p -> leaders.add(view.groups().get(view.partitions().owner(p)).leader()));
    return new Imbalance(
        Imbalance.index(books.staying().mapToDouble(n -> books.load(LoadKind.BYTES, n)).toArray()),
        Imbalance.index(
            books
                .staying()
                .filter(n -> !leaders.contains(n))
                .mapToDouble(n -> books.load(LoadKind.REQUESTS, n))
                .toArray()));
  }

  // -- what it says

  private double leastBytes() {
    return lost + store.stored() / store.nodes() * come.size();
  }

  ScaleReport report() {
    if (last.worst() >= MOST_IMBALANCE) {
      failures.add("the store is not even at the end: " + last);
    }
    if (former.returned() > 0) {
      failures.add(former.returned() + " partitions came back to a former owner within an hour");
    }
    double least = leastBytes();
    if (least > 0 && moved > MOST_BYTES * least) {
      failures.add("%.2f times the least possible bytes were moved".formatted(moved / least));
    }
    reached();
    return new ScaleReport(
        options,
        last,
        worst,
        minutes == 0 ? 0 : 100.0 * minutesAbove / minutes,
        moved,
        least,
        store.stored(),
        moves,
        transfers,
        store.groups(),
        named.size(),
        former.returned(),
        wholeMillis == 0 ? 0 : wholeMillis - ScaleRun.BEGIN,
        List.copyOf(refusals),
        List.copyOf(failures));
  }

  /** What the scenario is for must have been. */
  private void reached() {
    switch (options.scenario()) {
      case GROW -> {
        require(come.size() == options.nodes() / 5, "a fifth of the nodes came");
        double mean = store.stored() / store.nodes();
        require(
            come.stream().allMatch(node -> store.storedAt(node) >= LEAST_SHARE * mean),
            "each new node has seven tenths of the mean");
      }
      case FAIL, DECOMMISSION -> {
        require(!gone.isEmpty() && wholeMillis > 0, "nodes with groups were lost, or to leave");
        require(gone.stream().noneMatch(store::hasGroups), "no group is left at such a node");
      }
      case HOTSPOT, DIURNAL ->
          require(
              firstThirdMost >= LEAST_SWING * firstThirdLeast,
              "the load of a third of the tokens rose and fell");
    }
    require(moves + transfers > 0, "something was moved");
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      failures.add("NOT REACHED: " + what);
    }
  }
}
