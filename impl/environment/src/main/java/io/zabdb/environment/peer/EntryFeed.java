package io.zabdb.environment.peer;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.core.message.Entry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a log in order: from memory where they are there, else from the disk, {@value
 * #READ_BYTES} bytes or one entry ahead. By the event loop of the group; the disk is read by other
 * threads.
 */
public final class EntryFeed implements EntrySource {

  private static final long READ_BYTES = 1 << 20;

  /** About what an entry takes in memory besides its payload. */
  private static final long ENTRY_BYTES = 128;

  /**
   * What it uses.
   *
   * @param disk reads the log
   * @param loop of the group
   * @param account on which entries draw that have been read and not been taken
   */
  public record Means(Executor disk, Executor loop, MemoryAccount account) {}

  private final EntryLog log;
  private final Means means;
  private final Runnable ready;
  private final Consumer<IOException> failed;
  private final Queue<Entry> read = new ArrayDeque<>();
  private long next;
  private long last;
  private boolean reading;
  private boolean closed;

  /**
   * @param first the index of the first entry
   * @param last the index of the last; below {@code first}: there are none
   * @param ready called when there is an entry, after {@code take} gave none
   * @param failed called when there will be no more, because the log cannot be read
   */
  public EntryFeed(
      EntryLog log,
      long first,
      long last,
      Means means,
      Runnable ready,
      Consumer<IOException> failed) {
    this.log = log;
    this.next = first;
    this.last = last;
    this.means = means;
    this.ready = ready;
    this.failed = failed;
  }

  /** The index of the last entry. */
  public long last() {
    return last;
  }

  /** From now on the last entry is that of this index, if that is not before. */
  public void extendTo(long index) {
    last = Math.max(last, index);
  }

  /** The index of the entry that is taken next. */
  public long next() {
    return next;
  }

  /** The index of the next entry that it will take from the log; {@link Long#MAX_VALUE}: none. */
  public long oldestNeeded() {
    return isDone() ? Long.MAX_VALUE : next;
  }

  @Override
  public @Nullable Entry take() {
    if (closed || isDone()) {
      return null;
    }
    Entry entry = read.poll();
    if (entry != null) {
      means.account().give(bytes(entry));
    } else if (!reading) {
      entry = log.inMemory(next);
      if (entry == null) {
        read();
      }
    }
    if (entry != null) {
      next++;
    }
    return entry;
  }

  @Override
  public boolean isDone() {
    return next > last;
  }

  /** Whether the next entry is not in memory: who takes them does not keep up. */
  public boolean lags() {
    return !isDone() && log.inMemory(next) == null;
  }

  private void read() {
    reading = true;
    long first = next;
    long until = last;
    means
        .disk()
        .execute(
            () -> {
              try {
                List<Entry> entries = log.read(first, until, READ_BYTES);
                onLoop(() -> got(entries));
              } catch (IOException e) {
                onLoop(() -> fail(e));
              }
            });
  }

  private void onLoop(Runnable task) {
    try {
      means.loop().execute(task);
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and the connection with it.
      closed = true;
    }
  }

  private void got(List<Entry> entries) {
    reading = false;
    if (!closed) {
      read.addAll(entries);
      means.account().take(readBytes());
      ready.run();
    }
  }

  private void fail(IOException cause) {
    reading = false;
    if (!closed) {
      closed = true;
      failed.accept(cause);
    }
  }

  private long readBytes() {
    return read.stream().mapToLong(EntryFeed::bytes).sum();
  }

  private static long bytes(Entry entry) {
    return entry.payload().length + ENTRY_BYTES;
  }

  /** Stops; nothing is called any more. */
  public void close() {
    closed = true;
    means.account().give(readBytes());
    read.clear();
  }
}
