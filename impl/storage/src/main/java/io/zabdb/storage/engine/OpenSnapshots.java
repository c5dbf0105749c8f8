package io.zabdb.storage.engine;

import java.util.function.Supplier;

/** Counts open snapshots: the store must outlive them. Thread-safe. */
final class OpenSnapshots {

  private int count;
  private boolean closed;

  /** Opens one. */
  synchronized <T> T open(Supplier<T> snapshot) {
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
    T opened = snapshot.get();
    count++;
    return opened;
  }

  synchronized void closed() {
    count--;
  }

  /** Does something while none is open and none can be opened. */
  synchronized void whileNoneIsOpen(Runnable action) {
    if (count > 0) {
      throw new IllegalStateException(count + " snapshots are open");
    }
    action.run();
  }

  /** Lets no further ones be opened; closes the store, once. */
  synchronized void close(Runnable store) {
    if (!closed) {
      whileNoneIsOpen(store);
      closed = true;
    }
  }
}
