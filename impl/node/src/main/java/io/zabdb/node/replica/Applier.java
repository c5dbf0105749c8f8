package io.zabdb.node.replica;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.core.message.Entry;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.ReadCallback;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.AppliedPoint;
import io.zabdb.storage.engine.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that applies committed entries to the store ({@code AppliedIndex!Apply}), so that the
 * event loop need not wait for it; then it answers the updates and starts the reads that waited for
 * them. Thread-safe.
 */
final class Applier implements AutoCloseable {

  /** Hears of each batch, by the thread that applies. */
  interface Progress {

    /** So many entries were applied together, which took about so many bytes of memory. */
    void applied(int entries, long bytes);
  }

  /** Reads that need a state in which so many entries are applied. */
  record Reads(long length, List<ReadCallback> reads) {}

  /** What an entry takes in memory beside its payload, in bytes, about. */
  private static final long ENTRY_OVERHEAD = 128;

  private record Handover(List<Entry> entries, List<Answers.Answer> answers, List<Reads> reads) {}

  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  private static final int MOST_ENTRIES = 2_000;
  private static final long MOST_BYTES = 4 << 20;
  private static final long RETRY_MILLIS = 100;

  private final ReplicaStore store;
  private final Readers readers;
  private final Progress progress;
  private final Executor answering;
  private final Consumer<Throwable> failed;
  private final MemoryAccount account;
  private final Charge charge;
  private final Thread thread;

  // Guarded by this.
  private final ArrayDeque<Handover> handovers = new ArrayDeque<>();
  private final TreeMap<Long, Consumer<Snapshot>> stops = new TreeMap<>();
  private Runnable alone;
  private boolean closing;
  private boolean ended;

  // Of the thread.
  private final Answers answers = new Answers();
  private final ArrayDeque<Reads> reads = new ArrayDeque<>();
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private volatile AppliedPoint applied;
  private volatile boolean stalled;

  /**
   * @param progress hears what was applied
   * @param answering calls back those who asked for updates
   * @param failed hears of a failure after which nothing is applied any more
   * @param queue on which entries draw that wait
   */
  Applier(
      ReplicaStore store,
      Readers readers,
      Progress progress,
      Executor answering,
      Consumer<Throwable> failed,
      MemoryAccount queue,
      ThreadFactory threads) {
    this.store = store;
    this.readers = readers;
    this.progress = progress;
    this.answering = answering;
    this.failed = failed;
    account = queue;
    charge = new Charge(queue);
    applied = store.engine().applied();
    thread = threads.newThread(this::run);
    thread.start();
  }

  /** How far it has come. */
  AppliedPoint applied() {
    return applied;
  }

  /** On which entries draw that wait. */
  MemoryAccount account() {
    return account;
  }

  /** About what an entry takes in memory. */
  static long bytes(Entry entry) {
    return entry.payload().length + ENTRY_OVERHEAD;
  }

  /** What the entries take that wait, or are being applied. */
  long queuedBytes() {
    return charge.bytes();
  }

  /** Whether the store takes nothing at present, for want of room. */
  boolean isStalled() {
    return stalled;
  }

  /** Takes the next entries, and what waits for entries handed over so far. */
  void handOver(List<Entry> next, List<Answers.Answer> answered, List<Reads> reading) {
    synchronized (this) {
      if (!ended) {
        charge.add(next.stream().mapToLong(Applier::bytes).sum());
        handovers.add(new Handover(next, answered, reading));
        notifyAll();
        return;
      }
    }
    answered.forEach(answer -> answer.callback().unknown());
    reading.forEach(Applier::fail);
  }

  /**
   * Shows a state in which exactly so many entries are applied, by the thread that applies; the
   * snapshot is lent ({@link ReplicaStore#lend}).
   *
   * @return false if more are applied already, or will be before it can be stopped
   */
  synchronized boolean stopAt(long length, Consumer<Snapshot> visitor) {
    if (length <= applied.length() || stops.containsKey(length)) {
      return false;
    }
    stops.put(length, visitor);
    return true;
  }

  /** Does something while nothing is applied, after all that was handed over; one at a time. */
  synchronized void alone(Runnable action) {
    alone = action;
    notifyAll();
  }

  private void run() {
    try {
      while (takeWork()) {
        applyAll();
        Runnable action = takeAlone();
        if (action != null) {
          action.run();
          applied = store.engine().applied();
        }
      }
    } catch (InterruptedException | RuntimeException | Error e) {
      failed.accept(e);
    } finally {
      end();
    }
  }

  /** Nothing is applied any more: whoever waits is told so, also who comes later. */
  private void end() {
    synchronized (this) {
      ended = true;
      takeHandovers();
    }
    answers.abandon();
    reads.forEach(Applier::fail);
    reads.clear();
    entries.clear();
    charge.set(0);
  }

  private static void fail(Reads reads) {
    IllegalStateException closed = new IllegalStateException("the replica is closing");
    reads.reads().forEach(read -> read.failed(closed));
  }

  private synchronized boolean takeWork() throws InterruptedException {
    while (handovers.isEmpty() && alone == null && !closing) {
      wait();
    }
    takeHandovers();
    return !closing;
  }

  private void takeHandovers() {
    for (Handover each = handovers.poll(); each != null; each = handovers.poll()) {
      entries.addAll(each.entries());
      answers.add(each.answers());
      reads.addAll(each.reads());
    }
  }

  private synchronized Runnable takeAlone() {
    if (!handovers.isEmpty()) {
      return null;
    }
    Runnable action = alone;
    alone = null;
    return action;
  }

  private void applyAll() throws InterruptedException {
    do {
      applySome();
      giveAnswers();
      startReads();
    } while (!entries.isEmpty() && !isClosing());
  }

  /** All together: each by itself would wake the event loop. */
  private void giveAnswers() {
    List<Runnable> ready = answers.answer(applied.length(), store.engine()::snapshot);
    if (!ready.isEmpty()) {
      answering.execute(() -> ready.forEach(Runnable::run));
    }
  }

  private void applySome() throws InterruptedException {
    List<Entry> batch = new ArrayList<>();
    long bytes = 0;
    long end = applied.length();
    Map.Entry<Long, Consumer<Snapshot>> stop = nextStop();
    while (!entries.isEmpty()
        && batch.size() < MOST_ENTRIES
        && bytes < MOST_BYTES
        && (stop == null || end < stop.getKey())) {
      Entry entry = entries.poll();
      bytes += entry.payload().length;
      batch.add(entry);
      end++;
    }
    if (!batch.isEmpty()) {
      List<Result> results = apply(batch);
      if (results == null) {
        return;
      }
      applied = store.engine().applied();
      long all = bytes + batch.size() * ENTRY_OVERHEAD;
      charge.add(-all);
      answers.applied(batch, results);
      progress.applied(batch.size(), all);
    }
    if (stop != null && stop.getKey() == applied.length()) {
      removeStop(stop.getKey());
      stop.getValue().accept(store.lend());
    }
  }

  private synchronized Map.Entry<Long, Consumer<Snapshot>> nextStop() {
    return stops.firstEntry();
  }

  private synchronized void removeStop(long length) {
    stops.remove(length);
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  /**
   * A full disk is waited for: reads go on meanwhile. Whatever else fails, fails for good. Null:
   * closed while waiting.
   */
  private List<Result> apply(List<Entry> batch) throws InterruptedException {
    while (!isClosing()) {
      try {
        List<Result> results = store.engine().apply(batch);
        stalled = false;
        return results;
      } catch (StorageException e) {
        if (e.code() != ErrorCode.DISK_FULL) {
          throw e;
        }
        if (!stalled) {
          LOG.warn("Nothing is applied until the disk has room: {}", e.getMessage());
          stalled = true;
        }
        startReads();
        pause();
      }
    }
    return null;
  }

  private synchronized void pause() throws InterruptedException {
    if (!closing) {
      TimeUnit.MILLISECONDS.timedWait(this, RETRY_MILLIS);
    }
  }

  private void startReads() {
    List<ReadCallback> ready = new ArrayList<>();
    while (!reads.isEmpty() && reads.peek().length() <= applied.length()) {
      ready.addAll(reads.poll().reads());
    }
    if (!ready.isEmpty()) {
      readers.submit(ready);
    }
  }

  /** Stops after the batch that is being applied. */
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
        // The store must not be closed under the thread.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
