package io.zabdb.cli.admin;

import io.zabdb.balancer.HeardOf;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Ends a group: what it has moves to others, one partition after the other; then it ends. */
final class GroupRemoval {

  private final ZabClient client;
  private final int group;
  private final Integer to;
  private final Patience patience;
  private final Consumer<String> told;

  /** Groups that a partition was to go to, and did not. */
  private final Map<String, Set<Integer>> tried = new HashMap<>();

  /**
   * @param to the group that gets all; null: each goes to the one that has fewest then, and to the
   *     next one if it comes to nothing
   */
  GroupRemoval(ZabClient client, int group, Integer to, Patience patience, Consumer<String> told) {
    this.client = client;
    this.group = group;
    this.to = to;
    this.patience = patience;
    this.told = told;
  }

  void run(Iterable<Integer> nodes) throws InterruptedException, CliException {
    ClusterState state = ZabClient.await(client.admin().ring());
    require(state, group);
    if (to != null) {
      require(state, to);
    }
    boolean hasEnded = false;
    while (!hasEnded) {
      drain();
      hasEnded = hasEnded();
    }
    told.accept("group " + group + " has ended");
    KnownGroups.awaitEnd(client, nodes, group, patience);
  }

  private static void require(ClusterState state, int group) throws CliException {
    if (state.groups().stream().noneMatch(known -> known.id() == group)) {
      throw CliException.differs(
          "there is no group "
              + group
              + "; there are "
              + state.groups().stream().map(GroupInfo::id).toList());
    }
  }

  private void drain() throws InterruptedException, CliException {
    List<Partition> left = partitions();
    while (!left.isEmpty()) {
      String why = "";
      if (left.stream().allMatch(part -> part.getPhase().equals("SERVING"))) {
        why = move(left.get(0).getName());
      }
      String names =
          left.stream()
              .map(part -> part.getName() + " (" + part.getPhase() + ")")
              .collect(Collectors.joining(", "));
      patience.pause("group " + group + " has " + names + why);
      left = partitions();
    }
  }

  private List<Partition> partitions() throws InterruptedException, CliException {
    while (true) {
      try {
        return ZabClient.await(client.admin().partitions(group));
      } catch (ZabException e) {
        pauseIfItMayPass(e);
      }
    }
  }

  private void pauseIfItMayPass(ZabException e) throws InterruptedException, CliException {
    // A node that has no replica of the group may be one that had.
    boolean mayPass =
        HeardOf.mayPass(e.code())
            || e.code() == ErrorCode.OVERLOADED
            || e.code() == ErrorCode.WRONG_OWNER;
    if (!mayPass) {
      throw e;
    }
    patience.pause("it waits: " + e.problem());
  }

  /** Why it cannot begin now; empty: it has. */
  private String move(String partition) throws CliException {
    Set<Integer> before = tried.computeIfAbsent(partition, any -> new HashSet<>());
    int heir = to != null ? to : heir(before);
    try {
      ZabClient.await(client.admin().startMove(group, partition, heir));
      // That it does not begin says nothing of the other group: only this one was asked.
      before.add(heir);
      told.accept("partition " + partition + " goes to group " + heir);
      return "";
    } catch (ZabException e) {
      return ": " + e.problem();
    }
  }

  /** The emptiest of those that were not tried, or of all, once all were. */
  private int heir(Set<Integer> before) throws CliException {
    ClusterState state = ZabClient.await(client.admin().ring());
    List<Integer> others =
        state.groups().stream().map(GroupInfo::id).filter(other -> other != group).toList();
    if (others.isEmpty()) {
      throw CliException.differs(
          "group " + group + " is the only one: nobody could take what it has");
    }
    if (before.containsAll(others)) {
      before.clear();
    }
    return others.stream()
        .filter(other -> !before.contains(other))
        .min(Comparator.comparingLong(other -> count(state.ring().partitions(), other)))
        .orElseThrow();
  }

  private static long count(List<RingPartition> all, int group) {
    return all.stream().filter(part -> part.group() == group).count();
  }

  /** Whether it has; not if something has come to it meanwhile. */
  private boolean hasEnded() throws InterruptedException, CliException {
    while (true) {
      try {
        ZabClient.await(client.admin().endGroup(group));
        return true;
      } catch (ZabException e) {
        if (e.code() == ErrorCode.INVALID_ARGUMENT) {
          patience.pause(e.problem());
          return false;
        }
        pauseIfItMayPass(e);
      }
    }
  }
}
