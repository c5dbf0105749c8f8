package io.zabdb.core.zab;

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
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The mutants of {@code specs/zab/mutants/MutZab.tla} in Java: the product's roles with one guard
 * or action weakened at a time. Each has the name of its spec mutant.
 */
public enum Mutant implements Roles {
  /** Of {@code MutRoster}, like the next two. */
  AnyDisk(
      context ->
          new Leading(context) {
            @Override
            protected boolean counts(Roster roster, int member) {
              return disks[member] != Roster.NOBODY;
            }
          },
      null),
  MajorityFounds(
      context ->
          new Leading(context) {
            @Override
            protected boolean foundersSuffice(long set) {
              return Members.isQuorum(set, context.members());
            }
          },
      null),
  OldestRosterDecides(
      context ->
          new Leading(context) {
            @Override
            protected Roster decidingRoster(long latest) {
              Roster oldest = super.decidingRoster(latest);
              for (int member = 0; member < context.members(); member++) {
                if (Members.contains(voters(), member)
                    && rosters[member].version() < oldest.version()) {
                  oldest = rosters[member];
                }
              }
              return oldest;
            }
          },
      null),
  AnyEpoch(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected boolean notOlder(long epoch) {
              return true;
            }
          }),
  NeverPromised(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected boolean promised(long epoch) {
              return false;
            }
          }),
  AgainCounts(
      context ->
          new Leading(context) {
            @Override
            protected boolean counts(Vote vote) {
              return vote != Vote.NONE;
            }
          },
      null),
  PromiseNotWritten(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            public void followerPersistAcceptedEpoch() {
              long before = state.acceptedEpoch;
              super.followerPersistAcceptedEpoch();
              state.acceptedEpoch = before;
            }
          }),
  AnybodyReported(
      context ->
          new Leading(context) {
            @Override
            protected boolean epochsReported() {
              return true;
            }
          },
      null),
  AlwaysAnotherEpoch(
      context ->
          new Leading(context) {
            @Override
            protected boolean noEpochYet() {
              return state.pending == Pending.NONE && phase() == Phase.DISCOVERY;
            }
          },
      null),
  NoQuorumOfPromises(
      context ->
          new Leading(context) {
            @Override
            protected boolean promisedByQuorum() {
              return phase() == Phase.DISCOVERY && Members.contains(voters(), context.self());
            }
          },
      null),
  LatestByZxidOnly(
      context ->
          new Leading(context) {
            @Override
            protected boolean notLater(Vote vote, Vote other) {
              return vote.zxid().compareTo(other.zxid()) <= 0;
            }
          },
      null),
  LatestByEpochOnly(
      context ->
          new Leading(context) {
            @Override
            protected boolean notLater(Vote vote, Vote other) {
              return vote.epoch() <= other.epoch();
            }
          },
      null),
  OwnHistory(
      context ->
          new Leading(context) {
            @Override
            protected long latest() {
              return Members.of(context.self());
            }
          },
      null),
  EpochBeforeHistory(
      context ->
          new Leading(context) {
            @Override
            protected boolean historyOnDisk() {
              return true;
            }
          },
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected boolean historyOnDisk() {
              return true;
            }
          }),
  AdoptedByOne(
      context ->
          new Leading(context) {
            @Override
            protected boolean adoptedByQuorum() {
              return ackLeader() != 0;
            }
          },
      null),
  NoTruncation(Mutant::noTruncation),
  NoCheckpointSync(Mutant::noCheckpointSync),
  OverlappingTail(Mutant::overlappingTail),
  NothingMissing((role, zxid) -> new Difference(Mode.DIFF, role.state.lastZxid(), null, List.of())),
  SyncedSurvivesTruncation(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected void install(Difference difference) {
              long before = state.synced;
              super.install(difference);
              state.synced = Math.min(before, state.history.length());
            }
          }),
  TailKept(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected void install(Difference difference) {
              List<Entry> tail =
                  difference.mode() == Mode.SNAP
                      ? List.of()
                      : state.history.suffix(state.history.countUpTo(difference.from()));
              super.install(difference);
              tail.forEach(this::append);
            }
          }),
  StaleConnection(
      context ->
          new Leading(context) {
            @Override
            void connectionRequested(Connection connection) {
              super.connectionRequested(connection);
              channels.open(connection);
            }

            @Override
            void received(Connection connection, Message message) {
              if (message instanceof Message.Cepoch cepoch && channels.isOpen(connection)) {
                handleCEPOCH(connection, cepoch);
              } else {
                super.received(connection, message);
              }
            }
          },
      null),
  OldKnowledgeKept(
      context ->
          new Leading(context) {
            @Override
            protected void forgetFollower(int member) {}
          },
      null),
  AckBeforeSync(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            public void handlePROPOSE(Message.Propose message) {
              super.handlePROPOSE(message);
              if (phase() == Phase.BROADCAST) {
                send(new Message.Ack(state.acceptedEpoch, message.entry().zxid()));
              }
            }
          }),
  ProposeToOne(
      context ->
          new Leading(context) {
            @Override
            protected long proposeTo() {
              return Long.lowestOneBit(forwarding());
            }
          },
      null),
  OnOneDisk(
      context ->
          new Leading(context) {
            @Override
            protected long onDiskAtQuorum() {
              long best = 0;
              for (int member = 0; member < context.members(); member++) {
                if (Members.contains(ackLeader(), member)) {
                  best = Math.max(best, acked(member));
                }
              }
              return best;
            }
          },
      null),
  LeaderCountsUnsynced(
      context ->
          new Leading(context) {
            @Override
            protected long holding(long length) {
              return Members.with(super.holding(length), context.self());
            }
          },
      null),
  CounterRestarts(
      context ->
          new Leading(context) {
            @Override
            protected long nextCounter() {
              return state.history.length() - state.lastCommitted + 1;
            }
          },
      null),
  RetriesLogged(
      context ->
          new Leading(context) {
            @Override
            protected boolean fresh(long session, long seq) {
              return true;
            }
          },
      null),
  RetriesComparedWithCommitted(
      context ->
          new Leading(context) {
            @Override
            protected boolean fresh(long session, long seq) {
              long last = 0;
              for (long n = state.history.checkpoint() + 1; n <= state.lastCommitted; n++) {
                Entry entry = state.history.entry(n);
                last = entry.session() == session ? entry.seq() : last;
              }
              return seq > last;
            }
          },
      null),
  DeliverAll(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected void learn(Zxid zxid) {
              if (state.history.length() > state.lastCommitted) {
                commit(state.history.length());
              }
            }
          }),
  ProposalLost(
      null,
      (context, connection) ->
          new Following(context, connection) {
            @Override
            public void handlePROPOSE(Message.Propose message) {
              long kept = Math.max(state.synced, state.lastCommitted);
              if (kept < state.history.length()) {
                state.history.truncate(kept);
                context.output(new Output.Truncate(kept));
              }
              append(message.entry());
              context.trace(Action.HandlePROPOSE);
            }
          }),
  Unconfirmed(
      context ->
          new Leading(context) {
            @Override
            protected boolean confirmed() {
              return readActive();
            }
          },
      null),
  AnyRound(
      context ->
          new Leading(context) {
            @Override
            protected boolean thisRound(Message.Pong message) {
              return readActive();
            }
          },
      null),
  CommitByCounting(
      context ->
          new Leading(context) {
            @Override
            protected long commitPoint() {
              return Math.max(state.lastCommitted, onDiskAtQuorum());
            }

            @Override
            protected long holding(long length) {
              long holders = Members.of(context.self());
              for (int member = 0; member < context.members(); member++) {
                if (acked(member) >= length) {
                  holders = Members.with(holders, member);
                }
              }
              return holders;
            }
          },
      (context, connection) ->
          new Following(context, connection) {
            @Override
            protected boolean acknowledges() {
              return phase() != Phase.DISCOVERY;
            }
          }),
  LateEntryCommitsNothing(
      context ->
          new Leading(context) {
            @Override
            public void leaderPersistCurrentEpoch() {
              entering = true;
              super.leaderPersistCurrentEpoch();
              entering = false;
            }

            private boolean entering;

            @Override
            protected long commitPoint() {
              return entering ? state.lastCommitted : super.commitPoint();
            }
          },
      null);

  private final Function<Context, Role> leading;
  private final BiFunction<Context, Connection, Role> following;

  Mutant(Function<Context, Role> leading, BiFunction<Context, Connection, Role> following) {
    this.leading = leading;
    this.following = following;
  }

  /** A mutant of {@code SyncMessage}, at leaders and followers. */
  Mutant(BiFunction<Role, Zxid, Difference> syncMessage) {
    this(
        context ->
            new Leading(context) {
              @Override
              protected Difference syncMessage(Zxid zxid) {
                return syncMessage.apply(this, zxid);
              }
            },
        (context, connection) ->
            new Following(context, connection) {
              @Override
              protected Difference syncMessage(Zxid zxid) {
                return syncMessage.apply(this, zxid);
              }
            });
  }

  @Override
  public Role leading(Context context) {
    return leading == null ? Roles.super.leading(context) : leading.apply(context);
  }

  @Override
  public Role following(Context context, Connection connection) {
    return following == null
        ? Roles.super.following(context, connection)
        : following.apply(context, connection);
  }

  private static Difference noTruncation(Role role, Zxid zxid) {
    History history = role.state.history;
    long shared = Math.max(history.countUpTo(zxid), history.checkpoint());
    return new Difference(Mode.DIFF, zxid, null, history.suffix(shared));
  }

  private static Difference noCheckpointSync(Role role, Zxid zxid) {
    History history = role.state.history;
    long shared = history.countUpTo(zxid);
    long from = Math.max(shared, history.checkpoint());
    boolean same = shared >= history.checkpoint() && history.zxidAt(shared).equals(zxid);
    return new Difference(same ? Mode.DIFF : Mode.TRUNC, zxid, null, history.suffix(from));
  }

  private static Difference overlappingTail(Role role, Zxid zxid) {
    History history = role.state.history;
    long shared = Math.max(history.countUpTo(zxid), history.checkpoint());
    Zxid from = history.zxidAt(shared);
    long start = Math.max(history.checkpoint(), shared - 1);
    List<Entry> entries = new ArrayList<>(history.suffix(start));
    return new Difference(from.equals(zxid) ? Mode.DIFF : Mode.TRUNC, from, null, entries);
  }
}
