package io.zabdb.maelstrom.group;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.client.call.CallSettings;
import io.zabdb.client.call.Caller;
import io.zabdb.client.call.Operation;
import io.zabdb.client.call.OperationKind;
import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.Connector;
import io.zabdb.client.net.Peers;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.client.ring.RingSource;
import io.zabdb.client.scan.Page;
import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.core.session.Retention;
import io.zabdb.core.zab.Guards;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.maelstrom.protocol.ErrorCode;
import io.zabdb.maelstrom.protocol.RequestError;
import io.zabdb.maelstrom.replica.GroupReplica;
import io.zabdb.maelstrom.replica.GroupSettings;
import io.zabdb.maelstrom.replica.Membership;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.balance.BalancerRequests;
import io.zabdb.node.server.BirthRequests;
import io.zabdb.node.server.Forwarder;
import io.zabdb.node.server.MoveRequests;
import io.zabdb.node.server.NodeLinks;
import io.zabdb.node.server.NodeRequests;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.NodeStatus;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The replicated store as any node of the group sees it: a client of the product, which knows this
 * node alone; the node's handling of requests, which answers or forwards to whoever leads; the
 * node's replica. Of the event loop.
 */
public final class Group implements Store, AutoCloseable {

  /** How many attempts fit into the patience of a request. */
  private static final int ATTEMPTS = 3;

  private static final int MAX_CALLS = 10_000;
  private static final long MAX_CALL_BYTES = 32 << 20;
  private static final int PAGE_CELLS = 10_000;
  private static final int PAGE_BYTES = 16 << 20;
  private static final long HEAP_BYTES = 64 << 20;

  /** More sessions than any test makes; what is too old is an error of no known outcome. */
  private static final Retention KEPT = new Retention(TimeUnit.DAYS.toMillis(1), 1_000_000);

  private final GroupReplica replica;
  private final Caller caller;

  /** Starts this node's replica. */
  public Group(Node node, GroupSettings settings, Guards guards) throws IOException {
    MemoryBudget budget = MemoryBudget.of(HEAP_BYTES, HEAP_BYTES, HEAP_BYTES);
    Membership members = new Membership(node.ids(), node.id());
    replica = GroupReplica.start(node, members, settings, guards, budget);
    Requests requests = new Requests(node, settings.patienceMillis() / ATTEMPTS);
    NodeLinks links =
        new NodeLinks(
            members.topology(),
            address ->
                CompletableFuture.completedFuture(requests.to(members.nameAt(address.getPort()))),
            node.loop());
    NodeRequests handler =
        new NodeRequests(
            members.topology(),
            Map.of(Membership.GROUP, replica.driver()),
            Group::stamp,
            KEPT,
            budget,
            replicas -> NodeStatus.newBuilder().setNode(members.self()),
            new Forwarder(links, () -> {}),
            MoveRequests.NONE,
            BalancerRequests.NONE,
            BirthRequests.NONE,
            SystemClock.INSTANCE,
            links);
    requests.serve(handler);
    LoopTimers timers = new LoopTimers(node.loop());
    long patience = TimeUnit.MILLISECONDS.toNanos(settings.patienceMillis());
    caller =
        new Caller(
            new CallSettings(
                patience,
                patience / ATTEMPTS,
                MAX_CALLS,
                MAX_CALL_BYTES,
                List.of(members.ownAddress()),
                ClientListener.NONE),
            new FixedRing(members.state()),
            new Peers(new ToOneNode(requests.toSelf(handler)), timers),
            timers,
            new SecureRandom());
  }

  private static long stamp(ReplicaDriver driver) {
    return Math.max(System.currentTimeMillis(), driver.appliedTime() + 1);
  }

  private record ToOneNode(RpcConnection connection) implements Connector {

    @Override
    public CompletableFuture<RpcConnection> connect(String address) {
      return CompletableFuture.completedFuture(connection);
    }

    @Override
    public void close() {}
  }

  private record FixedRing(ClusterState state) implements RingSource {

    @Override
    public CompletableFuture<ClusterState> fetch() {
      return CompletableFuture.completedFuture(state);
    }

    @Override
    public void watch(Consumer<ClusterState> listener) {}

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

  /** Closes the files of this node's replica. */
  @Override
  public void close() throws IOException {
    caller.close();
    replica.close();
  }
}
