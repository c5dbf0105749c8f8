package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to ZooKeeper, kept up for ever, and two threads: the worker talks to ZooKeeper,
 * the other one calls back. So callers never wait, and what they do in a callback cannot hold up
 * the worker. Thread-safe.
 *
 * <p>ZooKeeper's client connects again by itself, every second or so, with one server after the
 * other; Curator opens a new session when the old one has expired.
 */
final class ZooKeeperConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperConnection.class);

  /** The most operations that wait. */
  static final int MAX_OPERATIONS = 1_000;

  private static final int CLOSE_MILLIS = 5_000;

  private final ManagerSettings settings;
  private final CuratorFramework client;
  private final ScheduledThreadPoolExecutor worker = executor("zabdb-coordination");
  private final ScheduledThreadPoolExecutor callbacks = executor("zabdb-coordination-callbacks");
  private final Set<Standing> standing = ConcurrentHashMap.newKeySet();
  private final Set<CompletableFuture<?>> unfinished = ConcurrentHashMap.newKeySet();
  private final List<Consumer<Boolean>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean connected;
  private volatile boolean closed;

  ZooKeeperConnection(ManagerSettings settings) {
    this.settings = settings;
    int session = Math.toIntExact(settings.sessionTimeout().toMillis());
    client =
        CuratorFrameworkFactory.builder()
            .connectString(settings.servers())
            .sessionTimeoutMs(session)
            .connectionTimeoutMs(session)
            // Attempts are repeated here, as connections come and go.
            .retryPolicy(new RetryNTimes(0, 0))
            // The addresses are those given, which may lead through a proxy.
            .ensembleTracker(false)
            .build();
    client.getConnectionStateListenable().addListener((any, state) -> connectionIs(state));
    client.getUnhandledErrorListenable().addListener(ZooKeeperConnection::inBackground);
  }

  /** Begins to connect; once. */
  void start() {
    execute(client::start);
  }

  private static ScheduledThreadPoolExecutor executor(String name) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  /**
   * What Curator itself logs as an error. That a request is lost with its connection is none: what
   * it was for is tried again with the next one.
   */
  private static void inBackground(String what, Throwable failure) {
    if (failure instanceof Exception passing && ZooKeeperFailures.passes(passing)) {
      LOG.debug("{}: {}", what, failure.toString());
    } else {
      LOG.error("{}", what, failure);
    }
  }

  private void connectionIs(ConnectionState state) {
    boolean now = state.isConnected();
    if (now) {
      connections.incrementAndGet();
    }
    boolean before = connected;
    connected = now;
    if (now != before) {
      if (now) {
        LOG.info("connected to the configuration manager at {}", settings.servers());
      } else {
        LOG.warn("the configuration manager at {} is away: {}", settings.servers(), state);
      }
      listeners.forEach(listener -> callBack(() -> listener.accept(now)));
    }
    if (now) {
      standing.forEach(Standing::trigger);
    }
  }

  boolean isConnected() {
    return connected;
  }

  /** How often there was a new connection. */
  int connections() {
    return connections.get();
  }

  /** Only for the worker's thread. */
  CuratorFramework client() {
    return client;
  }

  /** Calls it on changes, and once now. */
  Subscription addListener(Consumer<Boolean> listener) {
    listeners.add(listener);
    callBack(() -> listener.accept(connected));
    return () -> listeners.remove(listener);
  }

  /** Tries with each new connection from now on; the owner triggers the first time. */
  Standing keep(ZooKeeperAttempt<?> attempt, Consumer<Exception> refused) {
    Standing kept = new Standing(this, attempt, refused);
    standing.add(kept);
    return kept;
  }

  /** Tries until it is done, refused, or {@link ManagerSettings#operationTimeout} is over. */
  <T> CompletableFuture<T> submit(String what, ZooKeeperAttempt<T> attempt) {
    CompletableFuture<T> result = newFuture();
    if (result.isDone()) {
      return result;
    }
    Standing task =
        new Standing(
            this,
            client -> {
              if (!result.isDone()) {
                T value = attempt.run(client);
                callBack(() -> result.complete(value));
              }
              return null;
            },
            e -> fail(result, ZooKeeperFailures.named(what, e)));
    Future<?> deadline = timeOut(what, result);
    standing.add(task);
    result.whenComplete(
        (any, failure) -> {
          standing.remove(task);
          if (deadline != null) {
            deadline.cancel(false);
          }
        });
    task.trigger();
    return result;
  }

  /** A future that fails when this is closed; already failed if there are too many. */
  <T> CompletableFuture<T> newFuture() {
    CompletableFuture<T> future = new CompletableFuture<>();
    if (unfinished.size() >= MAX_OPERATIONS) {
      future.completeExceptionally(
          new CoordinationException(
              ManagerError.OVERLOADED,
              MAX_OPERATIONS + " operations wait for the configuration manager already"));
      return future;
    }
    unfinished.add(future);
    future.whenComplete((value, failure) -> unfinished.remove(future));
    if (closed) {
      future.completeExceptionally(closedError());
    }
    return future;
  }

  private Future<?> timeOut(String what, CompletableFuture<?> result) {
    String message =
        what
            + ": no answer from the configuration manager at "
            + settings.servers()
            + " within "
            + settings.operationTimeout().toMillis()
            + " ms";
    try {
      return callbacks.schedule(
          () ->
              result.completeExceptionally(
                  new CoordinationException(ManagerError.UNAVAILABLE, message)),
          settings.operationTimeout().toMillis(),
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: all futures fail.
      return null;
    }
  }

  void fail(CompletableFuture<?> future, RuntimeException failure) {
    callBack(() -> future.completeExceptionally(failure));
  }

  /** Runs on the worker's thread, unless this is closed. */
  void execute(Runnable task) {
    executeAfter(0, task);
  }

  void executeAfter(long millis, Runnable task) {
    schedule(worker, millis, task);
  }

  /** Runs on the thread of callbacks, unless this is closed. */
  void callBack(Runnable task) {
    schedule(callbacks, 0, task);
  }

  private static void schedule(ScheduledThreadPoolExecutor on, long millis, Runnable task) {
    try {
      on.schedule(() -> guard(task), millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.trace("closed already", e);
    }
  }

  /** What a task throws would be kept silently in its future otherwise. */
  private static void guard(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("in a task or callback of the configuration manager's client", e);
    }
  }

  private static CoordinationException closedError() {
    return new CoordinationException(
        ManagerError.CLOSED, "the client of the configuration manager is closed");
  }

  /** Ends the session, so ephemeral znodes vanish at once if ZooKeeper can be reached. */
  @Override
  public void close() {
    closed = true;
    worker.shutdownNow();
    callbacks.shutdownNow();
    Thread closing = new Thread(this::closeClient, "zabdb-coordination-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connected = false;
    unfinished.forEach(future -> future.completeExceptionally(closedError()));
  }

  private void closeClient() {
    try {
      worker.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      client.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
