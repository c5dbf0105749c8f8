package io.zabdb.storage.tree;

import java.util.Map;
import java.util.TreeMap;

/**
 * Changes to trees that are to be made together, per tree first the deleted ranges, then the puts
 * and deletes of keys. Not thread-safe.
 */
public final class Changes {

  private final Map<String, TreeChanges> trees = new TreeMap<>();

  /** The changes to each tree that is changed. */
  public Map<String, TreeChanges> trees() {
    return trees;
  }

  /** The changes to a tree, to be added to. */
  TreeChanges of(String tree) {
    return trees.computeIfAbsent(tree, name -> new TreeChanges());
  }
}
