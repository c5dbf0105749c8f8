package io.zabdb.bench.load;

import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A cluster, through a client. Rows have one column, the default one. */
public final class ClientStore implements BenchStore {

  private final ZabClient client;

  /**
   * @param client closed by its owner
   */
  public ClientStore(ZabClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<Version> put(Bytes row, Bytes value) {
    return client.put(row, Column.DEFAULT, value);
  }

  @Override
  public CompletableFuture<CheckResult> replace(Bytes row, Optional<Bytes> expected, Bytes value) {
    Condition condition =
        expected.isPresent()
            ? new Condition.HasValue(Column.DEFAULT, expected.get())
            : new Condition.Absent(Column.DEFAULT);
    RowMutation mutation = RowMutation.of(row, new Change.Put(Column.DEFAULT, value));
    return client.checkAndMutate(List.of(condition), mutation);
  }

  @Override
  public CompletableFuture<Optional<Cell>> get(Bytes row) {
    return client.get(row, Column.DEFAULT);
  }
}
