package io.zabdb.log;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;

/**
 * Syncs a log with a thread of its own: each sync covers all that was appended while the one before
 * it ran. Writes epochs, too. The thread that appends to the log may cut, purge and reset it
 * meanwhile, directly.
 */
public final class GroupCommit implements AutoCloseable {

  private record EpochWrite(EpochField field, long epoch) {}

  private final ReplicaLog log;
  private final SyncListener listener;
  private final Thread thread;

  // Guarded by this.
  private boolean appended;
  private EpochWrite epochWrite;
  private boolean closing;

  /**
   * Starts.
   *
   * @param log closed by its owner, after this
   * @param threads makes the thread; nobody may interrupt it
   */
  public GroupCommit(ReplicaLog log, SyncListener listener, ThreadFactory threads) {
    this.log = log;
    this.listener = listener;
    thread = threads.newThread(this::run);
    thread.start();
  }

  /** Appends an entry, see {@link ReplicaLog#append}, and has it synced soon. */
  public void append(long index, Entry entry) throws IOException {
    log.append(index, entry);
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
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        // The log must not be closed under the thread.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
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
