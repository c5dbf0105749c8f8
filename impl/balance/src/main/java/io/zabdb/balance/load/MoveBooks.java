package io.zabdb.balance.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The moves under way and those that a round of planning has added, held against the limits of
 * nodes. Not thread-safe.
 */
public final class MoveBooks {

  private final LoadView view;
  private final MoveLimits limits;
  private final boolean[] moving;
  private final int[] in;
  private final int[] out;
  private final int[] given;
  private final int[] taken;
  private final List<PlannedMove> planned = new ArrayList<>();
  private int underWay;

  public MoveBooks(LoadView view, MoveLimits limits) {
    this.view = view;
    this.limits = limits;
    moving = new boolean[view.partitions().count()];
    in = new int[view.nodes().size()];
    out = new int[view.nodes().size()];
    given = new int[view.groups().size()];
    taken = new int[view.groups().size()];
    view.moves().forEach(this::count);
  }

  private void count(PlannedMove move) {
    underWay++;
    moving[move.partition()] = true;
    given[move.from()]++;
    taken[move.to()]++;
    out[move.sender()]++;
    NodeBooks.receivers(group(move.from()), group(move.to())).forEach(node -> in[node]++);
  }

  private GroupPlace group(int number) {
    return view.groups().get(number);
  }

  /** Notes a move; a sender with the fewest others has been chosen. */
  PlannedMove start(int partition, int from, int to) {
    int sender = sender(from).orElse(group(from).leader());
    PlannedMove move = new PlannedMove(partition, from, to, sender);
    count(move);
    planned.add(move);
    return move;
  }

  /** The member of a group that sends least, of those that are here: it has copies as well. */
  private Optional<Integer> sender(int group) {
    return group(group).members().stream()
        .filter(node -> view.nodes().get(node).life().isHere())
        .min(Comparator.comparingInt(node -> out[node]));
  }

  /** Whether limits allow one more move in the background out of a group. */
  public boolean maySend(int from) {
    return underWay < limits.total() && hasSender(from);
  }

  private boolean hasSender(int from) {
    return sender(from).filter(node -> out[node] < limits.out()).isPresent();
  }

  /** Whether limits allow one more move in the background from a group to another. */
  public boolean mayMove(int from, int to) {
    return underWay < limits.total() && hasRoom(from, to);
  }

  /** Whether the nodes' limits allow one more move from a group to another. */
  public boolean hasRoom(int from, int to) {
    return hasSender(from)
        && NodeBooks.receivers(group(from), group(to)).stream().allMatch(this::mayReceive);
  }

  /** Whether limits allow one more move to a node. */
  public boolean mayReceive(int node) {
    return in[node] < limits.in();
  }

  /** {@code Bootstrap!Moving}. */
  public boolean isMoving(int partition) {
    return moving[partition];
  }

  /** The moves of which a group is the source. */
  public int from(int group) {
    return given[group];
  }

  /** The moves of which a group is the destination. */
  public int to(int group) {
    return taken[group];
  }

  /** What this round has added, in order. */
  public List<PlannedMove> planned() {
    return List.copyOf(planned);
  }
}
