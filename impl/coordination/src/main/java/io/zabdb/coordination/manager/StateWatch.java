package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.model.cluster.ClusterState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows {@code system_state}. A persistent recursive watch says which znodes have changed; these
 * are read. With each connection the watch is set anew and then everything is read, so nothing that
 * happened in between is missed. Thread-safe.
 *
 * <p>Curator's {@code CuratorCache} is not used: after a connection it does not tell of a znode
 * that was deleted and made again in the meantime, as those of restarted nodes are.
 */
final class StateWatch {

  private static final Logger LOG = LoggerFactory.getLogger(StateWatch.class);

  private final ZooKeeperConnection connection;
  private final ClusterChoice cluster;
  private final Standing reading;
  private final CuratorWatcher watcher = this::changed;
  private final Set<String> stale = ConcurrentHashMap.newKeySet();
  private final List<Consumption> consumptions = new CopyOnWriteArrayList<>();
  private final Map<String, String> problems = new ConcurrentSkipListMap<>();

  /** The connection whose watch is set and whose state was read once. */
  private volatile int readOn;

  private volatile ClusterState last;

  /** When all that was known to be new had been read. */
  private volatile long lastCurrent;

  /** Of the worker's thread. */
  private StateCache cache;

  StateWatch(ZooKeeperConnection connection, ClusterChoice cluster) {
    this.connection = connection;
    this.cluster = cluster;
    reading = connection.keep(this::read, this::refused);
    connection.addListener(
        connected -> {
          if (!connected && last != null) {
            lastCurrent = System.nanoTime();
          }
        });
  }

  Subscription subscribe(Consumer<ClusterState> consumer) {
    Consumption consumption = new Consumption(connection, consumer);
    // There, so that no older state follows a newer one.
    connection.execute(
        () -> {
          consumptions.add(consumption);
          if (last != null) {
            consumption.offer(last);
          }
        });
    return () -> {
      consumption.end();
      connection.execute(() -> consumptions.remove(consumption));
    };
  }

  Optional<KnownState> lastKnown() {
    ClusterState state = last;
    if (state == null) {
      return Optional.empty();
    }
    boolean current =
        connection.isConnected() && readOn == connection.connections() && stale.isEmpty();
    Duration age =
        current ? Duration.ZERO : Duration.ofNanos(Math.max(0, System.nanoTime() - lastCurrent));
    return Optional.of(new KnownState(state, age));
  }

  /** By path, what could not be read; empty if all is well. */
  Map<String, String> problems() {
    return Map.copyOf(problems);
  }

  /** On ZooKeeper's thread. */
  private void changed(WatchedEvent event) {
    if (event.getType() != EventType.None) {
      stale.add(event.getPath());
      reading.trigger();
    }
  }

  private Void read(CuratorFramework client) throws Exception {
    Paths paths = cluster.paths(client);
    problems.remove(Paths.ROOT);
    if (cache == null) {
      cache = new StateCache(paths);
    }
    int connectionNow = connection.connections();
    if (readOn != connectionNow) {
      client
          .watchers()
          .add()
          .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
          .usingWatcher(watcher)
          .forPath(paths.state());
      stale.addAll(cache.all(client));
    }
    for (String path : List.copyOf(stale)) {
      // First, so that a change while it is read is not forgotten.
      stale.remove(path);
      try {
        readOne(client, path);
      } catch (Exception e) {
        stale.add(path);
        throw e;
      }
    }
    readOn = connectionNow;
    lastCurrent = System.nanoTime();
    publish();
    return null;
  }

  private void readOne(CuratorFramework client, String path) throws Exception {
    try {
      cache.read(client, path);
      problems.remove(path);
    } catch (CoordinationException e) {
      String before = problems.put(path, e.getMessage());
      if (!e.getMessage().equals(before)) {
        report(e);
      }
    }
  }

  /** The first nodes of a new cluster come before one of them has described it. */
  private void report(CoordinationException e) {
    if (last == null && e.error() == ManagerError.NO_SUCH_CLUSTER) {
      LOG.info("{} so far", e.getMessage());
    } else {
      LOG.error("{}; what was known before stays in force", e.getMessage());
    }
  }

  private void publish() {
    cache
        .state()
        .filter(state -> !state.equals(last))
        .ifPresent(
            state -> {
              last = state;
              consumptions.forEach(consumption -> consumption.offer(state));
            });
  }

  /** Mostly that there is no cluster yet. */
  private void refused(Exception failure) {
    RuntimeException named = ZooKeeperFailures.named("watching the cluster", failure);
    String before = problems.put(Paths.ROOT, named.getMessage());
    if (!named.getMessage().equals(before)) {
      LOG.warn("{}; looking again from time to time", named.getMessage());
    }
    if (!(named instanceof CoordinationException e) || e.error() != ManagerError.CLOSED) {
      reading.triggerLater();
    }
  }
}
