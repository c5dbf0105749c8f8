package io.zabdb.replica;

import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.CompactionControl;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.tree.TreePressure;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the store compact as the {@link CompactionGovernor} or an operator says, with workers of its
 * own; tells the compaction pressure. Thread-safe.
 */
final class Compactor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Compactor.class);

  private final ReplicaStore store;
  private final long slowRate;
  // A compaction that an operator asked for takes long, and must not hold up the governor.
  private final Worker switching;
  private final Worker compacting;
  private volatile boolean running;

  private volatile long flushRate;

  // Of the worker that switches.
  private CompactionGovernor.Mode mode = CompactionGovernor.Mode.FREE;

  /**
   * @param slowRate of {@link CompactionGovernor.Mode#SLOW}, in bytes a second; 0: no limit
   */
  Compactor(ReplicaStore store, long slowRate, Workers workers) {
    this.store = store;
    this.slowRate = slowRate;
    switching = workers.open("pressure");
    compacting = workers.open("compact");
  }

  private CompactionControl control() {
    return store.engine().compactions();
  }

  /** Whether a compaction runs that an operator asked for. */
  boolean isRunning() {
    return running;
  }

  /**
   * Samples the pressure, which may take some milliseconds, after what was asked for before.
   *
   * @param sampled takes it, by a worker; not called once the replica is closing
   */
  void sample(Consumer<TreePressure> sampled) {
    execute(switching, () -> sampled.accept(control().sample()));
  }

  /** Has the store compact by itself in this way from now on. */
  void switchTo(CompactionGovernor.Mode mode) {
    execute(
        switching,
        () -> {
          this.mode = mode;
          limit();
          control().setAutomatic(mode != CompactionGovernor.Mode.HELD);
        });
  }

  /**
   * Paces what the store writes while it does not compact by itself.
   *
   * @param rate in bytes a second; 0: no limit
   */
  void paceFlushes(long rate) {
    if (rate != flushRate) {
      flushRate = rate;
      execute(switching, this::limit);
    }
  }

  private void limit() {
    control()
        .limitRate(
            switch (mode) {
              case HELD -> flushRate;
              case FREE -> 0;
              case SLOW -> slowRate;
            });
  }

  /**
   * Compacts everything.
   *
   * @param done is told once, empty if it succeeded
   */
  void compactAll(Consumer<Optional<RuntimeException>> done) {
    Runnable refused =
        () -> done.accept(Optional.of(new IllegalStateException("the replica is closing")));
    store.submit(
        switching,
        () -> {
          List<Partition> partitions = store.read(Snapshot::partitions);
          // Behind this: the store may be replaced while it compacts.
          if (!compacting.submit(() -> done.accept(tryToCompact(partitions)))) {
            refused.run();
          }
        },
        refused);
  }

  private Optional<RuntimeException> tryToCompact(List<Partition> partitions) {
    running = true;
    try {
      for (Partition partition : partitions) {
        compact(partition.name());
      }
      control().compactRecords();
      return Optional.empty();
    } catch (RuntimeException e) {
      LOG.warn("A compaction ended early: {}", e.getMessage());
      return Optional.of(e);
    } finally {
      running = false;
    }
  }

  /** What has gone since, by a move or a split, need not be compacted. */
  private void compact(String partition) {
    try {
      control().compact(partition, TokenRange.ALL);
    } catch (StorageException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      LOG.info("Partition {} is not compacted: {}", partition, e.getMessage());
    }
  }

  private static void execute(Worker worker, Runnable action) {
    if (!worker.submit(() -> run(action))) {
      LOG.debug("No compaction: the replica is closing");
    }
  }

  private static void run(Runnable action) {
    try {
      action.run();
    } catch (StorageException e) {
      LOG.warn("A compaction ended early: {}", e.getMessage());
    } catch (IllegalStateException e) {
      LOG.debug("No compaction: the replica is closing", e);
    }
  }

  /** Begins nothing new, and slows nothing down. Waits for what is short. */
  void stop() {
    switchTo(CompactionGovernor.Mode.HELD);
    paceFlushes(0);
    switching.close();
  }

  /** When the store is closed: that ends a compaction that runs. */
  @Override
  public void close() {
    compacting.close();
  }
}
