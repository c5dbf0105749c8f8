package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.format.StateFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a node should balance the store, and which. Operators say the former; while they want it,
 * the seat is a znode that the first node makes and that ends with its session, and then the next
 * one makes it. Nothing rests on it: moves name the attempt that they expect, so two nodes that
 * both believe to have it do no harm, and without the configuration manager none has it.
 * Thread-safe. Source: {@code docs/decisions/0058}.
 */
public final class BalancerSeat {

  private static final Logger LOG = LoggerFactory.getLogger(BalancerSeat.class);
  private static final int NOBODY = -1;

  private final ZooKeeperConnection connection;
  private final ClusterChoice cluster;
  private final Standing looking;
  private final CuratorWatcher watcher;

  private volatile int node = NOBODY;
  private volatile SeatView view = SeatView.NONE;

  /** The connection by which the view was seen; another one may be of another session. */
  private volatile int seenOn = -1;

  /** Of the worker's thread. */
  private String lastRefusal = "";

  BalancerSeat(ZooKeeperConnection connection, ClusterChoice cluster) {
    this.connection = connection;
    this.cluster = cluster;
    looking = connection.keep(this::look, this::refused);
    watcher = event -> looking.trigger();
  }

  /**
   * From now on this process takes the seat whenever operators want the store balanced and nobody
   * has it.
   *
   * @param as the node that it is
   */
  public void take(int as) {
    node = as;
    looking.trigger();
  }

  /**
   * What was last seen by a process that {@linkplain #take takes} the seat; while the configuration
   * manager is out of reach, the seat is nobody's here.
   */
  public SeatView view() {
    SeatView seen = view;
    return connection.isConnected() && seenOn == connection.connections()
        ? seen
        : new SeatView(seen.settings(), OptionalInt.empty(), false);
  }

  /** Whether the configuration manager can be asked now, as far as known. */
  public boolean isReachable() {
    return connection.isConnected();
  }

  /**
   * Says what operators want; the last one counts.
   *
   * @return fails as {@code NO_SUCH_CLUSTER}
   */
  public CompletableFuture<Void> set(BalanceSettings settings) {
    byte[] data = StateFormat.balance(settings);
    return connection.submit(
        "settings of the balancer",
        client -> {
          String path = cluster.paths(client).balance();
          try {
            client.create().forPath(path, data);
          } catch (NodeExistsException e) {
            client.setData().forPath(path, data);
          } catch (NoNodeException e) {
            throw noCluster(path, e);
          }
          return null;
        });
  }

  /** What is so now; {@code isMine} as this process last saw it. */
  public CompletableFuture<SeatView> read() {
    return connection.submit(
        "settings of the balancer",
        client -> {
          Paths paths = cluster.paths(client);
          // The server asked may lag; what follows on the connection is answered after this.
          client.sync().forPath(paths.top());
          return new SeatView(settings(client, paths), holder(client, paths), view().isMine());
        });
  }

  private static Optional<BalanceSettings> settings(CuratorFramework client, Paths paths)
      throws Exception {
    return Znode.read(client, paths.balance())
        .map(znode -> StateFormat.balance(znode.path(), znode.data()));
  }

  private static OptionalInt holder(CuratorFramework client, Paths paths) throws Exception {
    Optional<Znode> found = Znode.read(client, paths.balancer());
    return found.isPresent() ? OptionalInt.of(holder(found.get())) : OptionalInt.empty();
  }

  private static int holder(Znode seat) {
    return StateFormat.seat(seat.path(), seat.data());
  }

  // -- of the worker's thread

  private Void look(CuratorFramework client) throws Exception {
    if (node == NOBODY) {
      return null;
    }
    int on = connection.connections();
    Paths paths = cluster.paths(client);
    client.checkExists().usingWatcher(watcher).forPath(paths.balance());
    SeatView wanted = new SeatView(settings(client, paths), OptionalInt.empty(), false);
    if (wanted.isOn()) {
      make(client, paths.balancer());
    }
    client.checkExists().usingWatcher(watcher).forPath(paths.balancer());
    Optional<Znode> seat = Znode.read(client, paths.balancer());
    if (seat.isEmpty()) {
      view = wanted;
      if (wanted.isOn()) {
        // It has gone in between.
        looking.trigger();
      }
    } else {
      settle(client, wanted, seat.get());
    }
    seenOn = on;
    lastRefusal = "";
    return null;
  }

  private void make(CuratorFramework client, String path) throws Exception {
    try {
      client.create().withMode(CreateMode.EPHEMERAL).forPath(path, StateFormat.seat(node));
    } catch (NodeExistsException e) {
      // Somebody has it.
    } catch (NoNodeException e) {
      throw noCluster(path, e);
    }
  }

  private void settle(CuratorFramework client, SeatView wanted, Znode seat) throws Exception {
    boolean isMine =
        seat.stat().getEphemeralOwner()
            == client.getZookeeperClient().getZooKeeper().getSessionId();
    if (isMine && !wanted.isOn()) {
      try {
        client.delete().withVersion(seat.stat().getVersion()).forPath(seat.path());
      } catch (NoNodeException | BadVersionException e) {
        // The watch tells.
      }
    }
    view = new SeatView(wanted.settings(), OptionalInt.of(holder(seat)), isMine);
  }

  private static CoordinationException noCluster(String path, Exception cause) {
    return new CoordinationException(
        ManagerError.NO_SUCH_CLUSTER,
        "znode " + path + " cannot be made: the cluster does not exist",
        cause);
  }

  /** A cluster that is not known yet will be; what is malformed, an operator has to mend. */
  private void refused(Exception failure) {
    RuntimeException named = ZooKeeperFailures.named("the balancer's seat", failure);
    view = SeatView.NONE;
    if (!named.getMessage().equals(lastRefusal)) {
      lastRefusal = named.getMessage();
      LOG.warn("{}; this node does not balance the store", lastRefusal);
    }
    if (!(named instanceof CoordinationException e) || e.error() != ManagerError.CLOSED) {
      looking.triggerLater();
    }
  }
}
