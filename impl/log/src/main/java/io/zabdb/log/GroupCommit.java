package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Syncs a log with a thread of its own: each sync covers all that was appended while the one before
 * it ran. Writes epochs, too. A second thread prepares files for the segments to come and deletes
 * old ones. The thread that appends to the log may cut, purge and reset it meanwhile, directly.
 */
public final class GroupCommit implements AutoCloseable {

  private record EpochWrite(EpochField field, long epoch) {}

  private final ReplicaLog log;
  private final SyncListener listener;
  private final Thread thread;
  private final SpareThread spares;

  // Guarded by this.
  private boolean appended;
  private EpochWrite epochWrite;
  private boolean closing;

  /**
   * Starts.
   *
   * @param log closed by its owner, after this
   * @param threads makes the two threads; nobody may interrupt them
   */
  public GroupCommit(ReplicaLog log, SyncListener listener, ThreadFactory threads) {
    this.log = log;
    this.listener = listener;
    thread = threads.newThread(this::run);
    thread.start();
    spares = new SpareThread(log.spares(), this::sparesFailed, threads);
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
    notifyAll();
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
    notifyAll();
  }

  /** Does what was asked for before, then stops. */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    Threads.join(thread);
    spares.close();
  }

  private void run() {
    try {
      while (awaitWork()) {
        if (takeAppended()) {
          sync();
        }
        EpochWrite write = epochToWrite();
        if (write != null) {
          log.writeEpoch(write.field(), write.epoch());
          forgetEpoch();
          listener.epochWritten(write.field(), write.epoch());
        }
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
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
    long start = System.nanoTime();
    LogPosition synced = log.sync();
    listener.logSynced(synced, Math.max(0, synced.length() - before), System.nanoTime() - start);
  }

  /** Waits; false if all is done and it is time to stop. */
  private synchronized boolean awaitWork() throws InterruptedException {
    while (!appended && epochWrite == null && !closing) {
      wait();
    }
    return appended || epochWrite != null;
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
}
