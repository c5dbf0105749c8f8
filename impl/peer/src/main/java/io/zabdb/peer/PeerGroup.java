package io.zabdb.peer;

import io.zabdb.core.group.Members;
import io.zabdb.environment.peer.LamportClock;
import java.nio.file.Path;

/**
 * One replica's place in its group.
 *
 * @param group the number of the group, from 0
 * @param self this replica's member number, from 0
 * @param founders how many members founded the group; the same at all
 * @param addresses where the members are
 * @param incoming where checkpoints that come are put, each in a new directory; it is created if
 *     need be, and is to be on the file system on which they will stay
 * @param clock stamps what is sent
 * @param clocks tells this member's wall clock, and hears of the others'
 * @param checkpoints finds the files of those that are to be sent
 */
public record PeerGroup(
    int group,
    int self,
    int founders,
    MemberAddresses addresses,
    Path incoming,
    LamportClock clock,
    MemberClocks clocks,
    CheckpointSource checkpoints) {

  public PeerGroup {
    if (group < 0) {
      throw new IllegalArgumentException("group is " + group + ", which must be 0 or more");
    }
    if (self < 0 || self >= Members.MAX_MEMBERS) {
      throw new IllegalArgumentException(
          "self is " + self + ", which must be from 0 to " + (Members.MAX_MEMBERS - 1));
    }
  }
}
