package io.zabdb.core.zab;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import java.util.List;

/**
 * The mutants of {@code specs/zab/mutants/MutZab.tla} in Java: the product's guards with one
 * weakened at a time. Each has the name of its spec mutant.
 */
public enum Mutant {
  /** Of {@code MutRoster}, like the next two. */
  AnyDisk(
      new Guards() {
        @Override
        protected boolean counts(LeaderState leader, Roster roster, int member) {
          return leader.disks[member] != Roster.NOBODY;
        }
      }),
  MajorityFounds(
      new Guards() {
        @Override
        protected boolean foundersSuffice(LeaderState leader, long set) {
          return leader.context.founders().isQuorum(set);
        }
      }),
  OldestRosterDecides(
      new Guards() {
        @Override
        protected Roster decidingRoster(LeaderState leader, long latest) {
          Roster oldest = super.decidingRoster(leader, latest);
          for (int member = 0; member < leader.members(); member++) {
            if (Members.contains(voters(leader), member)
                && leader.rosters[member].version() < oldest.version()) {
              oldest = leader.rosters[member];
            }
          }
          return oldest;
        }
      }),
  /** Of {@code MutReconfig} and {@code MutZabReconfig}, like the next four. */
  NewAlone(
      new Guards() {
        @Override
        protected Configuration electorate(LeaderState leader, long n) {
          return Configuration.of(super.electorate(leader, n).last());
        }

        @Override
        protected Configuration decidingConfiguration(LeaderState leader, long latest) {
          return Configuration.of(super.decidingConfiguration(leader, latest).last());
        }
      }),
  OldAlone(
      new Guards() {
        @Override
        protected Configuration electorate(LeaderState leader, long n) {
          return Configuration.of(super.electorate(leader, n).first());
        }

        @Override
        protected Configuration decidingConfiguration(LeaderState leader, long latest) {
          return Configuration.of(super.decidingConfiguration(leader, latest).first());
        }
      }),
  NeverSettled(
      new Guards() {
        @Override
        protected boolean settled(ReplicaState leader) {
          return true;
        }
      }),
  LearnersCount(
      new Guards() {
        @Override
        protected boolean counts(LeaderState leader, Roster roster, int member) {
          return super.counts(leader, roster, member)
              || !leader.context.configuration(roster).includes(member);
        }

        @Override
        protected long votes(long set, long voterSet) {
          return set;
        }
      }),
  RemovedCount(
      new Guards() {
        @Override
        protected long votes(long set, long voterSet) {
          return set;
        }
      }),
  AnyEpoch(
      new Guards() {
        @Override
        protected boolean notOlder(ReplicaState follower, long epoch) {
          return true;
        }
      }),
  NeverPromised(
      new Guards() {
        @Override
        protected boolean promised(ReplicaState follower, long epoch) {
          return false;
        }
      }),
  AgainCounts(
      new Guards() {
        @Override
        protected boolean counts(Vote vote) {
          return vote != Vote.NONE;
        }
      }),
  PromiseNotWritten(
      new Guards() {
        @Override
        long promiseOnDisk(ReplicaState follower) {
          return follower.acceptedEpoch;
        }
      }),
  AnybodyReported(
      new Guards() {
        @Override
        protected boolean epochsReported(LeaderState leader) {
          return true;
        }
      }),
  AlwaysAnotherEpoch(
      new Guards() {
        @Override
        protected boolean noEpochYet(LeaderState leader) {
          return leader.replica.pending == Pending.NONE && leader.phase == Phase.DISCOVERY;
        }
      }),
  NoQuorumOfPromises(
      new Guards() {
        @Override
        protected boolean promisedByQuorum(LeaderState leader) {
          return leader.phase == Phase.DISCOVERY && Members.contains(voters(leader), leader.self());
        }
      }),
  LatestByZxidOnly(
      new Guards() {
        @Override
        protected boolean notLater(Vote vote, Vote other) {
          return vote.zxid().compareTo(other.zxid()) <= 0;
        }
      }),
  LatestByEpochOnly(
      new Guards() {
        @Override
        protected boolean notLater(Vote vote, Vote other) {
          return vote.epoch() <= other.epoch();
        }
      }),
  OwnHistory(
      new Guards() {
        @Override
        protected long latest(LeaderState leader) {
          return leader.selfAsSet();
        }
      }),
  EpochBeforeHistory(
      new Guards() {
        @Override
        protected boolean historyOnDisk(ReplicaState replica) {
          return true;
        }
      }),
  AdoptedByOne(
      new Guards() {
        @Override
        protected boolean adoptedByQuorum(LeaderState leader) {
          return leader.ackLeader != 0;
        }
      }),
  NoTruncation(
      new Guards() {
        @Override
        protected Difference syncMessage(ReplicaState sender, Zxid zxid) {
          History history = sender.history;
          long shared = Math.max(history.countUpTo(zxid), history.checkpoint());
          return new Difference(Mode.DIFF, zxid, null, history.suffix(shared));
        }
      }),
  NoCheckpointSync(
      new Guards() {
        @Override
        protected Difference syncMessage(ReplicaState sender, Zxid zxid) {
          History history = sender.history;
          long shared = history.countUpTo(zxid);
          long from = Math.max(shared, history.checkpoint());
          boolean same = shared >= history.checkpoint() && history.zxidAt(shared).equals(zxid);
          return new Difference(same ? Mode.DIFF : Mode.TRUNC, zxid, null, history.suffix(from));
        }
      }),
  OverlappingTail(
      new Guards() {
        @Override
        protected Difference syncMessage(ReplicaState sender, Zxid zxid) {
          History history = sender.history;
          long shared = Math.max(history.countUpTo(zxid), history.checkpoint());
          Zxid from = history.zxidAt(shared);
          long start = Math.max(history.checkpoint(), shared - 1);
          Mode mode = from.equals(zxid) ? Mode.DIFF : Mode.TRUNC;
          return new Difference(mode, from, null, history.suffix(start));
        }
      }),
  NothingMissing(
      new Guards() {
        @Override
        protected Difference syncMessage(ReplicaState sender, Zxid zxid) {
          return new Difference(Mode.DIFF, sender.lastZxid(), null, List.of());
        }
      }),
  SyncedSurvivesTruncation(
      new Guards() {
        @Override
        void install(LogKeeping log, ReplicaState receiver, Difference difference) {
          long before = receiver.synced;
          super.install(log, receiver, difference);
          receiver.synced = Math.min(before, receiver.history.length());
        }
      }),
  TailKept(
      new Guards() {
        @Override
        void install(LogKeeping log, ReplicaState receiver, Difference difference) {
          List<Entry> tail =
              difference.mode() == Mode.SNAP
                  ? List.of()
                  : receiver.history.suffix(receiver.history.countUpTo(difference.from()));
          super.install(log, receiver, difference);
          tail.forEach(log::append);
        }
      }),
  StaleConnection(
      new Guards() {
        @Override
        void accept(Channels channels, Connection connection) {
          super.accept(channels, connection);
          channels.open(connection);
        }

        @Override
        boolean awaitsCepoch(Channels channels, Connection connection) {
          return channels.isOpen(connection) || super.awaitsCepoch(channels, connection);
        }
      }),
  OldKnowledgeKept(
      new Guards() {
        @Override
        protected void forgetFollower(LeaderState leader, int member) {}
      }),
  AckBeforeSync(
      new Guards() {
        @Override
        void takeProposal(FollowerState follower, LogKeeping log, Entry entry) {
          super.takeProposal(follower, log, entry);
          if (follower.isInEpoch()) {
            follower.send(new Message.Ack(follower.replica.acceptedEpoch, entry.zxid()));
          }
        }
      }),
  ProposeToOne(
      new Guards() {
        @Override
        protected long proposeTo(LeaderState leader) {
          return Long.lowestOneBit(leader.forwarding);
        }
      }),
  OnOneDisk(
      new Guards() {
        @Override
        protected long onDiskAtQuorum(LeaderState leader) {
          long best = 0;
          for (int member = 0; member < leader.members(); member++) {
            if (Members.contains(leader.ackLeader, member)) {
              best = Math.max(best, leader.acked[member]);
            }
          }
          return best;
        }
      }),
  LeaderCountsUnsynced(
      new Guards() {
        @Override
        protected long holding(LeaderState leader, long length) {
          return Members.with(super.holding(leader, length), leader.self());
        }
      }),
  CounterRestarts(
      new Guards() {
        @Override
        protected long nextCounter(ReplicaState leader) {
          return leader.history.length() - leader.lastCommitted + 1;
        }
      }),
  RetriesLogged(
      new Guards() {
        @Override
        protected boolean fresh(LeaderState leader, long session, long seq) {
          return true;
        }
      }),
  RetriesComparedWithCommitted(
      new Guards() {
        @Override
        protected boolean fresh(LeaderState leader, long session, long seq) {
          ReplicaState replica = leader.replica;
          long last = 0;
          for (long n = replica.history.checkpoint() + 1; n <= replica.lastCommitted; n++) {
            Entry entry = replica.history.entry(n);
            last = entry.session() == session ? entry.seq() : last;
          }
          return seq > last;
        }
      }),
  DeliverAll(
      new Guards() {
        @Override
        protected long learned(ReplicaState follower, Zxid zxid) {
          return follower.history.length();
        }
      }),
  ProposalLost(
      new Guards() {
        @Override
        protected boolean inOrder(ReplicaState follower, Entry entry) {
          return true;
        }

        @Override
        void takeProposal(FollowerState follower, LogKeeping log, Entry entry) {
          log.truncate(Math.max(follower.replica.synced, follower.replica.lastCommitted));
          super.takeProposal(follower, log, entry);
        }
      }),
  Unconfirmed(
      new Guards() {
        @Override
        protected boolean confirmed(LeaderState leader) {
          return leader.reads.active;
        }
      }),
  AnyRound(
      new Guards() {
        @Override
        protected boolean thisRound(LeaderState leader, Message.Pong message) {
          return leader.reads.active;
        }
      }),
  CommitByCounting(
      new Guards() {
        @Override
        protected long commitPoint(LeaderState leader) {
          return Math.max(leader.replica.lastCommitted, onDiskAtQuorum(leader));
        }

        @Override
        protected long holding(LeaderState leader, long length) {
          long holders = leader.selfAsSet();
          for (int member = 0; member < leader.members(); member++) {
            if (leader.acked[member] >= length) {
              holders = Members.with(holders, member);
            }
          }
          return holders;
        }

        @Override
        protected boolean acknowledges(FollowerState follower) {
          return follower.phase != Phase.DISCOVERY;
        }
      }),
  LateEntryCommitsNothing(
      new Guards() {
        @Override
        long commitPointOfOneWhoEnters(LeaderState leader) {
          return leader.replica.lastCommitted;
        }
      });

  private final Guards guards;

  Mutant(Guards guards) {
    this.guards = guards;
  }

  /** Those of the product, but for one. */
  public Guards guards() {
    return guards;
  }
}
