package io.zabdb.storage.engine;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deletes the cells of partitions that go, where others go on in the same tree. A tree that no
 * partition is in goes as a whole.
 */
final class LeftCells {

  private LeftCells() {}

  /** Deletes what partitions had that are gone, and none has now. */
  static void delete(Collection<Partition> gone, Collection<Partition> after, Overlay overlay) {
    List<Extent> used = extents(after);
    Set<String> trees = used.stream().map(Extent::tree).collect(Collectors.toSet());
    for (Extent extent : extents(gone)) {
      if (trees.contains(extent.tree())) {
        without(extent, used).forEach(range -> delete(extent.tree(), range, overlay));
      }
    }
  }

  private static List<Extent> extents(Collection<Partition> partitions) {
    return partitions.stream().flatMap(partition -> partition.extents().stream()).toList();
  }

  /** The tokens of an extent that none of these has in the same tree. */
  private static List<TokenRange> without(Extent extent, List<Extent> used) {
    List<TokenRange> left = List.of(extent.range());
    for (Extent other : used) {
      if (other.tree().equals(extent.tree())) {
        List<TokenRange> less = new ArrayList<>();
        left.forEach(range -> subtract(range, other.range(), less));
        left = less;
      }
    }
    return left;
  }

  private static void subtract(TokenRange range, TokenRange other, List<TokenRange> less) {
    if (other.upTo() <= range.after() || range.upTo() <= other.after()) {
      less.add(range);
      return;
    }
    if (range.after() < other.after()) {
      less.add(new TokenRange(range.after(), other.after()));
    }
    if (other.upTo() < range.upTo()) {
      less.add(new TokenRange(other.upTo(), range.upTo()));
    }
  }

  private static void delete(String tree, TokenRange range, Overlay overlay) {
    KeyRange keys = KeyRange.of(range);
    if (keys.to() != null) {
      overlay.deleteRange(tree, keys.from(), keys.to());
      return;
    }
    // No key is behind all rows of the last token: these, hardly ever any, go one by one.
    KeyRange last = KeyRange.of(new TokenRange(Long.MAX_VALUE - 1, Long.MAX_VALUE));
    overlay.deleteRange(tree, keys.from(), last.from());
    List<byte[]> found = new ArrayList<>();
    try (Cursor cursor = overlay.open(tree, last.from(), null)) {
      for (; cursor.isValid(); cursor.next()) {
        found.add(cursor.key());
      }
    }
    found.forEach(key -> overlay.delete(tree, key));
  }
}
