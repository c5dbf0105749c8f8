package io.zabdb.balance.load;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All that the planner knows of a store at one moment: a picture, perhaps seconds old. Nothing that
 * is stored depends on it being right. Immutable.
 *
 * @param nodes by their numbers
 * @param groups by their numbers; those that are out keep theirs
 * @param partitions by their numbers
 * @param moves those under way
 * @param nowMillis the time of the picture
 */
public record LoadView(
    List<NodePlace> nodes,
    List<GroupPlace> groups,
    PartitionLoads partitions,
    List<PlannedMove> moves,
    long nowMillis) {

  /**
   * @throws IllegalArgumentException if it names what it does not hold, a partition in two moves,
   *     or a sender without the files
   */
  public LoadView {
    nodes = List.copyOf(nodes);
    groups = List.copyOf(groups);
    moves = List.copyOf(moves);
    for (GroupPlace group : groups) {
      for (int member : group.members()) {
        require(member, nodes.size(), "node");
      }
      require(group.hasHeir() ? group.heir() : 0, groups.size(), "group");
    }
    for (int p = 0; p < partitions.count(); p++) {
      require(partitions.owner(p), groups.size(), "group");
    }
    Set<Integer> moving = new HashSet<>();
    for (PlannedMove move : moves) {
      require(move.partition(), partitions.count(), "partition");
      require(move.to(), groups.size(), "group");
      if (partitions.owner(move.partition()) != move.from() || move.from() == move.to()) {
        throw new IllegalArgumentException(move + " is not from its owner to another");
      }
      if (!groups.get(move.from()).members().contains(move.sender())) {
        throw new IllegalArgumentException(
            move + " is sent by a node that is none of " + groups.get(move.from()).members());
      }
      if (!moving.add(move.partition())) {
        throw new IllegalArgumentException("partition " + move.partition() + " is in two moves");
      }
    }
  }

  private static void require(int number, int count, String what) {
    if (number < 0 || number >= count) {
      throw new IllegalArgumentException("no " + what + " " + number + ": there are " + count);
    }
  }
}
