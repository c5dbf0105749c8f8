package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.Vote;
import java.util.Arrays;

/**
 * The variables of a leader ({@code ZabState}, volatile, of a leader), and what it holds beside
 * them.
 */
abstract class LeaderState extends Engaged {

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

  protected final Channels channels;
  final ReadRound reads = new ReadRound();

  /** Updates that are logged and not answered. */
  final RequestQueue requests;

  /** The last request of each session, in what is retained of an established leader's log. */
  Sessions sessions = new Sessions();

  /** Whom the history is pulled from; -1 if from nobody. */
  int source = -1;

  protected LeaderState(Context context) {
    super(context);
    cepoch = new long[context.members()];
    Arrays.fill(cepoch, -1);
    ackEpoch = new Vote[context.members()];
    Arrays.fill(ackEpoch, Vote.NONE);
    acked = new long[context.members()];
    disks = new long[context.members()];
    Arrays.fill(disks, Roster.NOBODY);
    disks[context.self()] = state.disk;
    rosters = new Roster[context.members()];
    Arrays.fill(rosters, Roster.NONE);
    channels = new Channels(context);
    requests = new RequestQueue(context);
  }

  @Override
  Datagram.Role name() {
    return Datagram.Role.LEADING;
  }

  @Override
  Phase phase() {
    return phase;
  }

  @Override
  int knownLeader() {
    return phase == Phase.BROADCAST ? context.self() : -1;
  }

  @Override
  long cepoch(int member) {
    return cepoch[member];
  }

  @Override
  Vote ackEpoch(int member) {
    return ackEpoch[member];
  }

  @Override
  long forwarding() {
    return forwarding;
  }

  @Override
  long ackLeader() {
    return ackLeader;
  }

  @Override
  long acked(int member) {
    return acked[member];
  }

  @Override
  long readIndex() {
    return reads.index;
  }

  @Override
  long readAcks() {
    return reads.acks;
  }

  @Override
  boolean readActive() {
    return reads.active;
  }

  @Override
  long unacknowledged(int member) {
    boolean follows =
        Members.contains(ackLeader, member)
            && channels.isOpen(member)
            && counts(state.history.roster(), member);
    return follows ? state.history.length() - acked[member] : Long.MAX_VALUE;
  }

  // -- whose votes count

  /** {@code Roster!Counts}: by a roster, with the disk that it came with. */
  protected boolean counts(Roster roster, int member) {
    return disks[member] != Roster.NOBODY && roster.counts(member, disks[member]);
  }

  /** {@code Roster!FoundersSuffice}: whoever founds a group, all members must take part. */
  protected boolean foundersSuffice(long set) {
    return Long.bitCount(set) == context.members();
  }

  /** {@code Roster!IsQuorum}. */
  boolean isQuorum(Roster roster, long set) {
    long counted = 0;
    for (int member = 0; member < disks.length; member++) {
      if (Members.contains(set, member) && counts(roster, member)) {
        counted = Members.with(counted, member);
      }
    }
    return roster.isFounding() ? foundersSuffice(counted) : context.isMajority(counted);
  }

  /** By the last roster in its own log, committed or not. */
  boolean isQuorum(long set) {
    return isQuorum(state.history.roster(), set);
  }

  long selfAsSet() {
    return Members.of(context.self());
  }

  long withoutSelf(long set) {
    return Members.without(set, context.self());
  }
}
