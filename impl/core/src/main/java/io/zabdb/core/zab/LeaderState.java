package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.Described;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.EpochField;
import java.util.Arrays;

/**
 * The variables of a leader ({@code ZabState}, volatile, of a leader), and what it holds beside
 * them; they end with the role. Sets of members are bits. Not thread-safe.
 */
public final class LeaderState implements Described {

  final Context context;
  final ReplicaState replica;

  Phase phase = Phase.DISCOVERY;
  final long[] cepoch;
  final Vote[] ackEpoch;
  long forwarding;
  long ackLeader;
  final long[] acked;

  /** The disk of each member, as its CEPOCH said; a vote is that of a disk. */
  final long[] disks;

  /** The last roster in the history of each member, as its ACKEPOCH said. */
  final Roster[] rosters;

  final Channels channels;
  final ReadRound reads = new ReadRound();

  /** Updates that are logged and not answered. */
  final RequestQueue requests;

  /** The last request of each session, in what is retained of an established leader's log. */
  Sessions sessions = new Sessions();

  /** The member that the history is pulled from; -1 if from none. */
  int source = -1;

  LeaderState(Context context) {
    this.context = context;
    replica = context.state;
    cepoch = new long[context.members()];
    Arrays.fill(cepoch, -1);
    ackEpoch = new Vote[context.members()];
    Arrays.fill(ackEpoch, Vote.NONE);
    acked = new long[context.members()];
    disks = new long[context.members()];
    Arrays.fill(disks, Roster.NOBODY);
    disks[context.self()] = replica.disk;
    rosters = new Roster[context.members()];
    Arrays.fill(rosters, Roster.NONE);
    channels = new Channels(context);
    requests = new RequestQueue(context);
  }

  int self() {
    return context.self();
  }

  int members() {
    return context.members();
  }

  long selfAsSet() {
    return Members.of(self());
  }

  long withoutSelf(long set) {
    return Members.without(set, self());
  }

  /** {@code Discovery!ProposedEpoch}: its own promise is written, and may be made known. */
  boolean proposedEpoch() {
    return ackEpoch[self()] != Vote.NONE;
  }

  /** {@code Discovery!Reported}. */
  long reported() {
    long reported = selfAsSet();
    for (int member = 0; member < cepoch.length; member++) {
      if (cepoch[member] >= 0) {
        reported = Members.with(reported, member);
      }
    }
    return reported;
  }

  /** {@code Discovery!Adopted}: its own history is the initial history of its epoch. */
  boolean adopted() {
    return replica.pending.is(EpochField.CURRENT) || isInItsEpoch();
  }

  /** Whether anybody has adopted its epoch; some who did may be joining it anew. */
  boolean adoptedOnce() {
    return replica.pending.is(EpochField.CURRENT) || ackLeader != 0;
  }

  /** Whether it counts as one of its epoch itself. */
  boolean isInItsEpoch() {
    return Members.contains(ackLeader, self());
  }

  boolean isEstablished() {
    return phase == Phase.BROADCAST;
  }

  @Override
  public String describe() {
    return Datagram.Role.LEADING + " " + phase + " " + replica.describe();
  }
}
