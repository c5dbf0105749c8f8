package io.zabdb.maelstrom.group;

import io.zabdb.client.call.CallSettings;
import io.zabdb.client.call.Caller;
import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.Connector;
import io.zabdb.client.net.Peers;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.client.ring.NodeRings;
import io.zabdb.client.scan.Page;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.environment.Loop;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.maelstrom.replica.Membership;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.RpcConnection;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The replicated store through a client of the product. The client knows this node alone, which
 * forwards to whoever leads; which group has a row it finds out as any client does. Of the event
 * loop.
 */
final class RoutedStore implements Store, AutoCloseable {

  /** How many attempts fit into the patience of a request. */
  static final int ATTEMPTS = 3;

  private static final int MAX_CALLS = 10_000;
  private static final long MAX_CALL_BYTES = 32 << 20;
  private static final int PAGE_CELLS = 10_000;
  private static final int PAGE_BYTES = 16 << 20;

  private final Caller caller;

  /**
   * Asks for the ring at once.
   *
   * @param address of this node
   * @param connection to this node
   * @param patience of a call, in nanoseconds
   */
  RoutedStore(Loop loop, String address, RpcConnection connection, long patience) {
    LoopTimers timers = new LoopTimers(loop);
    Peers peers = new Peers(new ToOneNode(connection), timers);
    List<String> known = List.of(address);
    caller =
        new Caller(
            new CallSettings(
                patience,
                patience / ATTEMPTS,
                MAX_CALLS,
                MAX_CALL_BYTES,
                known,
                ClientListener.NONE),
            new NodeRings(known, false, peers, timers, patience / ATTEMPTS),
            peers,
            timers,
            new SecureRandom());
  }

  private record ToOneNode(RpcConnection connection) implements Connector {

    @Override
    public CompletableFuture<RpcConnection> connect(String address) {
      return CompletableFuture.completedFuture(connection);
    }

    @Override
    public void close() {}
  }

  @Override
  public CompletableFuture<Boolean> update(List<Condition> conditions, RowMutation mutation) {
    return conditions.isEmpty()
        ? call(() -> Update.row("mutate", mutation)).thenApply(version -> true)
        : call(() -> Update.checked(conditions, mutation)).thenApply(CheckResult::done);
  }

  @Override
  public CompletableFuture<List<Optional<Bytes>>> read(Bytes row, List<Bytes> columns) {
    if (columns.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    CompletableFuture<List<Cell>> cells =
        columns.size() == 1
            ? call(
                () ->
                    new Lookup(
                        row,
                        new Column(Membership.FAMILY, columns.get(0)),
                        1,
                        OperationKind.SPREAD_READ))
            : readBetween(row, Collections.min(columns), Collections.max(columns));
    return cells.thenApply(
        found -> columns.stream().map(column -> valueOf(column, found)).toList());
  }

  private static Optional<Bytes> valueOf(Bytes column, List<Cell> cells) {
    return cells.stream()
        .filter(cell -> cell.column().qualifier().equals(column))
        .map(Cell::value)
        .findFirst();
  }

  /** From one column to another, in one page, which is of one state. */
  private CompletableFuture<List<Cell>> readBetween(Bytes row, Bytes from, Bytes last) {
    Bytes behind = Bytes.wrap(Arrays.copyOf(last.array(), last.length() + 1));
    Scan scan =
        Scan.columns(row, Membership.FAMILY, from, behind)
            .pagesOf(PAGE_CELLS)
            .pagesOfBytes(PAGE_BYTES);
    PageStream pages = new PageStream(caller, scan, OperationKind.READ);
    return named(pages.next())
        .thenCompose(
            first ->
                named(pages.next())
                    .thenApply(
                        second -> {
                          if (second.isPresent()) {
                            throw new RequestError(
                                ErrorCode.NOT_SUPPORTED,
                                "they are among more than the " + PAGE_CELLS + " cells of a page");
                          }
                          return first.map(Page::cells).orElse(List.of());
                        }));
  }

  private <T> CompletableFuture<T> call(Supplier<Operation<T>> operation) {
    try {
      return named(caller.call(operation.get()));
    } catch (ZabException e) {
      return CompletableFuture.failedFuture(Errors.of(e));
    }
  }

  private static <T> CompletableFuture<T> named(CompletableFuture<T> result) {
    return result.exceptionally(
        failure -> {
          Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
          throw cause instanceof ZabException known
              ? Errors.of(known)
              : new CompletionException(cause);
        });
  }

  /** Gives up what is under way. */
  @Override
  public void close() {
    caller.close();
  }
}
