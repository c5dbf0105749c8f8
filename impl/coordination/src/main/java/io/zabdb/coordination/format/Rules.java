package io.zabdb.coordination.format;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.RingPartition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The bounds of what znodes hold, beside those of the values themselves. A breach is an {@link
 * IllegalArgumentException}.
 */
public final class Rules {

  /** The most column families. */
  public static final int FAMILIES = 1_000;

  /** The most groups. */
  public static final int GROUPS = 10_000;

  /** Numbers of groups are below it: which node drew one, it says ({@code docs/decisions/0062}). */
  public static final int GROUP_IDS = 1_000_000_000;

  /** The most members of a group. */
  public static final int MEMBERS = 99;

  /** The highest node id. */
  public static final int NODE = 1_000_000;

  /** The most characters of a name or a host. */
  public static final int NAME = 255;

  private Rules() {}

  /** Checks a cluster to be created. */
  public static void check(ClusterState state) {
    checkFamilies(state.families());
    require(
        state.groups().size() <= GROUPS, state.groups().size() + " groups, allowed are " + GROUPS);
    Set<Integer> groups = new HashSet<>();
    for (GroupInfo group : state.groups()) {
      check(group);
      require(groups.add(group.id()), "group " + group.id() + " is named twice");
    }
    for (RingPartition partition : state.ring().partitions()) {
      require(
          groups.contains(partition.group()),
          "partition " + partition.name() + " is of group " + partition.group() + ", unknown");
    }
  }

  static void checkFamilies(List<Family> families) {
    require(families.size() <= FAMILIES, families.size() + " families, allowed are " + FAMILIES);
    Set<String> names = new HashSet<>();
    for (Family family : families) {
      require(names.add(family.name()), "family " + family.name() + " is named twice");
    }
  }

  /** Checks a group. */
  public static void check(GroupInfo group) {
    require(
        group.id() >= 0 && group.id() < GROUP_IDS,
        "group " + group.id() + ", allowed are 0 to " + (GROUP_IDS - 1));
    String name = "group " + group.id();
    require(
        !group.nodes().isEmpty() && group.nodes().size() <= MEMBERS,
        name + " has " + group.nodes().size() + " members, allowed are 1 to " + MEMBERS);
    group.nodes().forEach(Rules::checkNode);
    require(
        new HashSet<>(group.nodes()).size() == group.nodes().size(),
        name + " has a member twice: " + group.nodes());
    require(group.epoch() >= 0, name + " has epoch " + group.epoch() + ", at least 0");
    require(
        group.leaderNode() == -1 || group.nodes().contains(group.leaderNode()),
        name + " of nodes " + group.nodes() + " is led by node " + group.leaderNode());
  }

  /** Checks a node. */
  public static void check(NodeInfo node) {
    checkNode(node.id());
    String name = "node " + node.id();
    checkName("the host of " + name, node.host());
    require(
        node.port() >= 1 && node.port() <= 65_535,
        name + " has port " + node.port() + ", allowed are 1 to 65535");
    require(
        node.httpPort() >= 0 && node.httpPort() <= 65_535,
        name + " has HTTP port " + node.httpPort() + ", allowed are 0 (none) to 65535");
    require(node.process() >= 0, name + " has process id " + node.process() + ", at least 0");
    checkLoad(node.load());
  }

  /** Checks the load of a node, in bytes. */
  public static void checkLoad(long load) {
    require(load >= 0, "the load is " + load + ", at least 0");
  }

  static void checkNode(int node) {
    require(node >= 0 && node <= NODE, "node " + node + ", allowed are 0 to " + NODE);
  }

  private static void checkName(String what, String name) {
    require(
        !name.isEmpty() && name.length() <= NAME,
        what + " has " + name.length() + " characters, allowed are 1 to " + NAME);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
