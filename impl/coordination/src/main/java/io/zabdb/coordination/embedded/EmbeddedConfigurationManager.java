package io.zabdb.coordination.embedded;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import java.io.IOException;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.ServerConfig;
import org.apache.zookeeper.server.ZooKeeperServerMain;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper server in this process, alone, with its data on disk: each change is synced before it
 * is answered, so it survives the death of the process at any time. Old snapshots and logs are
 * purged every hour. There is no HTTP server; of the four-letter words only {@code ruok} and {@code
 * srvr} are answered. Anyone who can connect can change all of it, so it listens on the loopback
 * interface unless told otherwise.
 *
 * <p>ZooKeeper is set up by system properties too ({@code zookeeper.*}), which hold for the whole
 * process. When it cannot write a snapshot it ends the process.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedConfigurationManager implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedConfigurationManager.class);

  /** The unit of ZooKeeper's time, in ms: sessions expire at its multiples. */
  private static final int TICK = 500;

  /** In ms. */
  private static final int SHORTEST_SESSION = 1_000;

  /** In ms. */
  private static final int LONGEST_SESSION = 60_000;

  private final EmbeddedSettings settings;
  private final DirectoryLock lock;
  private final DatadirCleanupManager purging;
  private final Server server = new Server();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean closed;

  /** Tells when it is up. */
  private final class Server extends ZooKeeperServerMain {
    @Override
    protected void serverStarted() {
      started.complete(null);
    }
  }

  private EmbeddedConfigurationManager(
      EmbeddedSettings settings, DirectoryLock lock, QuorumPeerConfig config) {
    this.settings = settings;
    this.lock = lock;
    purging =
        new DatadirCleanupManager(
            config.getDataDir(),
            config.getDataLogDir(),
            config.getSnapRetainCount(),
            config.getPurgeInterval());
  }

  /**
   * Starts it, and waits until it is up.
   *
   * @throws CoordinationException {@code DIRECTORY_IN_USE}; {@code SERVER_FAILED}, for example if
   *     the port is in use
   */
  public static EmbeddedConfigurationManager start(EmbeddedSettings settings) {
    DirectoryLock lock = DirectoryLock.of(settings.directory());
    try {
      QuorumPeerConfig config = new QuorumPeerConfig();
      config.parseProperties(properties(settings));
      EmbeddedConfigurationManager manager =
          new EmbeddedConfigurationManager(settings, lock, config);
      manager.run(config);
      return manager;
    } catch (IOException | QuorumPeerConfig.ConfigException | ExecutionException e) {
      close(lock);
      Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
      throw new CoordinationException(
          ManagerError.SERVER_FAILED,
          "the configuration manager cannot start at "
              + settings.host()
              + ":"
              + settings.port()
              + " with directory "
              + settings.directory()
              + ": "
              + cause.getMessage(),
          cause);
    } catch (InterruptedException e) {
      close(lock);
      Thread.currentThread().interrupt();
      throw new CoordinationException(ManagerError.SERVER_FAILED, "interrupted at the start", e);
    }
  }

  /** Keys that ZooKeeper does not know become system properties {@code zookeeper.KEY}. */
  private static Properties properties(EmbeddedSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("dataDir", settings.directory().resolve("data").toString());
    properties.setProperty("clientPortAddress", settings.host());
    properties.setProperty("clientPort", Integer.toString(settings.port()));
    properties.setProperty("tickTime", Integer.toString(TICK));
    properties.setProperty("minSessionTimeout", Integer.toString(SHORTEST_SESSION));
    properties.setProperty("maxSessionTimeout", Integer.toString(LONGEST_SESSION));
    properties.setProperty("maxClientCnxns", Integer.toString(settings.connections()));
    properties.setProperty("maxCnxns", Integer.toString(settings.connections()));
    properties.setProperty("autopurge.purgeInterval", "1");
    properties.setProperty("autopurge.snapRetainCount", "3");
    properties.setProperty("admin.enableServer", "false");
    properties.setProperty("4lw.commands.whitelist", "ruok,srvr");
    // Kilobytes; 64 MB otherwise.
    properties.setProperty("preAllocSize", "1024");
    properties.setProperty("snapCount", "10000");
    properties.setProperty(
        "metricsProvider.className", "org.apache.zookeeper.metrics.impl.NullMetricsProvider");
    return properties;
  }

  private void run(QuorumPeerConfig config) throws InterruptedException, ExecutionException {
    ServerConfig serverConfig = new ServerConfig();
    serverConfig.readFrom(config);
    Thread thread = new Thread(() -> serve(serverConfig), "zabdb-configuration-manager");
    thread.setDaemon(true);
    thread.start();
    started.get();
    purging.start();
    LOG.info("configuration manager at {}, data in {}", address(), settings.directory());
  }

  private void serve(ServerConfig config) {
    try {
      server.runFromConfig(config);
    } catch (Exception | LinkageError e) {
      started.completeExceptionally(e);
      LOG.error("the configuration manager failed", e);
    } finally {
      ended.countDown();
    }
  }

  /** The port it listens at. */
  public int port() {
    return server.getClientPort();
  }

  /** {@code HOST:PORT} for clients. */
  public String address() {
    String host = settings.host();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  /**
   * Waits until it is closed.
   *
   * @throws CoordinationException {@code SERVER_FAILED} if it ended by itself, for example because
   *     the disk is full
   */
  public void awaitTermination() throws InterruptedException {
    ended.await();
    if (!closed) {
      throw new CoordinationException(
          ManagerError.SERVER_FAILED, "the configuration manager at " + address() + " has failed");
    }
  }

  /** Ends it: all connections are closed, sessions live on until it is started again. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    purging.shutdown();
    server.close();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close(lock);
  }

  private static void close(DirectoryLock lock) {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn("the lock of the directory", e);
    }
  }
}
