package io.zabdb.node.replica;

import io.zabdb.core.shard.TokenRange;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.CompactionControl;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.tree.Pressure;
import io.zabdb.storage.tree.PressureLevels;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts the store when the core or an operator says so, in a thread of its own; tells the
 * compaction pressure. Thread-safe.
 */
final class Compactor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Compactor.class);

  /** A small step covers one of so many equal parts of a partition. */
  private static final int PARTS = 64;

  private final ReplicaStore store;
  private final PressureLevels levels;
  private final ExecutorService thread;
  private volatile boolean running;
  private long step;

  Compactor(ReplicaStore store, PressureLevels levels, ThreadFactory threads) {
    this.store = store;
    this.levels = levels;
    thread = Executors.newSingleThreadExecutor(threads);
  }

  private CompactionControl control() {
    return store.engine().compactions();
  }

  /** Whether a compaction of everything runs, or the store compacts by itself. */
  boolean isRunning() {
    return running;
  }

  /** The present pressure as a level of the core's, from 0. */
  int sample() {
    Pressure pressure = control().sample();
    return levels.of(pressure);
  }

  /** Compacts everything; then {@code done} is run, whether it succeeded or not. */
  void compactAll(Runnable done) {
    execute(
        () -> {
          running = true;
          try {
            for (Partition partition : partitions()) {
              control().compact(partition.name(), TokenRange.ALL);
            }
            control().compactRecords();
          } finally {
            running = false;
            done.run();
          }
        });
  }

  /** Compacts a small part: all parts in turn. */
  void compactStep() {
    execute(
        () -> {
          List<Partition> partitions = partitions();
          long part = step % PARTS;
          Partition partition = partitions.get((int) (step / PARTS % partitions.size()));
          step++;
          control().compact(partition.name(), partOf(part));
        });
  }

  private static TokenRange partOf(long part) {
    long width = Long.divideUnsigned(-1L, PARTS);
    long after = Long.MIN_VALUE + part * width;
    return new TokenRange(after, part == PARTS - 1 ? Long.MAX_VALUE : after + width);
  }

  private List<Partition> partitions() {
    return store.read(Snapshot::partitions);
  }

  private void execute(Runnable compaction) {
    try {
      thread.execute(() -> run(compaction));
    } catch (RejectedExecutionException e) {
      LOG.debug("No compaction: the replica is closing");
    }
  }

  private static void run(Runnable compaction) {
    try {
      compaction.run();
    } catch (StorageException e) {
      LOG.warn("A compaction ended early: {}", e.getMessage());
    }
  }

  /** Begins nothing new. A compaction that runs ends when the store is closed. */
  @Override
  public void close() {
    thread.shutdown();
  }

  /** Waits for the end of what runs; to be called once the store has been told to close. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return thread.awaitTermination(millis, TimeUnit.MILLISECONDS);
  }
}
