package io.zabdb.replica;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.core.message.Entry;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.AppliedPoint;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker that applies committed entries to the store ({@code AppliedIndex!Apply}), so that the
 * loop need not wait for it; then it answers the updates and starts the reads that waited for them.
 * Each task applies one batch, of all that has come meanwhile. Thread-safe.
 */
final class Applier implements AutoCloseable {

  /** Hears of each batch, by the worker. */
  interface Progress {

    /** So many entries were applied together, which took about so many bytes of memory. */
    void applied(int entries, long bytes);

    /** So many of them were updates that the group did not take ({@code WRONG_OWNER}). */
    void inVain(long updates);
  }

  /** What an entry takes in memory beside its payload, in bytes, about. */
  private static final long ENTRY_OVERHEAD = 128;

  /**
   * Somebody waits for a state.
   *
   * @param visitor is lent it
   * @param passed runs instead if the replica has never had it: a checkpoint took it further, or it
   *     has ended
   */
  private record Stop(Consumer<Snapshot> visitor, Runnable passed) {}

  private record Handover(
      List<Entry> entries, List<Answers.Answer> answers, List<WaitingReads.Reads> reads) {}

  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  private static final int MAX_ENTRIES = 2_000;
  private static final long MAX_BYTES = 4 << 20;
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ReplicaStore store;
  private final Readers readers;
  private final Progress progress;
  private final Loop loop;
  private final Consumer<Throwable> failed;
  private final MemoryAccount account;
  private final Charge charge;
  private final Worker worker;

  private final AtomicBoolean leaving = new AtomicBoolean();

  // Guarded by this.
  private final ArrayDeque<Handover> handovers = new ArrayDeque<>();
  private final TreeMap<Long, Stop> stops = new TreeMap<>();
  private final ArrayDeque<Runnable> replacements = new ArrayDeque<>();

  /** A task is submitted or runs, or one will be after a pause. */
  private boolean busy;

  private boolean closing;
  private boolean ended;

  // Of the worker.
  private final Answers answers = new Answers();
  private final WaitingReads reads = new WaitingReads();
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private volatile AppliedPoint applied;
  private volatile boolean stalled;

  /**
   * @param progress hears what was applied
   * @param loop calls back those who asked for updates
   * @param failed hears of a failure after which nothing is applied any more
   * @param queue on which entries draw that wait
   */
  Applier(
      ReplicaStore store,
      Readers readers,
      Progress progress,
      Loop loop,
      Consumer<Throwable> failed,
      MemoryAccount queue,
      Workers workers) {
    this.store = store;
    this.readers = readers;
    this.progress = progress;
    this.loop = loop;
    this.failed = failed;
    account = queue;
    charge = new Charge(queue);
    applied = store.engine().applied();
    worker = workers.open("apply");
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

  /** Takes the next entries, and what waits for entries passed on so far. */
  void handOver(List<Entry> next, List<Answers.Answer> answered, List<WaitingReads.Reads> reading) {
    synchronized (this) {
      if (!ended) {
        charge.add(next.stream().mapToLong(Applier::bytes).sum());
        handovers.add(new Handover(next, answered, reading));
        wake();
        return;
      }
    }
    answered.forEach(answer -> answer.callback().unknown());
    reading.forEach(WaitingReads::fail);
  }

  /**
   * Nobody waits any more for what was not passed on yet: this replica may not get to it for long,
   * and whoever leads can tell.
   */
  synchronized void leaveWhatWaits() {
    leaving.set(true);
    wake();
  }

  /**
   * Shows a state in which exactly so many entries are applied, by the worker; the snapshot is lent
   * ({@link ReplicaStore#lend}).
   *
   * @param passed runs instead if the replica never has that state
   * @return false if more are applied already, or will be before it can be stopped
   */
  synchronized boolean stopAt(long length, Consumer<Snapshot> visitor, Runnable passed) {
    if (ended || length <= applied.length() || stops.containsKey(length)) {
      return false;
    }
    stops.put(length, new Stop(visitor, passed));
    return true;
  }

  /**
   * Has the store replaced, after all that was passed on was applied, and after all replacements
   * that were asked for before; nothing must be passed on until that is done.
   */
  synchronized void replace(Runnable action) {
    replacements.add(action);
    wake();
  }

  private synchronized void wake() {
    if (!busy && !ended) {
      busy = true;
      worker.submit(this::run);
    }
  }

  private void run() {
    try {
      if (takeWork()) {
        leaveIfAsked();
        if (applySome()) {
          giveAnswers();
          startReads();
          goOn();
        } else {
          startReads();
          loop.schedule(RETRY_NANOS, () -> worker.submit(this::run));
        }
      }
    } catch (RuntimeException | Error e) {
      giveUp(e);
    }
  }

  private void giveUp(Throwable cause) {
    failed.accept(cause);
    end();
  }

  private synchronized boolean takeWork() {
    takeHandovers();
    return !closing;
  }

  /** The next task, if there is anything to do. */
  private synchronized void goOn() {
    busy = false;
    if (!entries.isEmpty() || !handovers.isEmpty() || leaving.get()) {
      wake();
    } else {
      replacements.forEach(action -> store.replace(worker, () -> replaced(action)));
      replacements.clear();
    }
  }

  private void replaced(Runnable action) {
    try {
      action.run();
      applied = store.engine().applied();
      pass(applied.length());
      reads.ifAnyWait(this::wake);
    } catch (RuntimeException | Error e) {
      giveUp(e);
    }
  }

  /** No task stops any more at one of the first so many entries. */
  private void pass(long length) {
    List<Stop> passed;
    synchronized (this) {
      Map<Long, Stop> missed = stops.headMap(length, true);
      passed = List.copyOf(missed.values());
      missed.clear();
    }
    passed.forEach(stop -> stop.passed().run());
  }

  /** Nothing is applied any more; waiting tasks are told so, and those that come later, too. */
  private void end() {
    synchronized (this) {
      ended = true;
      takeHandovers();
    }
    pass(Long.MAX_VALUE);
    answers.abandon();
    reads.abandon();
    entries.clear();
    charge.set(0);
  }

  private void takeHandovers() {
    for (Handover each = handovers.poll(); each != null; each = handovers.poll()) {
      entries.addAll(each.entries());
      answers.add(each.answers());
      reads.add(each.reads());
    }
  }

  private void leaveIfAsked() {
    if (leaving.getAndSet(false)) {
      long passedOn = applied.length() + entries.size();
      answers.leaveBeyond(passedOn);
      reads.leaveBeyond(passedOn);
    }
  }

  /** All together: each by itself would wake the event loop. */
  private void giveAnswers() {
    List<Runnable> ready = answers.answer(applied.length(), store.engine()::snapshot);
    if (!ready.isEmpty()) {
      loop.execute(() -> ready.forEach(Runnable::run));
    }
  }

  /** Whether there was room for it. */
  private boolean applySome() {
    List<Entry> batch = new ArrayList<>();
    long bytes = 0;
    long end = applied.length();
    Map.Entry<Long, Stop> stop = nextStop();
    while (!entries.isEmpty()
        && batch.size() < MAX_ENTRIES
        && bytes < MAX_BYTES
        && (stop == null || end < stop.getKey())
        && (batch.isEmpty() || !endsBatch(batch, entries.peek()))) {
      Entry entry = entries.poll();
      bytes += entry.payload().length;
      batch.add(entry);
      end++;
    }
    if (!batch.isEmpty()) {
      List<Result> results = apply(batch);
      if (results == null) {
        putBack(batch);
        return false;
      }
      applied = store.engine().applied();
      long all = bytes + batch.size() * ENTRY_OVERHEAD;
      charge.add(-all);
      answers.applied(batch, results);
      tellOfVain(results);
      progress.applied(batch.size(), all);
    }
    if (stop != null && stop.getKey() == applied.length()) {
      removeStop(stop.getKey());
      stop.getValue().visitor().accept(store.lend());
    }
    return true;
  }

  private void tellOfVain(List<Result> results) {
    long updates = results.stream().filter(Applier::isInVain).count();
    if (updates > 0) {
      LOG.error("{} updates were logged that the group does not take: a defect", updates);
      progress.inVain(updates);
    }
  }

  private static boolean isInVain(Result result) {
    return result instanceof Result.Refused refused && refused.code() == ErrorCode.WRONG_OWNER;
  }

  /** Whether the last entry of a batch, or the next one, is to be applied by itself. */
  private static boolean endsBatch(List<Entry> batch, Entry next) {
    return StorageEngine.standsAlone(batch.get(batch.size() - 1))
        || StorageEngine.standsAlone(next);
  }

  private void putBack(List<Entry> batch) {
    for (int i = batch.size() - 1; i >= 0; i--) {
      entries.addFirst(batch.get(i));
    }
  }

  private synchronized Map.Entry<Long, Stop> nextStop() {
    return stops.firstEntry();
  }

  private synchronized void removeStop(long length) {
    stops.remove(length);
  }

  /**
   * A full disk is waited for: reads go on meanwhile. Whatever else fails, fails for good. Null:
   * there is no room.
   */
  private List<Result> apply(List<Entry> batch) {
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
      return null;
    }
  }

  private void startReads() {
    List<ReadCallback> ready = reads.takeUpTo(applied.length());
    if (!ready.isEmpty()) {
      readers.submit(ready);
    }
  }

  /** Stops after the batch that is being applied. */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
    }
    worker.close();
    end();
  }
}
