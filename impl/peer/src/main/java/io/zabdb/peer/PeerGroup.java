package io.zabdb.peer;

import io.zabdb.environment.peer.LamportClock;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * One replica's place in its group.
 *
 * @param group the number of the group, from 0
 * @param self this replica's member number, from 0
 * @param nodes the ids of the nodes of all members, by member number: their certificates must name
 *     them, where roles are asked for
 * @param members where the nodes of all members listen for peers, by member number; asked, and the
 *     host looked up, for each connection anew, by the event loop; null: not known at present; that
 *     of {@code self} is never asked
 * @param incoming where checkpoints that come are put, each in a new directory; it is created if
 *     need be, and is to be on the file system on which they will stay
 * @param clock stamps what is sent
 * @param clocks tells this member's wall clock, and hears of the others'
 * @param checkpoints finds the files of those that are to be sent
 */
public record PeerGroup(
    int group,
    int self,
    List<Integer> nodes,
    List<Supplier<InetSocketAddress>> members,
    Path incoming,
    LamportClock clock,
    MemberClocks clocks,
    CheckpointSource checkpoints) {

  public PeerGroup {
    nodes = List.copyOf(nodes);
    members = List.copyOf(members);
    if (nodes.size() != members.size()) {
      throw new IllegalArgumentException(
          nodes.size() + " nodes, which must be as many as members: " + members.size());
    }
    if (group < 0) {
      throw new IllegalArgumentException("group is " + group + ", which must be 0 or more");
    }
    if (self < 0 || self >= members.size()) {
      throw new IllegalArgumentException(
          "self is " + self + ", which must be from 0 to " + (members.size() - 1));
    }
  }
}
