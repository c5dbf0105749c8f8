package io.zabdb.core.zab;

import io.zabdb.core.election.Election;
import io.zabdb.core.election.Electorate;
import io.zabdb.core.election.Preference;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Outputs;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.trace.TraceSink.TraceEvent;
import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferEvent;
import io.zabdb.core.trace.TransferView;
import org.jspecify.annotations.Nullable;

/**
 * What the roles of a replica and their duties share: its settings and its state, whom it hears,
 * where its outputs go, who hears of its actions. Not thread-safe.
 */
public final class Context {

  final Settings settings;
  final ReplicaState state;
  final Election election;

  private final Configuration founders;
  private final TraceSink trace;

  @SuppressWarnings("NullAway.Init") // attached before the first step
  private StateView view;

  @SuppressWarnings("NullAway.Init") // attached before each step
  private Outputs outputs;

  private long connections;

  /** Members whose nodes are heard, as bits. */
  private long heard;

  /** Since the start, as far as it matters. */
  private int ticks;

  /** Whether anybody was heard since the start who has something of the group. */
  private boolean isInService;

  Context(Settings settings, ReplicaState state, Preference preference, TraceSink trace) {
    this.settings = settings;
    this.state = state;
    this.trace = trace;
    this.founders = Configuration.ofFirst(settings.members());
    this.election =
        new Election(
            settings.self(), settings.slots(), settings.timing(), preference, new Voters());
  }

  int self() {
    return settings.self();
  }

  /** How many numbers of members there are; not all need be used. */
  int members() {
    return settings.slots();
  }

  /** Those that found the group. */
  Configuration founders() {
    return founders;
  }

  /** Who votes by a roster. */
  Configuration configuration(Roster roster) {
    return roster.configuration(founders);
  }

  /** Who votes by the last roster in its own log, committed or not. */
  Configuration configuration() {
    return configuration(state.history.roster());
  }

  /** Whether members of these numbers, whatever their disks, are a quorum by its own log. */
  boolean isMajority(long set) {
    return configuration().isQuorum(set);
  }

  /**
   * Whether these are a quorum, whatever becomes of a change of members that is under way ({@code
   * ChangingMembers!Possible}).
   */
  boolean isQuorumInAnyCase(long set) {
    return isMajority(set)
        && configuration(state.history.roster(state.lastCommitted)).isQuorum(set);
  }

  /**
   * Whether it makes sense that this replica tries to lead: it votes, and its disk counts, or
   * nobody may remember anything.
   */
  boolean mayLead() {
    return configuration().includes(self())
        && (state.history.roster().counts(self(), state.disk) || mayFound());
  }

  /**
   * Whether nobody may remember anything, as far as this replica knows. Who founds alone is its own
   * witness only, so it looks for others first: the group may have grown since.
   */
  private boolean mayFound() {
    return settings.founds()
        && remembersNothing()
        && !(isLoneFounder() && (isInService || ticks < settings.foundingWait()));
  }

  /**
   * What it says of its disk to those that look for a leader: who has left and comes back does not
   * found the group anew with others that have nothing ({@code Removals!LooksNew}).
   */
  long introducedDisk() {
    return remembersNothing() && !settings.founds() ? Roster.FOUNDS_NOTHING : state.disk;
  }

  private boolean isLoneFounder() {
    return settings.isLoneFounder();
  }

  /**
   * Whether a founding that this replica wrote alone may be lost yet: if others had it then, it
   * would take them for proof that the group was in service without it, and never found it again.
   */
  boolean mayForgetFounding() {
    return isLoneFounder() && state.history.length() > 0 && state.synced == 0;
  }

  void ticked() {
    ticks = Math.min(ticks + 1, settings.foundingWait());
  }

  /** What another member says of itself. */
  void heard(Notification said) {
    isInService |= !said.lastZxid().equals(Zxid.ZERO);
  }

  /** See {@link io.zabdb.core.step.Input.NodesHeard}. */
  void nodesHeard(long members) {
    heard = members;
  }

  /** Whether the nodes of all these members are heard; {@code Rest!HearsAll, HearsLeader}. */
  boolean hears(long members) {
    return (members & ~heard) == 0;
  }

  /** A disk that was never used, of a group that may be new. */
  private boolean remembersNothing() {
    return state.history.length() == 0;
  }

  /** Where the outputs of the present step go, and what the trace sees. */
  void attach(Outputs target, StateView traced) {
    outputs = target;
    view = traced;
  }

  void output(Output output) {
    outputs.add(output);
  }

  void send(Connection connection, Message message) {
    outputs.add(new Output.Send(connection, message));
  }

  void notifyAll(Datagram datagram) {
    for (int member = 0; member < members(); member++) {
      if (member != self()) {
        outputs.add(new Output.Notify(member, datagram));
      }
    }
  }

  /** A connection to {@code acceptor} that no start of this replica has used before. */
  Connection newConnection(int acceptor) {
    connections++;
    return new Connection(self(), acceptor, (settings.incarnation() << 32) + connections);
  }

  boolean isTraced(TransferAction action) {
    return trace.hears(action);
  }

  void traceAccepted(Connection connection) {
    if (trace.isOn()) {
      trace.accepted(connection, view);
    }
  }

  /** The replica has taken an action without message and argument. */
  void trace(Action action) {
    trace(action, -1, null, null, 0, 0);
  }

  /** The replica has handled a message. */
  void trace(Action action, int peer, @Nullable Connection connection, @Nullable Message message) {
    trace(action, peer, connection, message, 0, 0);
  }

  void trace(TransferEvent event, TransferView transferView) {
    trace.taken(event, transferView);
  }

  /** The replica has taken the action by which its role ended. */
  void trace(TraceEvent event) {
    if (trace.isOn()) {
      trace.taken(event, view);
    }
  }

  void trace(
      Action action,
      int peer,
      @Nullable Connection connection,
      @Nullable Message message,
      long argument,
      long seq) {
    if (trace.isOn()) {
      trace.taken(new TraceEvent(action, peer, connection, message, argument, seq), view);
    }
  }

  /** The members that the election considers; the leader decides which count in the end. */
  private final class Voters implements Electorate {

    /** An unnumbered disk is one of a group that was founded before disks had numbers. */
    private boolean founds() {
      return mayFound() && state.disk != Roster.UNNUMBERED && configuration().includes(self());
    }

    @Override
    public boolean includes(int member, Notification said) {
      return configuration().includes(member)
          && (founds()
              ? said.lastZxid().equals(Zxid.ZERO) && said.disk() != Roster.FOUNDS_NOTHING
              : state.history.roster().counts(member, said.disk()));
    }

    @Override
    public boolean suffices(long set) {
      return (founds() || state.history.roster().isFounding()) ? isAll(set) : isQuorum(set);
    }

    @Override
    public boolean isQuorum(long set) {
      return isMajority(set);
    }

    @Override
    public boolean isAll(long set) {
      return configuration().isWithin(set);
    }
  }
}
