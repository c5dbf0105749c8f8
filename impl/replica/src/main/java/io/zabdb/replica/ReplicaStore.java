package io.zabdb.replica;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A store whose whole state may be replaced: that is put off while somebody uses it, and whoever
 * comes meanwhile is put off until it is over. Nobody waits. Thread-safe, but for {@link #engine},
 * whose own rules hold.
 */
final class ReplicaStore implements AutoCloseable {

  /** So many may be put off; others are refused. */
  private static final int MAX_PUT_OFF = Workers.MAX_WAITING;

  private record PutOff(Worker worker, Runnable task, Runnable refused) {}

  private final StorageEngine engine;

  // Guarded by this.
  private final ArrayDeque<PutOff> putOff = new ArrayDeque<>();
  private int users;
  private boolean replacing;

  /** They wait for the present users, or for another one. */
  private final ArrayDeque<Runnable> replacements = new ArrayDeque<>();

  ReplicaStore(StorageEngine engine) {
    this.engine = engine;
  }

  StorageEngine engine() {
    return engine;
  }

  /**
   * Has a worker do something with the store while it is not being replaced, soon.
   *
   * @param refused runs instead if it never will: too many wait, or the worker is closed
   */
  void submit(Worker worker, Runnable task, Runnable refused) {
    PutOff use = new PutOff(worker, task, refused);
    if (!worker.submit(() -> use(use))) {
      refused.run();
    }
  }

  private void use(PutOff use) {
    boolean entered;
    boolean refused = false;
    synchronized (this) {
      entered = tryEnter();
      if (!entered) {
        refused = putOff.size() >= MAX_PUT_OFF;
        if (!refused) {
          putOff.add(use);
        }
      }
    }
    if (entered) {
      try {
        use.task().run();
      } finally {
        leave();
      }
    } else if (refused) {
      use.refused().run();
    }
  }

  private synchronized boolean tryEnter() {
    if (!replacing) {
      users++;
    }
    return !replacing;
  }

  private void leave() {
    Runnable next = null;
    synchronized (this) {
      users--;
      if (users == 0) {
        next = replacements.poll();
      }
    }
    if (next != null) {
      next.run();
    }
  }

  /** Does something with the store at once; empty: it is being replaced. */
  <T> Optional<T> ifThere(Function<StorageEngine, T> action) {
    if (!tryEnter()) {
      return Optional.empty();
    }
    try {
      return Optional.of(action.apply(engine));
    } finally {
      leave();
    }
  }

  /** Reads the present state; for those who use the store. */
  <T> T read(Function<Snapshot, T> reader) {
    try (Snapshot snapshot = engine.snapshot()) {
      return reader.apply(snapshot);
    }
  }

  /**
   * The present state, for another worker, which uses the store until {@link #giveBack}. By the
   * worker that replaces it.
   */
  Snapshot lend() {
    Snapshot snapshot = engine.snapshot();
    synchronized (this) {
      users++;
    }
    return snapshot;
  }

  void giveBack(Snapshot snapshot) {
    snapshot.close();
    leave();
  }

  /**
   * Has a worker replace the state, once the store is no longer in use, and behind all that were
   * asked for before.
   */
  void replace(Worker worker, Runnable action) {
    Runnable task =
        () -> {
          try {
            action.run();
          } finally {
            replaced();
          }
        };
    synchronized (this) {
      boolean mustWait = replacing || users > 0;
      replacing = true;
      if (mustWait) {
        replacements.add(() -> worker.submit(task));
        return;
      }
    }
    worker.submit(task);
  }

  private void replaced() {
    Runnable next;
    synchronized (this) {
      next = replacements.poll();
      replacing = next != null;
    }
    if (next == null) {
      letIn();
    } else {
      next.run();
    }
  }

  private void letIn() {
    List<PutOff> next;
    synchronized (this) {
      next = List.copyOf(putOff);
      putOff.clear();
    }
    next.forEach(use -> submit(use.worker(), use.task(), use.refused()));
  }

  /** When the workers are closed; what was put off is refused. */
  @Override
  public void close() {
    synchronized (this) {
      replacing = false;
    }
    letIn();
    engine.close();
  }
}
