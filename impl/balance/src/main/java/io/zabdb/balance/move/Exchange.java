package io.zabdb.balance.move;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupLayout;
import io.zabdb.balance.load.LoadKind;
import io.zabdb.balance.load.LoadView;
import io.zabdb.balance.load.NodeBooks;
import io.zabdb.balance.load.NodePlace;
import java.util.function.IntPredicate;

/**
 * What a move from a group to another does to the nodes of both: some are relieved, others get more
 * to do. A node of both notices it only if it leads one of them. Not thread-safe.
 */
final class Exchange {

  private final GroupBooks books;
  private final int from;
  private final int to;
  private int count;
  private final int[] nodes;

  /** What one hit, and one byte, make of the load of a node: negative where it is relieved. */
  private final double[] perHit;

  private final double[] perByte;

  Exchange(GroupBooks books, GroupLayout layout, int from, int to) {
    this.books = books;
    this.from = from;
    this.to = to;
    int most = layout.size(from) + layout.size(to);
    nodes = new int[most];
    perHit = new double[most];
    perByte = new double[most];
    for (int i = 0; i < layout.size(from); i++) {
      add(layout.member(from, i), layout.has(to, layout.member(from, i)), true);
    }
    for (int i = 0; i < layout.size(to); i++) {
      if (!layout.has(from, layout.member(to, i))) {
        add(layout.member(to, i), true, false);
      }
    }
  }

  private void add(int node, boolean isIn, boolean wasIn) {
    NodePlace place = books.view().nodes().get(node);
    double hit = role(to, node, isIn) - role(from, node, wasIn);
    nodes[count] = node;
    perHit[count] = hit / place.requests();
    perByte[count] = ((isIn ? 1 : 0) - (wasIn ? 1 : 0)) / (double) place.bytes();
    count++;
  }

  private double role(int group, int node, boolean isMember) {
    if (!isMember) {
      return 0;
    }
    return books.nodes().leader(group) == node ? 1 : books.nodes().followerShare();
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  private double[] per(LoadKind kind) {
    return kind == LoadKind.REQUESTS ? perHit : perByte;
  }

  private double amount(LoadKind kind, int partition) {
    LoadView view = books.view();
    return kind == LoadKind.REQUESTS
        ? view.partitions().hits(partition)
        : view.partitions().bytes(partition);
  }

  /** Whether a partition that is small enough could pay: asked before any is looked at. */
  boolean mayPay(MoveRules rules, PayGuards guards, LoadKind kind, int source) {
    double hottest = hottestReceiver(kind, 0);
    return relieves(kind, source)
        && guards.isFar(rules, rules.payPercent(), after(kind, source, 0), hottest);
  }

  /**
   * Whether a partition's move pays: its source stays above all that get more to do, by the rule,
   * and nobody's disk becomes too full. What it does to the others that are relieved is weighed by
   * {@link #gain}.
   */
  boolean pays(MoveRules rules, PayGuards guards, LoadKind kind, int source, int partition) {
    double amount = amount(kind, partition);
    double hottest = hottestReceiver(kind, amount);
    return guards.isFarAfter(rules.payPercent(), after(kind, source, amount), hottest)
        && hasRoom(rules, partition);
  }

  /**
   * Whether a move is due, by the mean of a kind of load: those that get more have no more than the
   * mean yet, since others are due first, though they may be busy at present; and either they have
   * clearly less, or the source has clearly more.
   */
  boolean isDue(MoveRules rules, PayGuards guards, LoadKind kind, int source, double mean) {
    double hottest = hottestReceiver(kind, 0);
    return guards.isNeedy(rules, hottest, mean)
        && (guards.isFarAfter(rules.payPercent(), books.nodes().load(kind, source), mean)
            || guards.isFarAfter(rules.payPercent(), mean, hottest));
  }

  private boolean relieves(LoadKind kind, int source) {
    for (int i = 0; i < count; i++) {
      if (nodes[i] == source) {
        return per(kind)[i] < 0;
      }
    }
    return false;
  }

  private double after(LoadKind kind, int node, double amount) {
    double load = books.nodes().load(kind, node);
    for (int i = 0; i < count; i++) {
      if (nodes[i] == node) {
        return load + per(kind)[i] * amount;
      }
    }
    return load;
  }

  private double hottestReceiver(LoadKind kind, double amount) {
    double hottest = 0;
    for (int i = 0; i < count; i++) {
      if (per(kind)[i] > 0) {
        hottest = Math.max(hottest, books.nodes().load(kind, nodes[i]) + per(kind)[i] * amount);
      }
    }
    return hottest;
  }

  private boolean hasRoom(MoveRules rules, int partition) {
    double stored = amount(LoadKind.BYTES, partition);
    for (int i = 0; i < count; i++) {
      if (perByte[i] > 0
          && (books.nodes().load(LoadKind.BYTES, nodes[i]) + perByte[i] * stored) * 100
              > rules.fullPercent()) {
        return false;
      }
    }
    return true;
  }

  /**
   * By how much the sum of the squares of all loads, each by its mean, falls with a partition's
   * move. Moves that make it fall cannot go in a circle.
   *
   * @param weight what requests count, where bytes count 1
   */
  double gain(int partition, double weight, double meanRequests, double meanBytes) {
    double hits = amount(LoadKind.REQUESTS, partition);
    double stored = amount(LoadKind.BYTES, partition);
    NodeBooks all = books.nodes();
    double gain = 0;
    for (int i = 0; i < count; i++) {
      gain += weight * fall(all.load(LoadKind.REQUESTS, nodes[i]), perHit[i] * hits, meanRequests);
      gain += fall(all.load(LoadKind.BYTES, nodes[i]), perByte[i] * stored, meanBytes);
    }
    return gain;
  }

  /**
   * Whether a balanced store needs these bytes there anyway: all that get them are to be filled,
   * and have no more than the mean when they have them; and those that had them have no less.
   */
  boolean fills(IntPredicate isToBeFilled, int partition, double meanBytes) {
    double stored = amount(LoadKind.BYTES, partition);
    for (int i = 0; i < count; i++) {
      double after = books.nodes().load(LoadKind.BYTES, nodes[i]) + perByte[i] * stored;
      if (perByte[i] > 0 && (after > meanBytes || !isToBeFilled.test(nodes[i]))) {
        return false;
      }
      if (perByte[i] < 0 && after < meanBytes) {
        return false;
      }
    }
    return true;
  }

  /** What the receivers get of a partition, each by the mean of what a node stores. */
  double cost(int partition, double meanBytes) {
    double stored = amount(LoadKind.BYTES, partition);
    double cost = 0;
    for (int i = 0; i < count; i++) {
      cost += meanBytes == 0 || perByte[i] <= 0 ? 0 : perByte[i] * stored / meanBytes;
    }
    return cost;
  }

  private static double fall(double load, double more, double mean) {
    return mean == 0 ? 0 : -more * (2 * load + more) / (mean * mean);
  }
}
