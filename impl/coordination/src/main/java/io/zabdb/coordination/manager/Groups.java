package io.zabdb.coordination.manager;

import io.zabdb.coordination.error.CoordinationException;
import io.zabdb.coordination.error.ManagerError;
import io.zabdb.coordination.format.StateFormat;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;

/** Changes of groups and of the ring, each as compare-and-set. */
final class Groups {

  private final CuratorFramework client;
  private final Paths paths;

  Groups(CuratorFramework client, Paths paths) {
    this.client = client;
    this.paths = paths;
  }

  void register(GroupInfo group) throws Exception {
    byte[] data = StateFormat.group(group);
    while (true) {
      try {
        client.create().forPath(paths.group(group.id()), data);
        return;
      } catch (NoNodeException e) {
        throw noCluster();
      } catch (NodeExistsException e) {
        Znode znode = Znode.read(client, paths.group(group.id())).orElse(null);
        if (znode != null) {
          requireSameMembers(StateFormat.group(znode.path(), znode.data()), group);
          return;
        }
      }
    }
  }

  private static void requireSameMembers(GroupInfo registered, GroupInfo group) {
    if (!registered.nodes().equals(group.nodes())) {
      throw new CoordinationException(
          ManagerError.OTHER_DEFINITION,
          "group "
              + group.id()
              + " of nodes "
              + group.nodes()
              + " is registered with nodes "
              + registered.nodes());
    }
  }

  /** No partition may name it, not even if the ring changes at the same time. */
  void deregister(int group) throws Exception {
    while (true) {
      Znode ring = ring();
      if (groupsOf(StateFormat.ring(ring.path(), ring.data())).contains(group)) {
        throw new CoordinationException(
            ManagerError.GROUP_IN_USE, "group " + group + " owns partitions of the ring");
      }
      try {
        client
            .transaction()
            .forOperations(
                client
                    .transactionOp()
                    .check()
                    .withVersion(ring.stat().getVersion())
                    .forPath(ring.path()),
                client.transactionOp().delete().forPath(paths.group(group)));
        return;
      } catch (NoNodeException e) {
        return;
      } catch (BadVersionException e) {
        // The ring has changed: look again.
      }
    }
  }

  /** Repeating it does nothing. */
  void changeRing(long expected, Ring next) throws Exception {
    if (next.version() <= expected) {
      throw new IllegalArgumentException(
          "ring version " + next.version() + " does not follow version " + expected);
    }
    byte[] data = StateFormat.ring(next);
    if (data.length > StateFormat.MAX) {
      throw new CoordinationException(
          ManagerError.TOO_LARGE,
          StateFormat.tooLarge(
              "the ring of " + next.partitions().size() + " partitions", data.length));
    }
    while (true) {
      Znode znode = ring();
      Ring current = StateFormat.ring(znode.path(), znode.data());
      if (current.equals(next)) {
        return;
      }
      if (current.version() != expected) {
        throw new CoordinationException(
            ManagerError.RING_CHANGED,
            "the ring has version "
                + current.version()
                + ", version "
                + expected
                + " was to be replaced by version "
                + next.version());
      }
      try {
        replaceRing(znode, current, next, data);
        return;
      } catch (BadVersionException e) {
        // Someone was faster: look again.
      } catch (NoNodeException e) {
        throw new CoordinationException(
            ManagerError.NO_SUCH_GROUP,
            "ring version "
                + next.version()
                + " names one of groups "
                + newGroups(current, next)
                + " that is not registered",
            e);
      }
    }
  }

  /**
   * Puts a ring in the place of an older one.
   *
   * @return whether it did; not if the ring there is as new
   */
  boolean raiseRing(Ring newest) throws Exception {
    while (true) {
      Znode znode = ring();
      Ring current = StateFormat.ring(znode.path(), znode.data());
      if (current.version() >= newest.version()) {
        return false;
      }
      try {
        replaceRing(znode, current, newest, StateFormat.ring(newest));
        return true;
      } catch (BadVersionException e) {
        // Someone was faster: look again.
      }
    }
  }

  private void replaceRing(Znode znode, Ring current, Ring next, byte[] data) throws Exception {
    List<CuratorOp> operations = new ArrayList<>();
    for (int group : newGroups(current, next)) {
      operations.add(client.transactionOp().check().forPath(paths.group(group)));
    }
    operations.add(
        client
            .transactionOp()
            .setData()
            .withVersion(znode.stat().getVersion())
            .forPath(znode.path(), data));
    client.transaction().forOperations(operations);
  }

  private static Set<Integer> newGroups(Ring current, Ring next) {
    Set<Integer> groups = groupsOf(next);
    groups.removeAll(groupsOf(current));
    return groups;
  }

  private static Set<Integer> groupsOf(Ring ring) {
    Set<Integer> groups = new TreeSet<>();
    for (RingPartition partition : ring.partitions()) {
      groups.add(partition.group());
    }
    return groups;
  }

  /**
   * The report wins if its epoch is higher than all before, or if it is of the same leader; an
   * older one never overwrites.
   *
   * @param members of the group; empty: as they were
   */
  LeaderReport newLeader(int id, int node, long epoch, List<Integer> members) throws Exception {
    while (true) {
      Znode znode = group(id);
      GroupInfo group = StateFormat.group(znode.path(), znode.data());
      GroupInfo next = new GroupInfo(id, members.isEmpty() ? group.nodes() : members, node, epoch);
      if (!next.nodes().contains(node)) {
        throw new IllegalArgumentException(
            "node " + node + " is none of group " + id + " of nodes " + next.nodes());
      }
      if (next.equals(group)) {
        return LeaderReport.WRITTEN;
      }
      if (epoch < group.epoch() || (epoch == group.epoch() && node != group.leaderNode())) {
        return LeaderReport.OUTDATED;
      }
      try {
        client
            .setData()
            .withVersion(znode.stat().getVersion())
            .forPath(znode.path(), StateFormat.group(next));
        return LeaderReport.WRITTEN;
      } catch (BadVersionException | NoNodeException e) {
        // Someone was faster: look again.
      }
    }
  }

  /** The highest epoch of which a leader of a group was reported. */
  long epoch(int id) throws Exception {
    Znode znode = group(id);
    return StateFormat.group(znode.path(), znode.data()).epoch();
  }

  private Znode group(int id) throws Exception {
    return Znode.read(client, paths.group(id))
        .orElseThrow(
            () ->
                new CoordinationException(
                    ManagerError.NO_SUCH_GROUP,
                    "group " + id + " is not registered in cluster " + paths.cluster()));
  }

  private Znode ring() throws Exception {
    return Znode.read(client, paths.ring()).orElseThrow(this::noCluster);
  }

  private CoordinationException noCluster() {
    return new CoordinationException(
        ManagerError.NO_SUCH_CLUSTER,
        "the configuration manager does not know cluster " + paths.cluster());
  }
}
