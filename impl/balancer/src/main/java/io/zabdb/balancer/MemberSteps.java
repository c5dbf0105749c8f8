package io.zabdb.balancer;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A change of the members of a group, a step each time that somebody has looked how its nodes are.
 * What is so already is left alone, so a change that was interrupted is gone on with. Immutable.
 */
public final class MemberSteps {

  private final StoreAccess store;
  private final int group;
  private final Set<Integer> add;
  private final Set<Integer> remove;

  /**
   * @param add nodes that are to vote
   * @param remove nodes that are not to
   */
  public MemberSteps(StoreAccess store, int group, Set<Integer> add, Set<Integer> remove) {
    this.store = store;
    this.group = group;
    // In their order: a simulated run is the same each time.
    this.add = new TreeSet<>(add);
    this.remove = new TreeSet<>(remove);
  }

  /** Whether what is wanted is what the group is changing to, or has come to. */
  public boolean isBegun(NodeStatus.Replica leader) {
    Set<Integer> last = last(leader);
    return last.containsAll(add) && remove.stream().noneMatch(last::contains);
  }

  /** Who votes in a group, as its leader says; while members change, those after. */
  public static Set<Integer> last(NodeStatus.Replica leader) {
    return new HashSet<>(
        leader.getNextVotersCount() > 0 ? leader.getNextVotersList() : leader.getVotersList());
  }

  /** Whether a node says that it follows or leads a group, and that its vote counts. */
  public static boolean isReady(Map<Integer, NodeStatus> nodes, int node, int group) {
    return replica(nodes, node, group)
        .filter(replica -> replica.getPhase().equals("BROADCAST") && !replica.getLearns())
        .isPresent();
  }

  /** What a node says of its replica of a group. */
  public static Optional<NodeStatus.Replica> replica(
      Map<Integer, NodeStatus> nodes, int node, int group) {
    return Optional.ofNullable(nodes.get(node)).stream()
        .flatMap(status -> status.getReplicasList().stream())
        .filter(replica -> replica.getGroup() == group)
        .findFirst();
  }

  /** Also those that were added know that they vote, and have what is committed. */
  public boolean isDone(Map<Integer, NodeStatus> nodes) {
    return Leaders.of(nodes, group)
        .map(Leaders.GroupLeader::replica)
        .filter(leader -> leader.getNextVotersCount() == 0 && isBegun(leader))
        .filter(leader -> add.stream().allMatch(node -> isReady(nodes, node, group)))
        .isPresent();
  }

  /**
   * When members are as is wanted: has those that are not to be members, and learn the group since
   * somebody wanted them to be, drop what they have. Waits for the answers.
   *
   * @return what is waited for; empty if nobody learns it in vain, or those that do know it
   */
  public Optional<String> dismiss(Map<Integer, NodeStatus> nodes) {
    for (int node : remove) {
      if (learns(nodes, node, group)) {
        try {
          store.await(store.admin().dismiss(group, node));
        } catch (ZabException e) {
          // What is refused for good, since the group has ended, goes by itself.
          return e.code() == ErrorCode.INVALID_ARGUMENT
              ? Optional.empty()
              : Optional.of("group " + group + " waits: " + e.problem());
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a node says that it follows a group, and has no vote that counts. */
  static boolean learns(Map<Integer, NodeStatus> nodes, int node, int group) {
    return replica(nodes, node, group)
        .filter(replica -> replica.getPhase().equals("BROADCAST") && replica.getLearns())
        .isPresent();
  }

  /**
   * Does what can be done next; waits for answers.
   *
   * @param nodes what the group's nodes, and those that are to be, said a moment ago
   * @return what is waited for then
   * @throws ZabException {@code INVALID_ARGUMENT} if the group's leader, or a newcomer, refuses the
   *     change for good
   */
  public String goOn(Map<Integer, NodeStatus> nodes) {
    Optional<Leaders.GroupLeader> leader = Leaders.of(nodes, group);
    if (leader.isEmpty()) {
      return "group " + group + " has no leader now";
    }
    if (isBegun(leader.get().replica())) {
      return "the change of group " + group + " goes on";
    }
    return unprepared(nodes).orElseGet(this::ask);
  }

  /** Has the newcomers take a replica of the group; what keeps them from it, if anything does. */
  private Optional<String> unprepared(Map<Integer, NodeStatus> nodes) {
    for (int node : add) {
      if (nodes.containsKey(node) && replica(nodes, node, group).isEmpty()) {
        try {
          store.await(store.admin().takeGroup(node, group));
        } catch (ZabException e) {
          requireMayPass(e);
          return Optional.of("node " + node + " does not take group " + group + ": " + e.problem());
        }
      }
    }
    return Optional.empty();
  }

  private String ask() {
    try {
      store.await(store.admin().changeMembers(group, add, remove));
      return "the change of group " + group + " has begun";
    } catch (ZabException e) {
      requireMayPass(e);
      return "group " + group + " waits: " + e.problem();
    }
  }

  private static void requireMayPass(ZabException refused) {
    if (refused.code() == ErrorCode.INVALID_ARGUMENT) {
      throw refused;
    }
  }
}
