package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.ring.Ring;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the configuration manager knows the cluster, should it lose its data: looks with
 * each new connection, when the cluster's znode is deleted, and every {@value #PERIOD_MILLIS} ms.
 * What is missing is made again, the ring in the newest version that this process has seen, and the
 * reports of leaders that this process made are made again. What is there is only replaced by what
 * is newer, by compare-and-set, so any number of processes may do this at the same time. Nothing
 * rests on it: what is restored is routing. Thread-safe.
 */
final class ClusterUpkeep {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterUpkeep.class);

  /** How often it looks, if nothing else makes it look. */
  static final long PERIOD_MILLIS = 10_000;

  private static final int NEVER = -1;

  private final ZooKeeperConnection connection;
  private final LeaderReports leaders;
  private final Runnable restored;
  private final Standing looking;
  private final CuratorWatcher watcher;

  /** By number. */
  private final Map<Integer, GroupInfo> born = new ConcurrentHashMap<>();

  /** Those that may still be known. */
  private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

  private volatile ClusterCreation creation;
  private volatile ClusterState definition;

  /** The newest ring seen. */
  private volatile Ring ring;

  /** The connection on which all was found or made; {@link #NEVER} if the last look failed. */
  private volatile int completeOn = NEVER;

  private volatile String problem = "it was not asked yet";

  /**
   * @param restored run when something was made again
   */
  ClusterUpkeep(
      ZooKeeperConnection connection, LeaderReports leaders, StateWatch watch, Runnable restored) {
    this.connection = connection;
    this.leaders = leaders;
    this.restored = restored;
    looking = connection.keep(this::look, this::refused);
    watcher = event -> looking.trigger();
    watch.subscribe(state -> seen(state.ring()));
  }

  /**
   * Keeps a cluster known from now on; once.
   *
   * @throws IllegalStateException the second time
   */
  synchronized void keep(ClusterState state) {
    if (definition != null) {
      throw new IllegalStateException("cluster " + definition.cluster() + " is kept already");
    }
    creation = new ClusterCreation(state);
    seen(state.ring());
    definition = state;
    tick();
  }

  /** Keeps a group known that is none of the cluster's definition. */
  void keep(GroupInfo group) {
    born.put(group.id(), group);
    looking.trigger();
  }

  /** Does not keep a group known any more. */
  void leave(int group) {
    born.remove(group);
  }

  /** A group is no more. */
  void drop(int group) {
    leave(group);
    ended.add(group);
    looking.trigger();
  }

  private void tick() {
    looking.trigger();
    connection.executeAfter(PERIOD_MILLIS, this::tick);
  }

  private synchronized void seen(Ring news) {
    if (ring == null || news.version() > ring.version()) {
      ring = news;
    }
  }

  /** Why the configuration manager does not know the cluster; empty if it does, as last seen. */
  Optional<String> problem() {
    boolean isComplete = connection.isConnected() && completeOn == connection.connections();
    return isComplete ? Optional.empty() : Optional.of(problem);
  }

  private Void look(CuratorFramework client) throws Exception {
    ClusterState state = definition;
    if (state == null) {
      return null;
    }
    int on = connection.connections();
    if (completeOn != on) {
      problem = "it was not asked yet on this connection";
    }
    Paths paths = new Paths(state.cluster());
    int made = creation.restore(client);
    Groups groups = new Groups(client, paths);
    for (GroupInfo group : born.values()) {
      // If it is there, its members may have changed since it was born.
      String path = paths.group(group.id());
      made += ClusterCreation.isMade(client, path, StateFormat.group(group)) ? 1 : 0;
    }
    for (int group : ended) {
      forget(client, groups, paths, group);
    }
    boolean isRingRaised = groups.raiseRing(ring);
    int reported = leaders.again(groups);
    client.checkExists().usingWatcher(watcher).forPath(paths.state());
    completeOn = on;
    if (made > 0 || isRingRaised || reported > 0) {
      LOG.warn(
          "the configuration manager had lost data of cluster {}: made {} znodes{}, reported {}"
              + " leaders again",
          state.cluster(),
          made,
          isRingRaised ? " and ring version " + ring.version() : "",
          reported);
      restored.run();
    }
    return null;
  }

  private void forget(CuratorFramework client, Groups groups, Paths paths, int group)
      throws Exception {
    try {
      if (client.checkExists().forPath(paths.group(group)) != null) {
        groups.deregister(group);
      }
    } catch (CoordinationException e) {
      if (e.error() != ManagerError.GROUP_IN_USE) {
        throw e;
      }
      // The ring of its beginning names it, and clients know better.
      LOG.debug("group {} stays with the configuration manager", group, e);
    }
    ended.remove(group);
  }

  private void refused(Exception failure) {
    String now = ZooKeeperFailures.named("restoring the cluster", failure).getMessage();
    if (!now.equals(problem)) {
      LOG.error("the configuration manager does not know this cluster: {}", now);
    }
    problem = now;
    completeOn = NEVER;
  }
}
