package io.zabdb.core.state;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;

/**
 * The variables of {@code specs/zab/ZabState.tla} at one replica, under their own names. Variables
 * of a leader have their initial values in other roles. Sets of members are bits. The variable
 * {@code msgs} belongs to the network, not to a replica.
 */
public interface StateView {

  /** The member number of this replica, from 0. */
  int self();

  /** How many members the group has. */
  int members();

  // -- persisted

  /** The number of the disk ({@code Roster!disk}). */
  long disk();

  /** The last roster in the log. */
  Roster roster();

  /** Its place in the log; the checkpoint's if that is purged ({@code Roster!RosterPlace}). */
  long rosterPlace();

  long acceptedEpoch();

  long currentEpoch();

  /** The length of {@code history}, purged entries included. */
  long historyLength();

  /**
   * Entry n of {@code history}, from 1; n is above {@link #checkpoint()}. Its payload may have been
   * forgotten, see {@link io.zabdb.core.step.Input.PayloadsReadable}.
   */
  Entry entry(long n);

  /** The zxid of the last entry of {@code history}. */
  Zxid lastZxid();

  long synced();

  long checkpoint();

  // -- volatile

  Role role();

  Phase phase();

  /** The leader that a follower follows; otherwise this replica itself. */
  int leader();

  Pending pending();

  long lastCommitted();

  // -- volatile, of a leader

  /** The acceptedEpoch that a member reported; -1 for none. */
  long cepoch(int member);

  Vote ackEpoch(int member);

  long forwarding();

  long ackLeader();

  long acked(int member);

  long readRound();

  long readIndex();

  long readAcks();

  boolean readActive();
}
