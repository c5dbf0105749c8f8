package io.zabdb.replica;

import io.zabdb.core.message.Entry;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.EntryLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Passes committed entries to the applier, no more than its queue may hold: the others wait in the
 * history, or in the log's files when that is too small for them. So a store that is slower than
 * its log takes no memory. By the event loop.
 */
final class ApplyFeed {

  private final Applier applier;
  private final long mostBytes;
  private final EntryLog log;
  private final EntryFeed.Means means;
  private final Runnable ready;
  private final Consumer<IOException> failed;
  private EntryFeed entries;

  /**
   * @param mostBytes that the applier's queue may have
   * @param ready called when there is more to pass on
   * @param failed called when the log cannot be read
   */
  ApplyFeed(
      Applier applier,
      long mostBytes,
      EntryLog log,
      Executor disk,
      Executor loop,
      Runnable ready,
      Consumer<IOException> failed) {
    this.applier = applier;
    this.mostBytes = mostBytes;
    this.log = log;
    this.means = new EntryFeed.Means(disk, loop, applier.account());
    this.ready = ready;
    this.failed = failed;
    goOnBehind(applier.applied().length());
  }

  /** A checkpoint of so many entries was installed; those behind it come next. */
  void goOnBehind(long length) {
    if (entries != null) {
      entries.close();
    }
    entries = new EntryFeed(log, length + 1, length, means, ready, failed);
  }

  /**
   * The entries that the applier has room for at present, which are its own now.
   *
   * @param end how many may be applied
   */
  List<Entry> take(long end) {
    if (end > handedOver()) {
      entries.extendTo(end);
    }
    List<Entry> next = new ArrayList<>();
    long room = mostBytes - applier.queuedBytes();
    // It may have been told of more before.
    while (room > 0 && handedOver() < end) {
      Entry entry = entries.take();
      if (entry == null) {
        break;
      }
      room -= Applier.bytes(entry);
      next.add(entry);
    }
    return next;
  }

  /** How many have been passed to the applier, or are in a checkpoint that was installed. */
  long handedOver() {
    return entries.next() - 1;
  }

  /** Whether some wait for room in the applier's queue. */
  boolean isBehind() {
    return !entries.isDone();
  }

  /** Whether the store is slower than the log by more than memory holds. */
  boolean lags() {
    return entries.lags();
  }

  /** Reads no more of the log, until it goes on behind a checkpoint. */
  void close() {
    entries.close();
  }
}
