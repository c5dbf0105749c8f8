package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.core.step.EpochField;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.log.GroupCommit;
import io.zabdb.log.LogPosition;
import io.zabdb.log.Pauses;
import io.zabdb.log.ReplicaLog;
import io.zabdb.log.SyncListener;
import io.zabdb.log.file.DiskFullException;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Writes what the core asks for into the log: all entries of a turn of the event loop together.
 * Where the disk has no room, they wait in memory and are written when there is room again; the
 * core hears of no sync meanwhile.
 *
 * <p>For the event loop of the replica, which never waits for a disk here. Entries that go into the
 * segment that is written are handed to the system at once. Whatever has to wait (to begin a
 * segment, to cut, to purge, to reset) is done by a worker, one thing after the other; what is
 * asked for meanwhile follows in order.
 */
final class LogWriter implements AutoCloseable {

  /** Something for the worker; what follows it is for the loop. */
  private interface Task {
    void run() throws IOException;
  }

  /** How often it is tried again whether there is room. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ReplicaLog log;
  private final Durability durability;
  private final GroupCommit commits;
  private final Executor loop;
  private final Consumer<Throwable> failed;
  private final Worker worker;
  private final Pauses pauses;

  /** Not written yet; they follow what the log holds, and what the worker writes. */
  private List<Entry> waiting = new ArrayList<>();

  private long waitingBytes;

  /** What the worker writes at present. */
  private long bytesWithWorker;

  /** What has to wait for what the worker does. */
  private final ArrayDeque<Runnable> next = new ArrayDeque<>();

  private boolean busy;
  private boolean diskFull;

  /** What the worker is to do found no room. */
  private boolean waitsForRoom;

  private LogPosition told;

  /**
   * Starts.
   *
   * @param loop runs what follows what the worker has done
   * @param failed hears that the log has failed, from any thread
   * @param workers makes the workers of the log
   * @param pauses for the one that prepares its files, and for what finds no room
   */
  LogWriter(
      ReplicaLog log,
      Durability durability,
      SyncListener listener,
      Executor loop,
      Consumer<Throwable> failed,
      Workers workers,
      Clock clock,
      Pauses pauses) {
    this.log = log;
    this.durability = durability;
    this.loop = loop;
    this.failed = failed;
    this.pauses = pauses;
    commits = new GroupCommit(log, listener, workers, clock, pauses);
    worker = workers.open("log");
    told = log.synced();
  }

  /** Whether entries, or a cut of the log, wait for room on the disk. */
  boolean isDiskFull() {
    return diskFull || waitsForRoom;
  }

  /** Whether a sync runs, or is about to: what is written now has to wait for the next one. */
  boolean isSyncing() {
    return durability == Durability.SYNC && (busy || log.synced().length() < log.end().length());
  }

  /** How many entries the log's files hold. */
  long written() {
    return log.end().length();
  }

  /** Takes the next entry; it is written by {@link #write}. */
  void append(Entry entry) {
    waiting.add(entry);
    waitingBytes += Applier.bytes(entry);
  }

  /** About how much memory entries take that are not written yet. */
  long unwrittenBytes() {
    return waitingBytes + bytesWithWorker;
  }

  private void keep(List<Entry> entries) {
    waiting = entries;
    waitingBytes = entries.stream().mapToLong(Applier::bytes).sum();
  }

  /** Writes what waits, as far as there is room; at once, or when the worker has done its work. */
  void write() throws IOException {
    if (waiting.isEmpty() || busy) {
      return;
    }
    List<Entry> entries = waiting;
    long bytes = waitingBytes;
    keep(new ArrayList<>());
    long before = log.end().length();
    if (log.takesAtOnce(entries)) {
      keepWaiting(append(before, entries));
    } else {
      List<Entry> unwritten = new ArrayList<>();
      bytesWithWorker = bytes;
      inWorker(
          () -> unwritten.addAll(append(before, entries)),
          () -> {
            bytesWithWorker = 0;
            keepWaiting(unwritten);
          });
    }
  }

  /**
   * By the loop, or by the worker while the loop keeps to what waits.
   *
   * @return what found no room
   */
  private List<Entry> append(long before, List<Entry> entries) throws IOException {
    try {
      if (durability == Durability.SYNC) {
        commits.append(before + 1, entries);
      } else {
        log.append(before + 1, entries);
      }
      return List.of();
    } catch (DiskFullException e) {
      int written = (int) (log.end().length() - before);
      if (written > 0) {
        // Else the end of each sync would lead to the next try, and that to a sync, without end.
        commits.requestSync();
      }
      return entries.subList(written, entries.size());
    }
  }

  /** At once: what comes later must not be written first. */
  private void keepWaiting(List<Entry> unwritten) {
    diskFull = !unwritten.isEmpty();
    if (diskFull) {
      List<Entry> all = new ArrayList<>(unwritten);
      all.addAll(waiting);
      keep(all);
    }
  }

  /**
   * With {@link Durability#PERIODIC}: what was written since the last call and counts as synced
   * already; null if nothing. As long as firm entries are not on disk, nothing does, and a sync is
   * asked for. Source: {@code Durability!VouchesFor}.
   *
   * @param firm how many entries count only once they are on disk
   */
  LogPosition countsAsSynced(long firm) {
    LogPosition end = log.end();
    if (durability == Durability.SYNC || busy || end.equals(told)) {
      return null;
    }
    told = end;
    if (log.synced().length() < Math.min(firm, end.length())) {
      commits.requestSync();
      return null;
    }
    return told;
  }

  /** With {@link Durability#PERIODIC}: what was written is synced soon. */
  void syncSoon() {
    commits.requestSync();
  }

  /**
   * Has an epoch written; that the replica is in an epoch, behind a sync of what was written to the
   * log, with {@link Durability#PERIODIC}, too. If it was on disk without the history with which it
   * began, that replica would win an election after a loss of power, and cost the others what it
   * had caught up with. Source: {@code Durability!FlushedBefore}.
   */
  void writeEpoch(EpochField field, long epoch) {
    if (durability == Durability.PERIODIC && field == EpochField.CURRENT) {
      commits.requestSync();
    }
    commits.writeEpoch(field, epoch);
  }

  /**
   * Cuts the log, and what waits for it, to the first {@code length} entries.
   *
   * @param done hears how many entries were cut that were written, when that is durable; nothing
   *     must be appended before
   */
  void truncate(long length, LongConsumer done) {
    whenIdle(
        () -> {
          long end = log.end().length();
          int kept = (int) Math.max(0, Math.min(waiting.size(), length - end));
          keep(new ArrayList<>(waiting.subList(0, kept)));
          diskFull &= !waiting.isEmpty();
          if (length < end) {
            inWorker(() -> log.truncate(length), () -> moved(() -> done.accept(end - length)));
          } else {
            done.accept(0);
          }
        });
  }

  /**
   * Drops all entries; the log goes on from a checkpoint.
   *
   * @param meanwhile runs in the worker then; again, if it finds no room
   * @param done runs when all that is durable; nothing must be appended before
   */
  void reset(LogPosition checkpoint, Runnable meanwhile, Runnable done) {
    whenIdle(
        () -> {
          keep(new ArrayList<>());
          diskFull = false;
          inWorker(
              () -> {
                log.reset(checkpoint);
                meanwhile.run();
              },
              () -> moved(done));
        });
  }

  private void moved(Runnable done) {
    told = log.end();
    done.run();
  }

  /**
   * Entries up to there are not needed any more; they are dropped soon. A checkpoint may stand
   * where the log is written but not synced, with {@link Durability#PERIODIC}: then it is synced
   * first.
   */
  void purge(LogPosition checkpoint) {
    whenIdle(
        () ->
            inWorker(
                () -> {
                  if (durability == Durability.PERIODIC) {
                    log.sync();
                  }
                  log.purge(checkpoint);
                },
                () -> {}));
  }

  private void whenIdle(Runnable action) {
    if (busy) {
      next.add(action);
    } else {
      action.run();
    }
  }

  private void inWorker(Task task, Runnable then) {
    busy = true;
    submit(task, then);
  }

  private void submit(Task task, Runnable then) {
    if (!worker.submit(() -> attempt(task, then))) {
      // The replica is closing: nobody waits for what would follow.
      next.clear();
    }
  }

  /** By the worker. What finds no room has not happened, and is tried again. */
  private void attempt(Task task, Runnable then) {
    try {
      task.run();
      loop.execute(() -> done(then));
    } catch (IOException | RuntimeException e) {
      if (isForRoom(e)) {
        loop.execute(() -> tryAgain(task, then));
      } else {
        failed.accept(e);
      }
    }
  }

  /** Also of what a store does meanwhile. */
  private static boolean isForRoom(Exception failure) {
    return failure instanceof DiskFullException
        || (failure instanceof StorageException of && of.code() == ErrorCode.DISK_FULL);
  }

  private void tryAgain(Task task, Runnable then) {
    waitsForRoom = true;
    pauses.after(RETRY_NANOS, () -> loop.execute(() -> submit(task, then)));
  }

  private void done(Runnable then) {
    busy = false;
    waitsForRoom = false;
    then.run();
    while (!busy && !next.isEmpty()) {
      next.poll().run();
    }
    try {
      if (!diskFull) {
        write();
      }
    } catch (IOException e) {
      failed.accept(e);
    }
  }

  /** Does what was asked for, syncs what was written, and closes the log. Waits for the disk. */
  @Override
  public void close() throws IOException {
    worker.close();
    commits.close();
    log.close();
  }
}
