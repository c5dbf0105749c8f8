package io.zabdb.core.election;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram.Notification;

/** Whose votes an election needs. A guess: what counts in the end is the leader's to say. */
public interface Electorate {

  /** Whether the vote of a member counts. */
  boolean includes(int member, Notification said);

  /** Whether these members, bits, can elect a leader. */
  boolean suffices(long set);

  /** Whether members of these numbers, bits, whatever their disks, are a quorum. */
  boolean isQuorum(long set);

  /** Whether all that vote are among these, bits. */
  boolean isAll(long set);

  /** All members count, and a majority suffices. */
  static Electorate majority(int members) {
    return new Electorate() {
      @Override
      public boolean includes(int member, Notification said) {
        return true;
      }

      @Override
      public boolean suffices(long set) {
        return isQuorum(set);
      }

      @Override
      public boolean isQuorum(long set) {
        return Members.isQuorum(set, members);
      }

      @Override
      public boolean isAll(long set) {
        return Long.bitCount(set) == members;
      }
    };
  }
}
