package io.zabdb.cli.data.load;

import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ZabException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Rows under way, in the order of the file: so many, of so many bytes, each row once. Not
 * thread-safe.
 */
final class Window {

  private static final int MAX_ROWS = 256;
  private static final long MAX_BYTES = 32 << 20;

  private record RowUnderWay(
      Bytes row, CompletableFuture<Version> update, LoadProgress behind, long bytes) {}

  private final Deque<RowUnderWay> underWay = new ArrayDeque<>();
  private final Set<Bytes> rows = new HashSet<>();
  private LoadProgress done;
  private long bytes;

  Window(LoadProgress done) {
    this.done = done;
  }

  /** All rows up to there are loaded. */
  LoadProgress done() {
    return done;
  }

  /**
   * Whether there must be fewer rows under way before there is this one of that size, too. Of two
   * updates of a row that are under way, the earlier one might be made last.
   */
  boolean isFull(Bytes row, long more) {
    return !underWay.isEmpty()
        && (underWay.size() >= MAX_ROWS || bytes + more > MAX_BYTES || rows.contains(row));
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  /**
   * A row is under way.
   *
   * @param behind how far the load has come once it is loaded, too
   */
  void add(Bytes row, CompletableFuture<Version> update, LoadProgress behind, long size) {
    underWay.addLast(new RowUnderWay(row, update, behind, size));
    rows.add(row);
    bytes += size;
  }

  /**
   * Waits for the first, and takes off all that are loaded behind it.
   *
   * @throws ZabException if one could not be loaded
   */
  void settle() {
    do {
      RowUnderWay first = underWay.element();
      ZabClient.await(first.update());
      underWay.remove();
      rows.remove(first.row());
      bytes -= first.bytes();
      done = first.behind();
    } while (!underWay.isEmpty() && underWay.element().update().isDone());
  }

  /** Waits for all, however they end. */
  void drain() {
    for (RowUnderWay pending : underWay) {
      pending.update().handle((version, failure) -> null).join();
    }
  }
}
