package io.zabdb.storage.engine;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;

/** Compactions of a store's trees. */
final class TreeCompactions implements CompactionControl {

  private final TreeStore store;
  private final EngineState state;

  TreeCompactions(TreeStore store, EngineState state) {
    this.store = store;
    this.state = state;
  }

  @Override
  public void setAutomatic(boolean automatic) {
    store.setAutomaticCompaction(automatic);
  }

  @Override
  public void limitRate(long bytesPerSecond) {
    store.limitRate(bytesPerSecond);
  }

  @Override
  public void compact(String partition, TokenRange range) {
    for (Extents.TreePart part : Extents.of(state.require(partition), KeyRange.of(range))) {
      store.compact(part.tree(), part.keys().from(), part.keys().to());
    }
  }

  @Override
  public void compactRecords() {
    store.compact(TreeStore.SYSTEM, new byte[0], null);
  }

  @Override
  public TreePressure sample() {
    return store.pressure();
  }
}
