package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import java.io.IOException;
import java.util.List;

/**
 * Syncs a log with a worker of its own: each sync covers all that was appended while the one before
 * it ran. Writes epochs, too. A second worker prepares files for the segments to come and deletes
 * old ones. The thread that appends to the log may cut, purge and reset it meanwhile, directly.
 */
public final class GroupCommit implements AutoCloseable {

  private record EpochWrite(EpochField field, long epoch) {}

  private final ReplicaLog log;
  private final SyncListener listener;
  private final Clock clock;
  private final Worker worker;
  private final SpareWorker spares;

  // Guarded by this.
  private boolean appended;
  private EpochWrite epochWrite;

  /** The worker has a task, which does whatever is asked for before it ends. */
  private boolean underWay;

  private boolean failed;

  /**
   * Starts.
   *
   * @param log closed by its owner, after this
   * @param workers makes the two workers; their threads must not be interrupted
   * @param pauses for the second one
   */
  public GroupCommit(
      ReplicaLog log, SyncListener listener, Workers workers, Clock clock, Pauses pauses) {
    this.log = log;
    this.listener = listener;
    this.clock = clock;
    worker = workers.open("log-sync", 1);
    spares = new SpareWorker(log.spares(), this::sparesFailed, workers, clock, pauses);
  }

  /** Appends an entry, see {@link ReplicaLog#append}, and has it synced soon. */
  public void append(long index, Entry entry) throws IOException {
    append(index, List.of(entry));
  }

  /** Appends entries, see {@link ReplicaLog#append}, and has them synced soon. */
  public void append(long first, List<Entry> entries) throws IOException {
    log.append(first, entries);
    requestSync();
  }

  /** Has synced soon what was appended to the log directly, if anything was. */
  public synchronized void requestSync() {
    appended = true;
    wake();
  }

  /**
   * Has an epoch written.
   *
   * @throws IllegalStateException if one is being written; the core asks for one at a time
   */
  public synchronized void writeEpoch(EpochField field, long epoch) {
    if (epochWrite != null) {
      throw new IllegalStateException("an epoch is being written: " + epochWrite);
    }
    epochWrite = new EpochWrite(field, epoch);
    wake();
  }

  /** Does what was asked for before, then stops. */
  @Override
  public void close() throws IOException {
    worker.close();
    spares.close();
  }

  private void wake() {
    if (!underWay && !failed) {
      underWay = worker.submit(this::run);
    }
  }

  private void run() {
    try {
      while (hasWork()) {
        if (takeAppended()) {
          sync();
        }
        EpochWrite write = epochToWrite();
        if (write != null) {
          listener.begins();
          log.writeEpoch(write.field(), write.epoch());
          forgetEpoch();
          listener.epochWritten(write.field(), write.epoch());
        }
      }
    } catch (IOException | RuntimeException e) {
      fail();
      listener.failed(e);
    }
  }

  /** The next sync finds the log failed, and reports it. */
  private void sparesFailed(Exception cause) {
    log.fail(cause);
    requestSync();
  }

  private void sync() throws IOException {
    long before = log.synced().length();
    long start = clock.nanos();
    listener.begins();
    LogPosition synced = log.sync();
    listener.logSynced(synced, Math.max(0, synced.length() - before), clock.nanos() - start);
  }

  /** Whether there is more to do; if not, the task ends, and another begins when there is. */
  private synchronized boolean hasWork() {
    underWay = appended || epochWrite != null;
    return underWay;
  }

  private synchronized boolean takeAppended() {
    boolean taken = appended;
    appended = false;
    return taken;
  }

  private synchronized EpochWrite epochToWrite() {
    return epochWrite;
  }

  private synchronized void forgetEpoch() {
    epochWrite = null;
  }

  private synchronized void fail() {
    failed = true;
  }
}
