package io.zabdb.client;

import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.client.call.Caller;
import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.call.Results;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A client of a cluster.
 *
 * <p>Begin and end:
 *
 * <pre>{@code
 * try (ZabClient client = ZabClient.builder().nodes("127.0.0.1:7400").build()) {
 *   ZabClient.await(client.put("greeting", "hello"));
 *   Optional<Cell> cell = ZabClient.await(client.get("greeting"));
 *   System.out.println(cell.map(found -> found.value().text()).orElse("nothing"));
 * }
 * }</pre>
 *
 * <p>Rows have columns, which belong to families of the cluster:
 *
 * <pre>{@code
 * Column mail = Column.of("default", "mail");
 * Bytes ada = Bytes.of("ada");
 * client
 *     .put(ada, mail, Bytes.of("ada@example.org"))
 *     .thenCompose(version -> client.get(ada, mail))
 *     .thenAccept(cell -> System.out.println(cell.orElseThrow().value()));
 * }</pre>
 *
 * <p>A row changes in one step, and only if it is as expected, if that is asked:
 *
 * <pre>{@code
 * RowMutation move =
 *     RowMutation.in("ada")
 *         .put(Column.of("default", "city"), "London")
 *         .deleteColumn(Column.of("default", "street"))
 *         .build();
 * Condition unchanged = new Condition.HasValue(Column.of("default", "city"), Bytes.of("Paris"));
 * CheckResult result = ZabClient.await(client.checkAndMutate(List.of(unchanged), move));
 * System.out.println(result.done() ? "moved" : "was elsewhere");
 * }</pre>
 *
 * <p>Scans go through pages:
 *
 * <pre>{@code
 * try (PageStream pages = client.scan(Scan.all())) {
 *   for (Cell cell : pages.cells()) {
 *     System.out.println(cell);
 *   }
 * }
 * }</pre>
 *
 * <p><b>What holds.</b> Reads are linearizable; those that are not have "stale" in their names.
 * Each update happens at most once, however often nodes fail under way; a future that completes
 * normally says that it happened. One that fails does so with {@link ZabException}, which says
 * whether it may have happened. After the timeout of the client at the latest, each future is
 * complete.
 *
 * <p><b>Threads.</b> Thread-safe; to be shared. No method waits but {@link #await}, {@link
 * PageStream#cells} and {@link #close}. Futures are completed by the client's own threads, which
 * what depends on them must not block: use {@code thenApplyAsync} and so on for work that takes
 * time, and never {@link #await} in there.
 */
public final class ZabClient implements AutoCloseable {

  private final Caller caller;
  private final ClusterAdmin admin;
  private final OperationKind reads;

  /**
   * @param reads what kind its linearizable reads are
   */
  ZabClient(Caller caller, ClusterAdmin admin, OperationKind reads) {
    this.caller = caller;
    this.admin = admin;
    this.reads = reads;
  }

  /** Begins a client. */
  public static ZabClientBuilder builder() {
    return new ZabClientBuilder();
  }

  /**
   * Waits for a result. Not to be called by a thread that completes futures of the client.
   *
   * @throws ZabException if it failed
   */
  public static <T> T await(CompletableFuture<T> future) {
    return Results.await(future);
  }

  // -- reads

  /** The newest cell of a column; empty if there is none. */
  public CompletableFuture<Optional<Cell>> get(Bytes row, Column column) {
    return getVersions(row, column, 1).thenApply(cells -> cells.stream().findFirst());
  }

  /** The newest cell of the default column; empty if there is none. */
  public CompletableFuture<Optional<Cell>> get(String row) {
    return get(Bytes.of(row), Column.DEFAULT);
  }

  /**
   * The newest cells of a column, the newest first.
   *
   * @param versions at most, 1 to 1,000,000; the family may keep less
   */
  public CompletableFuture<List<Cell>> getVersions(Bytes row, Column column, int versions) {
    return call(() -> new Lookup(row, column, versions, reads));
  }

  /**
   * Like {@link #getVersions}, from any replica: may be old, may be older than what was read
   * before, and goes on while the group has no leader.
   */
  public CompletableFuture<List<Cell>> getStale(Bytes row, Column column, int versions) {
    return call(() -> new Lookup(row, column, versions, OperationKind.STALE_READ));
  }

  /** Scans; see there for how much at once. */
  public PageStream scan(Scan scan) {
    return new PageStream(caller, scan, reads);
  }

  /** Like {@link #scan}, from any replica: each page may be old, and older than the one before. */
  public PageStream scanStale(Scan scan) {
    return new PageStream(caller, scan, OperationKind.STALE_READ);
  }

  // -- updates

  /** Writes a cell. */
  public CompletableFuture<Version> put(Bytes row, Column column, Bytes value) {
    return update("put", row, () -> new Change.Put(column, value));
  }

  /** Writes a text into the default column. */
  public CompletableFuture<Version> put(String row, String value) {
    return put(Bytes.of(row), Column.DEFAULT, Bytes.of(value));
  }

  /** Deletes a row. */
  public CompletableFuture<Version> deleteRow(Bytes row) {
    return update("delete", row, Change.DeleteRow::new);
  }

  /** Deletes all columns of a family in a row. */
  public CompletableFuture<Version> deleteFamily(Bytes row, String family) {
    return update("delete", row, () -> new Change.DeleteFamily(family));
  }

  /** Deletes all versions of a column. */
  public CompletableFuture<Version> deleteColumn(Bytes row, Column column) {
    return update("delete", row, () -> new Change.DeleteColumn(column));
  }

  /** Deletes one version of a column. */
  public CompletableFuture<Version> deleteVersion(Bytes row, Column column, Version version) {
    return update("delete", row, () -> new Change.DeleteVersion(column, version));
  }

  private CompletableFuture<Version> update(String name, Bytes row, Supplier<Change> change) {
    return call(() -> Update.row(name, RowMutation.of(row, change.get())));
  }

  /** Changes a row, all or nothing. */
  public CompletableFuture<Version> mutate(RowMutation mutation) {
    return call(() -> Update.row("mutate", mutation));
  }

  /**
   * Changes a row, if all conditions hold of it, in one step.
   *
   * @param conditions 1 to 100,000
   */
  public CompletableFuture<CheckResult> checkAndMutate(
      List<Condition> conditions, RowMutation mutation) {
    return call(() -> Update.checked(conditions, mutation));
  }

  /**
   * Changes rows of one partition, all or nothing, in their order. Rows of several partitions are
   * refused as {@code INVALID_ARGUMENT}.
   *
   * @param mutations 1 to 100,000
   */
  public CompletableFuture<Version> batch(List<RowMutation> mutations) {
    return call(() -> Update.batch(mutations));
  }

  /**
   * Splits rows by their present partitions, for loads that need not be atomic: each list is good
   * for a {@link #batch}. The order of the rows of a partition stays.
   */
  public CompletableFuture<List<List<RowMutation>>> splitByPartition(List<RowMutation> mutations) {
    return caller.state().thenApply(state -> split(mutations, state.ring()));
  }

  private static List<List<RowMutation>> split(List<RowMutation> mutations, Ring ring) {
    Map<RingPartition, List<RowMutation>> parts = new LinkedHashMap<>();
    for (RowMutation mutation : mutations) {
      RingPartition partition = ring.partitionOf(mutation.row().toArray());
      parts.computeIfAbsent(partition, first -> new ArrayList<>()).add(mutation);
    }
    return List.copyOf(parts.values());
  }

  // -- and the rest

  /** What operators ask. */
  public ClusterAdmin admin() {
    return admin;
  }

  /** What is under way fails as {@code CLOSED}. */
  @Override
  public void close() {
    caller.close();
  }

  private <T> CompletableFuture<T> call(Supplier<Operation<T>> operation) {
    Operation<T> checked;
    try {
      checked = operation.get();
    } catch (ZabException e) {
      return CompletableFuture.failedFuture(e);
    }
    return caller.call(checked);
  }
}
