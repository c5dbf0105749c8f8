package io.zabdb.core.election;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram.Notification;

/** Whose votes an election needs. A guess: what counts in the end is the leader's to say. */
public interface Electorate {

  /** Whether the vote of a member counts. */
  boolean includes(int member, Notification said);

  /** Whether these members, bits, can elect a leader. */
  boolean suffices(long set);

  /** All members count, and a majority suffices. */
  static Electorate majority(int members) {
    return new Electorate() {
      @Override
      public boolean includes(int member, Notification said) {
        return true;
      }

      @Override
      public boolean suffices(long set) {
        return Members.isQuorum(set, members);
      }
    };
  }
}
