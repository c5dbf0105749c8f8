package io.zabdb.client.scan;

import io.zabdb.client.call.Caller;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Results;
import io.zabdb.model.data.Cell;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * The pages of a scan, in order. Some are fetched ahead, then no more until one is taken: whoever
 * does not go on holds only these. Thread-safe.
 */
public final class PageStream implements AutoCloseable {

  private final Caller caller;
  private final Scan scan;
  private final OperationKind kind;
  private final Deque<Page> ready = new ArrayDeque<>();
  private Optional<Position> position;
  private CompletableFuture<PageRead.PageResult> reading;
  private CompletableFuture<Optional<Page>> asked;
  private Throwable failure;
  private boolean isClosed;

  /** Begins to fetch. */
  public PageStream(Caller caller, Scan scan, OperationKind kind) {
    this.caller = caller;
    this.scan = scan;
    this.kind = kind;
    position = Optional.of(Position.start(scan.range()));
    readAhead();
  }

  /**
   * The next page; empty at the end.
   *
   * @return fails with {@link io.zabdb.model.error.ZabException}; the scan is then over
   * @throws IllegalStateException if the page before has not come yet
   */
  public CompletableFuture<Optional<Page>> next() {
    CompletableFuture<Optional<Page>> answer = new CompletableFuture<>();
    synchronized (this) {
      if (asked != null) {
        throw new IllegalStateException("the page before has not come yet");
      }
      asked = answer;
    }
    serve();
    return answer;
  }

  /**
   * Takes all pages.
   *
   * @param action is called with each page by the thread that completes the read: it must return
   *     soon
   * @return completes at the end
   */
  public CompletableFuture<Void> forEach(Consumer<Page> action) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    takeAll(action, end);
    return end;
  }

  private void takeAll(Consumer<Page> action, CompletableFuture<Void> end) {
    CompletableFuture<Optional<Page>> next = next();
    // A loop: a chain of futures would hold all of them until the end.
    while (next.isDone() && !end.isDone()) {
      takeOne(next, action, end);
      if (!end.isDone()) {
        next = next();
      }
    }
    if (!end.isDone()) {
      CompletableFuture<Optional<Page>> later = next;
      later.whenComplete(
          (page, failed) -> {
            takeOne(later, action, end);
            if (!end.isDone()) {
              takeAll(action, end);
            }
          });
    }
  }

  private static void takeOne(
      CompletableFuture<Optional<Page>> next, Consumer<Page> action, CompletableFuture<Void> end) {
    try {
      Optional<Page> page = Results.await(next);
      page.ifPresentOrElse(action, () -> end.complete(null));
    } catch (RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  /** Takes all cells; the iterator waits for pages, and throws what {@link #next} fails with. */
  public Iterable<Cell> cells() {
    return CellIterator::new;
  }

  /** Fetches no further pages. */
  @Override
  public void close() {
    CompletableFuture<?> toCancel;
    synchronized (this) {
      isClosed = true;
      position = Optional.empty();
      ready.clear();
      toCancel = reading;
    }
    if (toCancel != null) {
      toCancel.cancel(false);
    }
    serve();
  }

  private void readAhead() {
    PageRead read;
    synchronized (this) {
      if (reading != null || position.isEmpty() || ready.size() >= scan.prefetch()) {
        return;
      }
      read = new PageRead(scan, position.get(), kind);
      // Taken before it is started, which may end at once.
      reading = new CompletableFuture<>();
    }
    CompletableFuture<PageRead.PageResult> call = caller.call(read);
    synchronized (this) {
      reading = call;
    }
    call.whenComplete(this::came);
  }

  private void came(PageRead.PageResult result, Throwable failed) {
    synchronized (this) {
      reading = null;
      if (isClosed) {
        return;
      }
      if (failed != null) {
        failure = failed instanceof CompletionException ? failed.getCause() : failed;
        position = Optional.empty();
      } else {
        position = result.position();
        if (!result.page().cells().isEmpty()) {
          ready.add(result.page());
        }
      }
    }
    serve();
  }

  /** Answers who asked, if that can be done now. */
  private void serve() {
    CompletableFuture<Optional<Page>> answer = null;
    Optional<Page> page = Optional.empty();
    Throwable problem = null;
    synchronized (this) {
      boolean isOver = (position.isEmpty() && reading == null) || isClosed;
      if (asked != null && (!ready.isEmpty() || isOver)) {
        answer = asked;
        asked = null;
        page = Optional.ofNullable(ready.poll());
        problem = page.isEmpty() ? failure : null;
      }
    }
    readAhead();
    if (problem != null) {
      answer.completeExceptionally(problem);
    } else if (answer != null) {
      answer.complete(page);
    }
  }

  /** Waits for pages. */
  private final class CellIterator implements Iterator<Cell> {
    private Iterator<Cell> page = Collections.emptyIterator();

    @Override
    public boolean hasNext() {
      if (!page.hasNext()) {
        page = Results.await(PageStream.this.next()).map(Page::cells).orElse(List.of()).iterator();
      }
      return page.hasNext();
    }

    @Override
    public Cell next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return page.next();
    }
  }
}
