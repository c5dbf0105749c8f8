package io.zabdb.core.zab;

import io.zabdb.core.election.Preference;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.transfer.TransferGuards;
import java.util.Objects;

/**
 * The operators of {@code specs/zab} that safety rests on, each with a name so that it can be
 * weakened: a mutant replaces one of them in a subclass, and some check must notice. All of a
 * replica's roles and duties ask this one object. It keeps nothing; methods named as operators
 * compute the same.
 */
public class Guards {

  /** Those of the product. */
  public static final Guards STANDARD = new Guards();

  protected Guards() {}

  /** The guards of {@code specs/transfer/Election}. */
  public Preference preference(TransferSettings settings) {
    return new Preference(settings.maxLag());
  }

  /** The guards of {@code specs/transfer/LeadershipTransfer}. */
  public TransferGuards transfer() {
    return TransferGuards.STANDARD;
  }

  // -- ZabState

  /** {@code ZabState!Open}: a leader writes to a follower over no connection before its CEPOCH. */
  void accept(Channels channels, Connection connection) {
    channels.accept(connection);
  }

  /** Whether a CEPOCH is what comes next over this connection. */
  boolean awaitsCepoch(Channels channels, Connection connection) {
    return channels.isAccepted(connection);
  }

  // -- Discovery

  /** {@code Discovery!NotOlder}: no epoch older than the last one promised is promised. */
  protected boolean notOlder(ReplicaState follower, long epoch) {
    return epoch >= follower.acceptedEpoch;
  }

  /** {@code Discovery!Promised}: a promise made before is not made a second time. */
  protected boolean promised(ReplicaState follower, long epoch) {
    return epoch == follower.acceptedEpoch;
  }

  /** Of {@code Discovery!FollowerPersistAcceptedEpoch}: what is on disk from now on. */
  long promiseOnDisk(ReplicaState follower) {
    return follower.pending.epoch();
  }

  /**
   * Of {@code Discovery!HandleCEPOCH}: what was known of the member over an old connection is void.
   */
  protected void forgetFollower(LeaderState leader, int member) {
    leader.ackEpoch[member] = Vote.NONE;
    leader.forwarding = Members.without(leader.forwarding, member);
    leader.ackLeader = Members.without(leader.ackLeader, member);
    leader.acked[member] = 0;
    leader.reads.acks = Members.without(leader.reads.acks, member);
  }

  /** {@code Discovery!EpochsReported}: a quorum's promises are known. */
  protected boolean epochsReported(LeaderState leader) {
    return leader.context.isMajority(leader.reported());
  }

  /** {@code Discovery!NoEpochYet}: an epoch is picked once. */
  protected boolean noEpochYet(LeaderState leader) {
    return !leader.proposedEpoch() && leader.replica.pending == Pending.NONE;
  }

  /** {@code Discovery!Counts}: only who promised this epoch to this leader makes the quorum. */
  protected boolean counts(Vote vote) {
    return vote.promise() == Promise.FIRST;
  }

  /** {@code Discovery!Voters}. */
  final long voters(LeaderState leader) {
    long voters = 0;
    for (int member = 0; member < leader.members(); member++) {
      if (counts(leader.ackEpoch[member])) {
        voters = Members.with(voters, member);
      }
    }
    return voters;
  }

  /** {@code Discovery!NotLater}: by the epoch in which a history was adopted, then by its end. */
  protected boolean notLater(Vote vote, Vote other) {
    return vote.epoch() < other.epoch()
        || (vote.epoch() == other.epoch() && vote.zxid().compareTo(other.zxid()) <= 0);
  }

  /** {@code Discovery!Latest}: the voters with the latest history. */
  protected long latest(LeaderState leader) {
    long voters = voters(leader);
    long latest = 0;
    for (int member = 0; member < leader.members(); member++) {
      if (Members.contains(voters, member) && isLatest(leader, member, voters)) {
        latest = Members.with(latest, member);
      }
    }
    return latest;
  }

  private boolean isLatest(LeaderState leader, int member, long voters) {
    for (int other = 0; other < leader.members(); other++) {
      if (Members.contains(voters, other)
          && !notLater(leader.ackEpoch[other], leader.ackEpoch[member])) {
        return false;
      }
    }
    return true;
  }

  /** {@code Discovery!PromisedByQuorum}: quorums of its own log, and of the latest one. */
  protected boolean promisedByQuorum(LeaderState leader) {
    return leader.phase == Phase.DISCOVERY
        && leader.context.isMajority(voters(leader))
        && (isPromisedByRoster(leader) || mayFound(leader));
  }

  /** By the roster of the latest history that is promised. */
  final boolean isPromisedByRoster(LeaderState leader) {
    long latest = latest(leader);
    return latest != 0
        && isQuorum(
            leader,
            decidingRoster(leader, latest),
            decidingConfiguration(leader, latest),
            voters(leader));
  }

  // -- Roster

  /** {@code Roster!Counts}: by a roster, with the disk that it came with. */
  protected boolean counts(LeaderState leader, Roster roster, int member) {
    return leader.disks[member] != Roster.NOBODY && roster.counts(member, leader.disks[member]);
  }

  /** {@code Roster!FoundersSuffice}: until all have the founding on disk, a quorum is all. */
  protected boolean foundersSuffice(LeaderState leader, long set) {
    return leader.context.founders().isWithin(set);
  }

  /** {@code Roster!IsQuorum}, of the voters of a configuration. */
  private boolean isQuorum(LeaderState leader, Roster roster, Configuration voters, long set) {
    long counted = 0;
    for (int member = 0; member < leader.members(); member++) {
      if (Members.contains(set, member) && counts(leader, roster, member)) {
        counted = Members.with(counted, member);
      }
    }
    return roster.isFounding() ? foundersSuffice(leader, counted) : isQuorum(counted, voters);
  }

  /** By the last roster in the leader's own log, committed or not. */
  final boolean isQuorum(LeaderState leader, long set) {
    return isQuorum(leader, leader.replica.history.roster(), leader.context.configuration(), set);
  }

  /** {@code Roster!DecidingHistory}: of the members with the latest history, any. */
  protected Roster decidingRoster(LeaderState leader, long latest) {
    return leader.rosters[Long.numberOfTrailingZeros(latest)];
  }

  /** {@code Roster!Found}: all members promised, and none remembers anything. */
  final boolean mayFound(LeaderState leader) {
    long voters = voters(leader);
    for (int member = 0; member < leader.members(); member++) {
      if (Members.contains(voters, member) && !leader.ackEpoch[member].zxid().equals(Zxid.ZERO)) {
        return false;
      }
    }
    return foundersSuffice(leader, voters);
  }

  /** {@code Roster!RosterSettled}: the last roster in the log is committed. */
  protected boolean rosterSettled(ReplicaState leader) {
    return leader.lastCommitted >= leader.history.rosterPlace();
  }

  /**
   * {@code Roster!CaughtUp}: it holds all up to the retirement of its old disk, and so all that the
   * old one helped to commit.
   */
  protected boolean caughtUp(LeaderState leader, int member) {
    return Members.contains(leader.ackLeader, member)
        && leader.acked[member] >= leader.replica.history.rosterPlace();
  }

  // -- Reconfig

  /** {@code Reconfig!Votes}: those of a set whose votes count in a voter set. */
  protected long votes(long set, long voterSet) {
    return set & voterSet;
  }

  /** {@code Reconfig!IsQuorum}. */
  final boolean isQuorum(long set, Configuration configuration) {
    return isMajority(set, configuration.first())
        && (!configuration.isJoint() || isMajority(set, configuration.second()));
  }

  private boolean isMajority(long set, long voters) {
    return Members.isQuorum(votes(set, voters), Long.bitCount(voters));
  }

  /** {@code Reconfig!DecidingConfiguration}: that of the history which is to be adopted. */
  protected Configuration decidingConfiguration(LeaderState leader, long latest) {
    return leader.context.configuration(decidingRoster(leader, latest));
  }

  /** {@code Reconfig!Electorate}: who commits entry n of the leader's log. */
  protected Configuration electorate(LeaderState leader, long n) {
    return leader.context.configuration(leader.replica.history.roster(n));
  }

  /** {@code Reconfig!Settled}: the last change is committed. */
  protected boolean settled(ReplicaState leader) {
    return leader.lastCommitted >= leader.history.rosterPlace();
  }

  // -- Synchronization

  /**
   * {@code Synchronization!SyncMessage}: what brings a history that ends at {@code zxid} in line.
   */
  protected Difference syncMessage(ReplicaState sender, Zxid zxid) {
    History history = sender.history;
    long shared = history.countUpTo(zxid);
    if (shared < history.checkpoint()) {
      Checkpoint checkpoint = Objects.requireNonNull(history.lastCheckpoint());
      return new Difference(
          Mode.SNAP, checkpoint.zxid(), checkpoint, history.suffix(checkpoint.length()));
    }
    Zxid from = history.zxidAt(shared);
    Mode mode = from.equals(zxid) ? Mode.DIFF : Mode.TRUNC;
    return new Difference(mode, from, null, history.suffix(shared));
  }

  /** {@code Synchronization!Install}. */
  void install(LogKeeping log, ReplicaState receiver, Difference difference) {
    log.install(difference);
  }

  /** {@code Synchronization!HistoryOnDisk}: all that NEWLEADER vouched for is on disk. */
  protected boolean historyOnDisk(ReplicaState replica) {
    return replica.synced >= replica.pending.upTo();
  }

  /** {@code Synchronization!AdoptedByQuorum}. */
  protected boolean adoptedByQuorum(LeaderState leader) {
    return isCommittedBy(leader, leader.replica.history.length(), leader.ackLeader);
  }

  // -- Commitment

  /**
   * {@code Commitment!OnDiskAtQuorum}: the greatest length that a quorum is known to have on disk,
   * of the members in the epoch; 0 if none.
   */
  protected long onDiskAtQuorum(LeaderState leader) {
    long best = 0;
    for (int member = 0; member < leader.members(); member++) {
      if (Members.contains(leader.ackLeader, member) && leader.acked[member] > best) {
        best = Math.max(best, onDiskAtQuorum(leader, leader.acked[member]));
      }
    }
    return best;
  }

  /** Of what a member has: all, or what is before a change of who votes. */
  private long onDiskAtQuorum(LeaderState leader, long acked) {
    if (isCommittedBy(leader, acked, holding(leader, acked))) {
      return acked;
    }
    long before = leader.replica.history.rosterPlace() - 1;
    boolean isOpen = before > leader.replica.lastCommitted && before < acked;
    return isOpen && isCommittedBy(leader, before, holding(leader, before)) ? before : 0;
  }

  /**
   * Whether these commit entry n: as voters by the log up to there, with the disks that count by
   * the last roster.
   */
  private boolean isCommittedBy(LeaderState leader, long n, long set) {
    return isQuorum(leader, leader.replica.history.roster(), electorate(leader, n), set);
  }

  /** The members in the epoch that are known to have so much on disk. */
  protected long holding(LeaderState leader, long length) {
    long holders = 0;
    for (int member = 0; member < leader.members(); member++) {
      if (Members.contains(leader.ackLeader, member) && leader.acked[member] >= length) {
        holders = Members.with(holders, member);
      }
    }
    return holders;
  }

  /** {@code Commitment!CommitPoint}: before the leader is established, counting proves nothing. */
  protected long commitPoint(LeaderState leader) {
    long committed = leader.replica.lastCommitted;
    return leader.isEstablished() ? Math.max(committed, onDiskAtQuorum(leader)) : committed;
  }

  /** The same for a leader that enters its own epoch, perhaps as the last of a quorum. */
  long commitPointOfOneWhoEnters(LeaderState leader) {
    return commitPoint(leader);
  }

  // -- Broadcast

  /** {@code Broadcast!Fresh}: behind all requests of its session that are not purged. */
  protected boolean fresh(LeaderState leader, long session, long seq) {
    return seq > leader.sessions.lastSeq(session);
  }

  /** {@code Broadcast!Counter}, and one more. */
  protected long nextCounter(ReplicaState leader) {
    return leader.history.counter(leader.acceptedEpoch) + 1;
  }

  /** Of {@code Broadcast!ClientRequest}: all that were sent the history get all that follows it. */
  protected long proposeTo(LeaderState leader) {
    return leader.forwarding;
  }

  /** {@code Broadcast!InOrder}: the entry continues the history without a gap. */
  protected boolean inOrder(ReplicaState follower, Entry entry) {
    return entry.epoch() == follower.acceptedEpoch
        && entry.counter() == follower.history.counter(entry.epoch()) + 1;
  }

  /** Of {@code Broadcast!HandlePROPOSE}: the entry is appended, and not acknowledged yet. */
  void takeProposal(FollowerState follower, LogKeeping log, Entry entry) {
    log.append(entry);
  }

  /**
   * Of {@code Broadcast!Fsync}: only a replica that has adopted the epoch acknowledges its entries.
   */
  protected boolean acknowledges(FollowerState follower) {
    return follower.phase == Phase.BROADCAST;
  }

  /** {@code Broadcast!Learn}: how much is committed if everything up to the zxid is. */
  protected long learned(ReplicaState follower, Zxid zxid) {
    long length = follower.history.countUpTo(zxid);
    if (length > follower.lastCommitted) {
      ProtocolViolation.unless(
          follower.history.holds(zxid), "committed is " + zxid + ", not held", follower);
    }
    return length;
  }

  // -- Faults

  /** {@code Faults!Checkpointable}: what may go into a checkpoint. */
  protected long checkpointable(ReplicaState replica) {
    return replica.lastCommitted;
  }

  // -- Reads

  /** {@code Reads!ThisRound}: an answer to an earlier round says nothing about now. */
  protected boolean thisRound(LeaderState leader, Message.Pong message) {
    return leader.reads.active && message.round() == leader.replica.readRound;
  }

  /** {@code Reads!Confirmed}: a quorum followed after the round began. */
  protected boolean confirmed(LeaderState leader) {
    return leader.reads.active && isQuorum(leader, leader.reads.acks);
  }
}
