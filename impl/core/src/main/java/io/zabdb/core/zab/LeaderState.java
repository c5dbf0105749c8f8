package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
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
    boolean follows = Members.contains(ackLeader, member) && channels.isOpen(member);
    return follows ? state.history.length() - acked[member] : Long.MAX_VALUE;
  }

  long selfAsSet() {
    return Members.of(context.self());
  }

  long withoutSelf(long set) {
    return Members.without(set, context.self());
  }
}
