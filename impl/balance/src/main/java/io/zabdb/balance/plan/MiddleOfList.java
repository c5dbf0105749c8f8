package io.zabdb.balance.plan;

import io.zabdb.balance.load.GroupBooks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@code Bootstrap!Choices}: from the middle of a group's list, sorted by hits, outwards: those
 * that can be moved and are nearest to it. Neither the hottest nor the coldest, which would have
 * more moved later (ElasCass, section 3.2).
 */
final class MiddleOfList {

  private MiddleOfList() {}

  /** Several where they are as near; in order of their numbers. */
  static List<Integer> choices(BootstrapGuards guards, GroupBooks books, int group) {
    List<Integer> list = new ArrayList<>(books.owned(group).boxed().toList());
    list.sort(Comparator.comparingDouble(books.view().partitions()::hits));
    List<Integer> nearest = new ArrayList<>();
    int least = Integer.MAX_VALUE;
    int from = 0;
    while (from < list.size()) {
      int to = endOfRun(books, list, from);
      int off = guards.offMiddle(list.size() - to, from);
      List<Integer> movable =
          list.subList(from, to).stream().filter(p -> guards.isMovable(books, p)).toList();
      if (!movable.isEmpty() && off <= least) {
        if (off < least) {
          nearest.clear();
        }
        least = off;
        nearest.addAll(movable);
      }
      from = to;
    }
    nearest.sort(null);
    return nearest;
  }

  /** Partitions with as many hits are as far from the middle. */
  private static int endOfRun(GroupBooks books, List<Integer> list, int from) {
    double hits = books.view().partitions().hits(list.get(from));
    int to = from + 1;
    while (to < list.size() && books.view().partitions().hits(list.get(to)) == hits) {
      to++;
    }
    return to;
  }
}
