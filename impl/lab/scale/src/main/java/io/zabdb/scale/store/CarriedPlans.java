package io.zabdb.scale.store;

import io.zabdb.balance.Plan;
import io.zabdb.balance.group.GroupChange;
import io.zabdb.balance.load.GroupPlace;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.PlannedMove;
import io.zabdb.balance.move.LeaderTransfer;
import io.zabdb.balance.move.MoveRules;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Carries out plans: leaderships and groups at once; a move takes as long as its bytes take at the
 * rate of its sender, shared by those that fetch. Not thread-safe.
 */
public final class CarriedPlans {

  /** What a node sends at most. */
  public static final double BYTES_A_MILLI = 64 * (1 << 20) / 1_000.0;

  private static final long PAUSE = 100;

  private final ScaleStore store;
  private final MoveRules rules;
  private final StoreListener listener;
  private final PriorityQueue<Arrival> arrivals =
      new PriorityQueue<>(Comparator.comparingLong(Arrival::at).thenComparingLong(Arrival::order));
  private long begun;

  /**
   * @param rules say for how long a partition rests that came
   */
  public CarriedPlans(ScaleStore store, MoveRules rules, StoreListener listener) {
    this.store = store;
    this.rules = rules;
    this.listener = listener;
  }

  /** Time has come to this: what has arrived by now is its new owner's. */
  public void comeTo(long now) {
    while (!arrivals.isEmpty() && arrivals.peek().at() <= now) {
      arrive(arrivals.remove());
    }
  }

  private void arrive(Arrival arrival) {
    PlannedMove move = arrival.move();
    if (store.end(move, rules.restsUntil(arrival.at()))) {
      listener.moved(move, arrival.receivers(), arrival.at());
    }
  }

  /** Begins what a plan says. */
  public void begin(Plan plan, long now) {
    plan.transfers().forEach(this::transfer);
    for (PlannedMove move : plan.moves()) {
      int receivers = NodeBooks.receivers(store.group(move.from()), store.group(move.to())).size();
      long millis = PAUSE + (long) (store.bytes(move.partition()) * receivers / BYTES_A_MILLI);
      store.begin(move);
      arrivals.add(new Arrival(now + millis, begun++, move, receivers));
    }
    plan.groups().forEach(this::change);
  }

  private void transfer(LeaderTransfer transfer) {
    if (!store.isDown(transfer.to())) {
      GroupPlace group = store.group(transfer.group());
      store.set(transfer.group(), group.ledBy(transfer.to()));
      listener.transferred(transfer);
    }
  }

  private void change(GroupChange change) {
    if (change instanceof GroupChange.NewGroup birth) {
      store.found(birth.members());
    } else if (change instanceof GroupChange.Replacement heir) {
      int number = store.found(heir.members());
      store.set(heir.group(), store.group(heir.group()).leavingTo(number));
    } else if (change instanceof GroupChange.StatusChange status) {
      store.set(status.group(), store.group(status.group()).with(status.status()));
    } else if (change instanceof GroupChange.NotPossible refused) {
      listener.refused(refused);
    }
  }

  /** The end of a move, if nothing comes between. */
  private record Arrival(long at, long order, PlannedMove move, int receivers) {}
}
