package io.zabdb.node.process;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.coordination.manager.ManagerSettings;
import io.zabdb.node.api.Failures;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.api.Replicas;
import io.zabdb.node.api.ReplicasFactory;
import io.zabdb.node.api.Starts;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.health.CollectionWatch;
import io.zabdb.node.health.PauseWatch;
import io.zabdb.node.http.Health;
import io.zabdb.node.http.HttpPort;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.node.warm.WarmUp;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.storage.rocks.RocksLibrary;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node that runs: its directory, its replicas, its HTTP port. Thread-safe.
 *
 * <p>Starts in this order: checks, the directory's lock and identity, the HTTP port, the replicas,
 * the registration at the configuration manager. Stops in this order: leadership is handed over,
 * the node's registration ends, new requests are refused and those under way answered, replicas
 * flush and close, the HTTP port closes, the lock is released.
 */
public final class NodeProcess implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);

  /** After a failure, for closing what can be closed. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  /** For stores that are flushed and closed in good order: disks may be slow, or hang. */
  private static final Duration ORDERLY_CLOSE_LIMIT = Duration.ofSeconds(30);

  /** After a failure of one replica, for those of other groups that lead. */
  private static final Duration HAND_OVER_LIMIT = Duration.ofSeconds(2);

  /** How a node comes to its end: asked, or by a failure. */
  private record End(int exitCode, String reason) {}

  private final NodeConfig config;
  private final NodeMetrics metrics = new NodeMetrics();
  private final CompletableFuture<End> ending = new CompletableFuture<>();
  private final CompletableFuture<Integer> terminated = new CompletableFuture<>();
  private final DataDirectory directory;
  private final DiskSpace disk;
  private final NodeHealth health;
  private final Duration closeLimit;
  private Thread warmUp;
  private PauseWatch watch;
  private final CollectionWatch collections;
  private final PauseReports pauses;
  private final Optional<ConfigurationManager> coordination;
  private final Replicas replicas;
  private HttpPort http;
  private Optional<Registration> registration = Optional.empty();
  private volatile boolean started;

  private NodeProcess(
      NodeConfig config,
      DataDirectory directory,
      DiskSpace disk,
      NodeHealth health,
      Starts starts,
      ReplicasFactory factory,
      Duration closeLimit) {
    this.config = config;
    this.closeLimit = closeLimit;
    this.directory = directory;
    this.disk = disk;
    this.health = health;
    collections = CollectionWatch.ofProcess(health, config.replication().transfer().threshold());
    coordination =
        config
            .network()
            .zookeeper()
            .map(servers -> ManagerSettings.of(servers).withCluster(config.cluster()))
            .map(ConfigurationManager::new);
    MemoryBudget budget = NodeMemory.OF_THIS_PROCESS.budget(config);
    metrics.memory(budget);
    replicas =
        factory.create(
            new NodeContext(
                config, starts, metrics, budget, disk, health, coordination, this::fail));
    pauses = new PauseReports(metrics.pauses(), replicas::paused, System::nanoTime);
    metrics.gauge("zabdb.disk.free.bytes", "Free bytes for data", disk::freeBytes);
    metrics.gauge("zabdb.disk.short", "1: updates are refused", () -> disk.isShort() ? 1 : 0);
    for (Ailment ailment : Ailment.values()) {
      metrics.gauge(
          "zabdb.health",
          "What the node suffers from; 1: it is strained; 2: it must not lead",
          "ailment",
          ailment.name(),
          () -> health.worst(ailment));
    }
  }

  /**
   * Starts a node; returns when its replicas take part.
   *
   * @throws StartRefusedException if it must not or cannot; nothing is left open
   */
  public static NodeProcess start(NodeConfig config, ReplicasFactory factory)
      throws StartRefusedException {
    return start(config, factory, ORDERLY_CLOSE_LIMIT);
  }

  /**
   * The same.
   *
   * @param closeLimit how long closing may take when it stops in good order
   */
  static NodeProcess start(NodeConfig config, ReplicasFactory factory, Duration closeLimit)
      throws StartRefusedException {
    Facts.log(config);
    new ListenRule(config).check();
    new HeapRule(config, Runtime.getRuntime().maxMemory()).check();
    new TransferRule(config).warnings().forEach(LOG::warn);
    DataDirectory directory = DataDirectory.open(config.dataDirectory());
    NodeProcess process = null;
    try {
      NodeHealth health = new NodeHealth();
      DiskSpace disk = DiskSpace.of(directory.path(), config.storage().diskReserve(), health);
      IdentityFile file = new IdentityFile(directory.path());
      if (file.isMissing() && disk.isShort()) {
        throw tooFull(config, disk);
      }
      NodeIdentity identity = file.begin(config);
      LOG.info("start {} of this node", identity.incarnation());
      RocksLibrary.load();
      process =
          new NodeProcess(
              config, directory, disk, health, new NodeStarts(file, identity), factory, closeLimit);
      process.open();
      return process;
    } catch (IOException | RuntimeException e) {
      throw new StartRefusedException(Causes.exitCode(e), Causes.explain(e), e);
    } finally {
      if (process == null) {
        directory.closeQuietly();
      } else if (!process.started) {
        process.closeParts();
      }
    }
  }

  /** A node that has data starts on a full disk, for reads; one that has none does not. */
  private static StartRefusedException tooFull(NodeConfig config, DiskSpace disk) {
    return new StartRefusedException(
        ExitCode.UNAVAILABLE,
        "data directory "
            + config.dataDirectory()
            + " has only "
            + disk.freeBytes()
            + " bytes free, less than the disk-reserve of "
            + config.storage().diskReserve());
  }

  private void open() throws IOException {
    http =
        new HttpPort(
            config.network().http(), config.network().tls(), this::scrape, this::readiness);
    watch = PauseWatch.ofProcess(metrics.pauses());
    warmUp = WarmUp.begin(health, config.replication().transfer().threshold() - 1);
    replicas.start();
    started = true;
    LOG.info(
        "node {} listens: clients {}, peers {}, http {}:{}",
        config.node(),
        replicas.clientAddress(),
        config.network().peer(),
        config.network().http().host(),
        http.port());
    registration = coordination.map(manager -> new Registration(manager, config, this::refuse));
    registration.ifPresent(known -> known.begin(replicas.clientAddress(), http.port()));
    Thread supervisor = new Thread(this::supervise, "node-supervisor");
    supervisor.start();
  }

  /** Where metrics and health are. */
  public int httpPort() {
    return http.port();
  }

  /** Asks the node to stop; returns at once. Nothing if it stops already. */
  public void stop(String reason) {
    ending.complete(new End(ExitCode.STOPPED, reason));
  }

  /** Waits until the node has stopped, by whatever, and returns the exit code. */
  public int awaitTermination() throws InterruptedException {
    try {
      return terminated.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the supervisor failed", e.getCause());
    }
  }

  /** Stops the node and waits for it, interrupts or not. */
  @Override
  public void close() {
    stop("closed");
    terminated.join();
  }

  private void fail(int group, Throwable cause) {
    String what = group == Failures.WHOLE_NODE ? "the node" : "the replica of group " + group;
    LOG.error("{} failed", what, cause);
    ending.complete(new End(Causes.endCode(cause), what + ": " + Causes.explain(cause)));
  }

  /** Something is broken that everything rests on: the process ends. By any thread. */
  public void fatal(Error cause) {
    fail(Failures.WHOLE_NODE, cause);
  }

  private void refuse(String reason) {
    ending.complete(new End(ExitCode.MISCONFIGURED, reason));
  }

  private String scrape() {
    for (ReplicaStatus status : replicas.status()) {
      metrics.group(status.group()).update(status);
    }
    return metrics.scrape();
  }

  private Health readiness() {
    if (ending.isDone()) {
      return new Health(List.of("the node stops"));
    }
    return Readiness.of(replicas.status(), replicas.expected(), disk, health);
  }

  private void supervise() {
    try {
      terminated.complete(end(awaitEnd()));
    } catch (InterruptedException | RuntimeException | Error e) {
      LOG.error("the node did not stop in order", e);
      terminated.complete(ExitCode.FAILED);
    }
  }

  private End awaitEnd() throws InterruptedException {
    while (true) {
      try {
        return ending.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        disk.look();
        collections.look();
        pauses.look();
        registration.ifPresent(known -> known.report(replicas.status()));
      } catch (ExecutionException e) {
        throw new IllegalStateException("nobody fails this future", e);
      }
    }
  }

  private int end(End end) throws InterruptedException {
    if (end.exitCode() == ExitCode.STOPPED) {
      LOG.info("node {} stops: {}", config.node(), end.reason());
      if (!replicas.handLeadershipOver(config.operation().shutdownTimeout())) {
        LOG.warn("leadership was not handed over in time; another leader will be elected");
      }
      coordination.ifPresent(ConfigurationManager::close);
      replicas.stopTaking(config.operation().shutdownTimeout());
    } else {
      LOG.error("node {} stops: {}", config.node(), end.reason());
      replicas.handLeadershipOver(HAND_OVER_LIMIT);
    }
    boolean closed = close(end.exitCode() == ExitCode.STOPPED ? closeLimit : CLOSE_LIMIT);
    if (closed && end.exitCode() == ExitCode.STOPPED) {
      LOG.info("node {} has stopped", config.node());
    }
    return closed || end.exitCode() != ExitCode.STOPPED ? end.exitCode() : ExitCode.FAILED;
  }

  /**
   * Closes as much as a disk that hangs, or a replica that failed, lets be closed; whether that is
   * all. The process ends in any case: the log has what stores lack.
   */
  private boolean close(Duration limit) throws InterruptedException {
    CompletableFuture<Boolean> closed =
        CompletableFuture.supplyAsync(this::closeParts, NodeProcess::closer);
    try {
      return closed.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.error("node {} does not close within {} ms, and ends", config.node(), limit.toMillis());
      return false;
    } catch (ExecutionException e) {
      LOG.error("node {} does not close", config.node(), e.getCause());
      return false;
    }
  }

  private static void closer(Runnable action) {
    Thread closer = new Thread(action, "node-closer");
    closer.setDaemon(true);
    closer.start();
  }

  /** Closes what is open; whether all went well. */
  private boolean closeParts() {
    boolean closed = true;
    if (warmUp != null) {
      warmUp.interrupt();
    }
    if (watch != null) {
      watch.close();
    }
    try {
      replicas.close();
    } catch (RuntimeException e) {
      LOG.error("the replicas did not close: {}", Causes.explain(e), e);
      closed = false;
    }
    coordination.ifPresent(ConfigurationManager::close);
    if (http != null) {
      http.close();
    }
    metrics.close();
    directory.closeQuietly();
    return closed;
  }
}
