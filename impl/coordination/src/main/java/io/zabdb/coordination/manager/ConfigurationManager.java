package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.ring.Ring;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;

/**
 * The configuration manager, as a node or a client uses it: ring, groups, leaders, nodes. Safety
 * never rests on it: it says where to ask, each group's replicated state says what it owns.
 *
 * <p>No method waits for ZooKeeper, and none fails because ZooKeeper is away: the constructor
 * returns at once, connections are tried for ever, and operations complete later. They fail with a
 * {@link CoordinationException}: {@code UNAVAILABLE} after {@link
 * ManagerSettings#operationTimeout}, {@code OVERLOADED} if more than {@value
 * Connection#MAX_OPERATIONS} are under way, {@code CLOSED}, {@code MALFORMED} or {@code TOO_LARGE}
 * for what a znode holds, and as each one says. Every operation may be repeated.
 *
 * <p>Futures complete, and listeners and watchers are called, one at a time on one thread of this
 * object: they must not wait for anything, least of all for another future of this object. What
 * they throw is logged.
 *
 * <p>Thread-safe. Source: ACaZoo, section IV-B (register and deregister a group, new leader, get
 * ring info, watches on {@code system_state}). {@code docs/configuration-manager.md} shows the
 * znodes.
 */
public final class ConfigurationManager implements AutoCloseable {

  private final ZooKeeperConnection connection;
  private final ClusterChoice cluster;
  private final LeaderReports leaders;
  private final NodeRegistration registration;
  private final StateWatch watch;
  private final ClusterUpkeep upkeep;
  private final BalancerSeat seat;

  /** Returns at once. */
  public ConfigurationManager(ManagerSettings settings) {
    connection = new ZooKeeperConnection(settings);
    cluster = new ClusterChoice(settings.cluster());
    leaders = new LeaderReports(connection, cluster);
    registration = new NodeRegistration(connection, cluster, settings);
    watch = new StateWatch(connection, cluster);
    upkeep = new ClusterUpkeep(connection, leaders, watch, registration::again);
    seat = new BalancerSeat(connection, cluster);
    connection.start();
  }

  /** Whether ZooKeeper can be reached, as far as known. */
  public boolean isConnected() {
    return connection.isConnected();
  }

  /**
   * Calls the listener with {@link #isConnected} now and after each change.
   *
   * @return ends it
   */
  public Subscription addConnectionListener(Consumer<Boolean> listener) {
    return connection.addListener(listener);
  }

  /** All clusters known. */
  public CompletableFuture<List<UUID>> clusters() {
    return connection.submit("list of clusters", ClusterChoice::all);
  }

  /**
   * The cluster that all operations are about: the one of the settings, or the only one.
   *
   * @return fails as {@code NO_SUCH_CLUSTER} if none was named and there is none, {@code
   *     SEVERAL_CLUSTERS} if there are several; their names are in the message
   */
  public CompletableFuture<UUID> cluster() {
    return connection.submit("choice of the cluster", client -> cluster.paths(client).cluster());
  }

  /**
   * Makes a cluster known. The same definition (families, ring, groups and their members) may come
   * again, also when ring and groups have changed since.
   *
   * @param state leaders and epochs are taken over, nodes are ignored
   * @return fails as {@code OTHER_DEFINITION} if the cluster was created otherwise, {@code
   *     TOO_LARGE} if all together has more than a million bytes, {@code INVALID_ARGUMENT}
   */
  public CompletableFuture<Void> createCluster(ClusterState state) {
    String what = "creation of cluster " + state.cluster();
    try {
      requireNamed(state.cluster());
      return connection.submit(what, new ClusterCreation(state));
    } catch (IllegalArgumentException | CoordinationException e) {
      return CompletableFuture.failedFuture(ZooKeeperFailures.named(what, e));
    }
  }

  /**
   * From now on makes the cluster known again whenever the configuration manager has lost it, or a
   * part of it: families, groups, the newest ring that this process has seen, and who leads, as far
   * as this process reported it. Never replaces what is newer. Once only.
   *
   * @param state as it was given to {@link #createCluster}
   * @throws IllegalStateException the second time
   */
  public void keepCluster(ClusterState state) {
    requireNamed(state.cluster());
    upkeep.keep(state);
  }

  /**
   * From now on makes a group known that was born since the cluster was made, and makes it known
   * again whenever the configuration manager has lost it.
   *
   * @param group that no {@link #keepCluster} names; the same one may come again
   */
  public void keepGroup(GroupInfo group) {
    upkeep.keep(group);
  }

  /**
   * A group has ended: it is made known no more, and forgotten, unless the ring here gives it
   * partitions. It waits without a deadline until ZooKeeper is there.
   */
  public void dropGroup(int group) {
    leaders.forget(group);
    upkeep.drop(group);
  }

  /** This process has no replica of a group any more: others see to it that it is known. */
  public void leaveGroup(int group) {
    leaders.forget(group);
    upkeep.leave(group);
  }

  /**
   * What the configuration manager lacks of what this process told it by {@link #keepCluster} and
   * {@link #registerNode}, or why that is not known; empty if it is connected and all was there
   * when it was last looked: with each connection, with each change of this node's entry, and every
   * {@value ClusterUpkeep#PERIOD_MILLIS} ms.
   */
  public Optional<String> missing() {
    return upkeep.problem().or(registration::problem);
  }

  private void requireNamed(UUID created) {
    UUID named = cluster.cluster().orElse(created);
    if (!named.equals(created)) {
      throw new IllegalArgumentException("this client is of cluster " + named);
    }
  }

  /**
   * Makes a group known ({@code registerRG}). If it is known with the same members, nothing
   * changes.
   *
   * @return fails as {@code OTHER_DEFINITION} if it has other members, {@code NO_SUCH_CLUSTER},
   *     {@code INVALID_ARGUMENT}
   */
  public CompletableFuture<Void> registerGroup(GroupInfo group) {
    return change("registration of group " + group.id(), groups -> groups.register(group));
  }

  /**
   * Forgets a group ({@code deregisterRG}). If it is not known, nothing changes.
   *
   * @return fails as {@code GROUP_IN_USE} while the ring gives it partitions, {@code
   *     NO_SUCH_CLUSTER}
   */
  public CompletableFuture<Void> deregisterGroup(int group) {
    return change("deregistration of group " + group, groups -> groups.deregister(group));
  }

  /**
   * Replaces the ring, if it has the version expected. If the next ring is there already, nothing
   * changes.
   *
   * @param expected the version to be replaced
   * @param next of a higher version; its groups must be known
   * @return fails as {@code RING_CHANGED} if the ring has another version, {@code NO_SUCH_GROUP},
   *     {@code TOO_LARGE} if it has more than a million bytes (about 20,000 partitions), {@code
   *     NO_SUCH_CLUSTER}, {@code INVALID_ARGUMENT}
   */
  public CompletableFuture<Void> changeRing(long expected, Ring next) {
    return change(
        "change of the ring to version " + next.version(),
        groups -> groups.changeRing(expected, next));
  }

  /**
   * Reports who leads a group. Only a higher epoch than all before overwrites, so a report that
   * comes late never wins. It waits without a deadline until ZooKeeper is there, or until a later
   * report of this process about the group takes its place.
   *
   * @param epoch from 1
   * @return fails as {@code NO_SUCH_GROUP}, {@code NO_SUCH_CLUSTER}, {@code INVALID_ARGUMENT} if
   *     the node is no member
   */
  public CompletableFuture<LeaderReport> newLeader(int group, int node, long epoch) {
    return newLeader(group, node, epoch, List.of());
  }

  /**
   * The same, by a leader that knows which nodes are members; it may report again when they change.
   *
   * @param members empty: as they were
   */
  public CompletableFuture<LeaderReport> newLeader(
      int group, int node, long epoch, List<Integer> members) {
    return leaders.report(group, node, epoch, members);
  }

  /**
   * Registers this process as a node, from now until this object is closed, through all sessions.
   * Once only, except to change what is registered.
   *
   * @param isBound whether this process listens at that host and port: then another process's entry
   *     of the same node with the same host and port is taken for dead and replaced
   * @return completes when the node is registered, without a deadline; fails as {@code NODE_TAKEN}
   *     if another live process is this node (known after twice the session timeout), then the
   *     registration is over; as {@code NO_SUCH_CLUSTER} while it goes on
   * @throws IllegalArgumentException for values outside their bounds, and another node's id than
   *     before
   */
  public CompletableFuture<Void> registerNode(NodeInfo node, boolean isBound) {
    return registration.register(node, isBound);
  }

  /** The same for a process that listens where it says. */
  public CompletableFuture<Void> registerNode(NodeInfo node) {
    return registerNode(node, true);
  }

  /**
   * Changes the load of the registered node; the last one counts.
   *
   * @param load bytes stored, about
   * @throws IllegalStateException if no node is registered
   */
  public void reportLoad(long load) {
    registration.reportLoad(load);
  }

  /** Who balances the store, and whether anybody should. */
  public BalancerSeat balancerSeat() {
    return seat;
  }

  /**
   * Reads the whole state afresh. Each znode is read by itself: while the state changes, some may
   * be newer than others.
   *
   * @return fails as {@code NO_SUCH_CLUSTER}, {@code SEVERAL_CLUSTERS}
   */
  public CompletableFuture<ClusterState> getRingInfo() {
    return connection.submit(
        "get ring info",
        client -> {
          Paths paths = cluster.paths(client);
          // The server asked may lag; what follows on the connection is answered after this.
          client.sync().forPath(paths.state());
          StateCache fresh = new StateCache(paths);
          for (String path : fresh.all(client)) {
            fresh.read(client, path);
          }
          return fresh.state().orElseThrow();
        });
  }

  /**
   * Follows the state: calls with the state now (as soon as it is known) and after changes; of
   * several at once only with the last. Nothing is missed over lost connections and sessions. A
   * znode that cannot be read keeps its value: see {@link #problems}.
   *
   * @return ends it
   */
  public Subscription watch(Consumer<ClusterState> watcher) {
    return watch.subscribe(watcher);
  }

  /** The newest state seen, also while ZooKeeper is away; empty if none was seen yet. */
  public Optional<KnownState> lastKnown() {
    return watch.lastKnown();
  }

  /** By path, which znodes cannot be read and why; empty if all is well. */
  public Map<String, String> problems() {
    return watch.problems();
  }

  /** Ends the session, so that the node's entry vanishes; waits for ZooKeeper up to 5 s. */
  @Override
  public void close() {
    connection.close();
  }

  private CompletableFuture<Void> change(String what, RingChange change) {
    return connection.submit(
        what,
        (CuratorFramework client) -> {
          change.make(new Groups(client, cluster.paths(client)));
          return null;
        });
  }

  @FunctionalInterface
  private interface RingChange {
    void make(Groups groups) throws Exception;
  }
}
