package io.zabdb.storage.engine;

import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeView;
import java.util.ArrayList;
import java.util.List;

/** Finds a partition's cells in the trees where they are. */
final class Extents {

  /**
   * Keys in a tree.
   *
   * @param keys not empty
   */
  record TreePart(String tree, KeyRange keys) {}

  private Extents() {}

  /** Where these of a partition's keys are, in their order. */
  static List<TreePart> of(Partition partition, KeyRange keys) {
    List<TreePart> parts = new ArrayList<>();
    for (Extent extent : partition.extents()) {
      KeyRange within = keys.and(KeyRange.of(extent.range()));
      if (!within.isEmpty()) {
        parts.add(new TreePart(extent.tree(), within));
      }
    }
    return parts;
  }

  /** The tree of the cell with this key, or of all with this prefix, which has a token. */
  static String treeOf(Partition partition, byte[] key) {
    List<Extent> extents = partition.extents();
    for (Extent extent : extents) {
      if (extents.size() == 1 || KeyRange.of(extent.range()).contains(key)) {
        return extent.tree();
      }
    }
    throw new IllegalArgumentException("no part of " + partition + " has this key");
  }

  /** Opens a cursor on the first of these keys. */
  static Cursor open(TreeView view, Partition partition, KeyRange keys) {
    List<TreePart> parts = of(partition, keys);
    return parts.size() == 1
        ? view.open(parts.get(0).tree(), parts.get(0).keys().from(), parts.get(0).keys().to())
        : new ExtentCursor(view, parts);
  }
}
