package io.zabdb.storage.engine;

import io.zabdb.storage.tree.TreeStore;

/** Where an engine is kept between a crash and the next start. */
interface Backend {

  /** Opens the trees alone, with what was flushed. */
  TreeStore store();

  /** Opens the engine, with what was flushed. Source: {@code AppliedIndex!Restart}. */
  default StorageEngine open() {
    return open(PendingSessions.MAX_PENDING);
  }

  /** The same, where so many requests may be pending. */
  default StorageEngine open(int mostPending) {
    return TreeEngine.open(store(), mostPending);
  }

  /** Another one, empty. */
  Backend fresh();
}
