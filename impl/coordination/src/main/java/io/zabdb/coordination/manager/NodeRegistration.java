package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.RegisteredNode;
import io.zabdb.coordination.format.Rules;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.NodeInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this process registered as a node: its znode lasts as long as its session, and is made
 * again in the next session, or when someone deletes it.
 *
 * <p>If the znode is there already:
 *
 * <ul>
 *   <li>from an earlier session of this process: it is replaced at once;
 *   <li>from another process at the same host and port, which this process has bound since: so that
 *       one is dead, and its znode is replaced at once. Only at the first time: a process that was
 *       registered before does not fight its successor;
 *   <li>from another process at another address, or at one that is only said to lead here, as two
 *       may say: this one waits for twice the session timeout. If the znode is still there, its
 *       process lives: {@code NODE_TAKEN}. A process that was registered before keeps waiting.
 * </ul>
 *
 * Thread-safe.
 */
final class NodeRegistration {

  private static final Logger LOG = LoggerFactory.getLogger(NodeRegistration.class);

  private final ZooKeeperConnection connection;
  private final ClusterChoice cluster;
  private final long patienceNanos;
  private final UUID instance = UUID.randomUUID();
  private final Standing registering;
  private final CuratorWatcher watcher;

  private volatile NodeInfo node;

  /** Whether it has bound what it is registered at. */
  private volatile boolean isBound;

  private volatile CompletableFuture<Void> result;

  // Of the worker's thread.
  private boolean everRegistered;
  private Registrant holder;
  private String lastRefusal = "";

  /** The connection on which this process was found or made to be registered. */
  private volatile int registeredOn = -1;

  /** Another process's session that holds the znode, seen on one connection since a time. */
  private record Registrant(long session, int connection, long since, boolean logged) {}

  NodeRegistration(
      ZooKeeperConnection connection, ClusterChoice cluster, ManagerSettings settings) {
    this.connection = connection;
    this.cluster = cluster;
    patienceNanos = 2 * settings.sessionTimeout().toNanos();
    registering = connection.keep(this::register, this::refused);
    watcher =
        event -> {
          registeredOn = -1;
          registering.trigger();
        };
  }

  /** Again with the same id: changes what is registered. */
  synchronized CompletableFuture<Void> register(NodeInfo info, boolean bound) {
    Rules.check(info);
    if (node != null && node.id() != info.id()) {
      throw new IllegalArgumentException(
          "this process is node " + node.id() + " and cannot be node " + info.id() + " too");
    }
    CompletableFuture<Void> before = result;
    CompletableFuture<Void> now = connection.newFuture();
    if (!now.isDone()) {
      if (before != null) {
        Futures.follow(now, before);
      }
      node = info;
      isBound = bound;
      result = now;
      registering.trigger();
    }
    return now;
  }

  /** Nothing is written if it is the same as before. */
  synchronized void reportLoad(long load) {
    Rules.checkLoad(load);
    NodeInfo before = node;
    if (before == null) {
      throw new IllegalStateException("a load is reported, but no node is registered");
    }
    if (load != before.load()) {
      node =
          new NodeInfo(
              before.id(), before.host(), before.port(), before.process(), before.httpPort(), load);
      registering.trigger();
    }
  }

  /** Looks at once whether it is registered, and registers if not. */
  void again() {
    registering.trigger();
  }

  /** Why this process is not registered; empty if it is, as last seen. */
  Optional<String> problem() {
    if (connection.isConnected() && registeredOn == connection.connections()) {
      return Optional.empty();
    }
    NodeInfo info = node;
    return Optional.of(
        info == null ? "no node is registered" : "node " + info.id() + " is missing");
  }

  private Void register(CuratorFramework client) throws Exception {
    int on = connection.connections();
    CompletableFuture<Void> asked = result;
    NodeInfo info = node;
    if (info == null) {
      return null;
    }
    String path = cluster.paths(client).node(info.id());
    byte[] data = StateFormat.node(new RegisteredNode(info, instance));
    while (!isHeld(client, path, data)) {
      Znode found = Znode.read(client, path).orElse(null);
      if (found != null && !isMine(client, found)) {
        if (!isReplaceable(found, info)) {
          waitFor(client, found, info);
          return null;
        }
        replace(client, found, data);
      }
    }
    everRegistered = true;
    registeredOn = on;
    holder = null;
    lastRefusal = "";
    if (asked != null) {
      connection.callBack(() -> asked.complete(null));
    }
    return null;
  }

  /** Makes the znode, or changes its data if it is of this session; false if it is another's. */
  private boolean isHeld(CuratorFramework client, String path, byte[] data) throws Exception {
    try {
      client.create().withMode(CreateMode.EPHEMERAL).forPath(path, data);
    } catch (NoNodeException e) {
      throw new CoordinationException(
          ManagerError.NO_SUCH_CLUSTER,
          "znode " + path + " cannot be made: the cluster does not exist",
          e);
    } catch (NodeExistsException e) {
      Znode found = Znode.read(client, path).orElse(null);
      if (found == null || !isMine(client, found)) {
        return false;
      }
      if (!Arrays.equals(found.data(), data) && !isChanged(client, found, data)) {
        return false;
      }
    }
    return client.checkExists().usingWatcher(watcher).forPath(path) != null;
  }

  private static boolean isChanged(CuratorFramework client, Znode found, byte[] data)
      throws Exception {
    try {
      client.setData().withVersion(found.stat().getVersion()).forPath(found.path(), data);
      return true;
    } catch (NoNodeException | BadVersionException e) {
      return false;
    }
  }

  private static boolean isMine(CuratorFramework client, Znode znode) throws Exception {
    return znode.stat().getEphemeralOwner()
        == client.getZookeeperClient().getZooKeeper().getSessionId();
  }

  private boolean isReplaceable(Znode found, NodeInfo info) {
    RegisteredNode other;
    try {
      other = StateFormat.node(found.path(), found.data());
    } catch (CoordinationException e) {
      LOG.warn("registered as node {}: {}", info.id(), e.getMessage());
      return false;
    }
    if (other.instance().equals(instance)) {
      return true;
    }
    return !everRegistered
        && isBound
        && other.node().host().equals(info.host())
        && other.node().port() == info.port();
  }

  /** In one transaction: its process may be alive, and would make it again in between. */
  private static void replace(CuratorFramework client, Znode found, byte[] data) throws Exception {
    try {
      client
          .transaction()
          .forOperations(
              client
                  .transactionOp()
                  .delete()
                  .withVersion(found.stat().getVersion())
                  .forPath(found.path()),
              client
                  .transactionOp()
                  .create()
                  .withMode(CreateMode.EPHEMERAL)
                  .forPath(found.path(), data));
    } catch (NoNodeException | BadVersionException e) {
      // It has changed: look again.
    }
  }

  private void waitFor(CuratorFramework client, Znode found, NodeInfo info) throws Exception {
    if (client.checkExists().usingWatcher(watcher).forPath(found.path()) == null) {
      registering.trigger();
      return;
    }
    long now = System.nanoTime();
    long session = found.stat().getEphemeralOwner();
    // A new connection may mean a new server, which counts the session's time anew.
    if (holder == null
        || holder.session() != session
        || holder.connection() != connection.connections()) {
      boolean logged = holder != null && holder.session() == session && holder.logged();
      holder = new Registrant(session, connection.connections(), now, logged);
    }
    long left = patienceNanos - (now - holder.since());
    if (left > 0) {
      registering.triggerAfter(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      return;
    }
    String message =
        "another process is registered as node "
            + info.id()
            + " and lives: "
            + new String(found.data(), StandardCharsets.UTF_8);
    if (everRegistered) {
      if (!holder.logged()) {
        LOG.error("{}; this process waits for its end", message);
        holder = new Registrant(session, holder.connection(), holder.since(), true);
      }
    } else {
      throw new CoordinationException(ManagerError.NODE_TAKEN, message);
    }
  }

  /** What is refused may be allowed later, except a node id that is taken. */
  private void refused(Exception failure) {
    RuntimeException named = ZooKeeperFailures.named("registration of node " + node.id(), failure);
    if (!named.getMessage().equals(lastRefusal)) {
      lastRefusal = named.getMessage();
      LOG.error(lastRefusal);
    }
    boolean taken =
        named instanceof CoordinationException error && error.error() == ManagerError.NODE_TAKEN;
    CompletableFuture<Void> asked;
    synchronized (this) {
      asked = result;
      if (taken) {
        node = null;
        result = null;
      }
    }
    if (!taken) {
      registering.triggerLater();
    }
    if (asked != null) {
      connection.fail(asked, named);
    }
  }
}
