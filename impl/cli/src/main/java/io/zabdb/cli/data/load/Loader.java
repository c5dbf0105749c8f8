package io.zabdb.cli.data.load;

import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.util.function.Consumer;

/** Loads rows, many at a time; those of one row one after the other. */
public final class Loader {

  private final ZabClient client;
  private final RowReader reader;
  private final Keeper keeper;
  private final Consumer<LoadProgress> watcher;

  /** Keeps how far a load has come. */
  public interface Keeper {
    /**
     * Keeps it where the next load finds it.
     *
     * @param isEnd nothing comes behind
     */
    void keep(LoadProgress progress, boolean isEnd) throws IOException;
  }

  /**
   * @param keeper told often, and at the end, however it comes
   * @param watcher told often
   */
  public Loader(ZabClient client, RowReader reader, Keeper keeper, Consumer<LoadProgress> watcher) {
    this.client = client;
    this.reader = reader;
    this.keeper = keeper;
    this.watcher = watcher;
  }

  /**
   * Passes over rows that were loaded before.
   *
   * @return whether they are the same as then
   */
  public boolean skip(LoadProgress before) throws IOException, BadRowException {
    for (long row = 0; row < before.rows(); row++) {
      if (reader.next() == null) {
        return false;
      }
    }
    return reader.sum() == before.sum();
  }

  /**
   * Loads the rest.
   *
   * @return how far it came: to the end
   * @throws BadRowException at a row that makes no sense; all before it are loaded
   * @throws ZabException if a row could not be loaded
   */
  public LoadProgress load(LoadProgress before) throws IOException, BadRowException {
    Window window = new Window(before);
    try {
      long rows = before.rows();
      for (RowMutation row = reader.next(); row != null; row = reader.next()) {
        long bytes = bytes(row);
        while (window.isFull(row.row(), bytes)) {
          settle(window);
        }
        rows++;
        window.add(row.row(), client.mutate(row), new LoadProgress(rows, reader.sum()), bytes);
      }
      settleAll(window);
    } catch (BadRowException e) {
      settleAll(window);
      throw e;
    } finally {
      window.drain();
      keeper.keep(window.done(), true);
    }
    return window.done();
  }

  private void settleAll(Window window) throws IOException {
    while (!window.isEmpty()) {
      settle(window);
    }
  }

  private void settle(Window window) throws IOException {
    window.settle();
    watcher.accept(window.done());
    keeper.keep(window.done(), false);
  }

  private static long bytes(RowMutation row) {
    long bytes = row.row().length();
    for (Change change : row.changes()) {
      if (change instanceof Change.Put put) {
        Bytes qualifier = put.column().qualifier();
        bytes += qualifier.length() + put.value().length();
      }
    }
    return bytes;
  }
}
