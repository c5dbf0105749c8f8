package io.zabdb.replica;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Replica;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The parts of a replica that its loop owns, from its beginning to its end, and what they do with
 * the core's outputs. By the loop.
 */
final class RunningReplica implements Turns.Turn {

  private final ReplicaParts parts;
  private final ReplicaEvents events;
  private final Turns turns;
  private final Replica core;
  private final HistoryWindow window;
  private final RoomGate gate;
  private final LogWrites log;
  private final ApplySchedule schedule;
  private final PeerCheckpoints checkpoints;
  private final PeerPort port;
  private final Purging purging;
  private final Installing installing;
  private final Sampling sampling;
  private final Ticks ticks;
  private final EmptyReplica empty;
  private final RemovalWatch removal;
  private final ReplacedDisks disks;
  private final Release release;
  private final PendingClients clients = new PendingClients();
  private final TailCommands commands;
  private final LogAdmission admission;
  private final FirstCommand first;
  private final Resharding resharding;
  private final Dissolution dissolution;
  private final QuorumFiles files;
  private final WishedMembers members;
  private final MoveDriver moves;
  private final MoveSink moveSink;
  private final StoreRepair repair;
  private final OutputDispatch outputs;
  private final PeriodicSync syncing;

  /**
   * What runs of a replica.
   *
   * @param running gives null as long as it has not begun: its loop may be asked before, by what it
   *     is at when the replica is started
   * @throws StorageException {@code UNAVAILABLE} then
   */
  static RunningReplica begun(Supplier<RunningReplica> running) {
    RunningReplica begun = running.get();
    if (begun == null) {
      throw notBegun();
    }
    return begun;
  }

  static StorageException notBegun() {
    return new StorageException(ErrorCode.UNAVAILABLE, "the replica has not begun yet");
  }

  RunningReplica(
      ReplicaParts parts,
      ReplicaEvents events,
      GroupPost post,
      Guards guards,
      Function<PeerListener, PeerPort> connect) {
    this.parts = parts;
    this.events = events;
    turns = parts.turns();
    OpenedReplica opened = parts.opened();
    ReplicaMemory memory = parts.settings().memory();
    core =
        new Replica(
            parts.settings().core(), opened.recovered(), guards, parts.journal(), turns::add);
    window = new HistoryWindow(core, opened.log().reader(), parts.damage(), memory);
    gate = new RoomGate(parts.log(), memory.historyBytes());
    log = new LogWrites(parts, gate, () -> core.transferView().leads(), this::failed);
    schedule =
        new ApplySchedule(
            parts.applier(),
            parts.readers(),
            new ApplyFeed(
                parts.applier(),
                memory.applyBytes(),
                window,
                parts.rereading()::submit,
                parts.loop(),
                turns::finish,
                this::failed),
            new AwaitedPoints(parts.loop(), parts.metrics()));
    checkpoints = new PeerCheckpoints(parts);
    port = connect.apply(new PeerInputs(turns, window));
    purging =
        new Purging(
            turns,
            core,
            new LogPurge(parts.log()::purge, port::oldestNeeded, parts.health()::isShortOfRoom),
            parts.checkpointer(),
            parts.metrics());
    installing = new Installing(parts, schedule, purging);
    sampling = new Sampling(parts, turns, core, schedule, purging);
    ticks = new Ticks(parts, core, port, log, sampling);
    empty =
        new EmptyReplica(
            parts.group(), parts.settings().core(), parts.settings().tick(), core.state(), port);
    removal = new RemovalWatch(parts.founders(), core.state(), () -> events.removed(parts.group()));
    release = new Release(parts.loop(), turns, log, window, port);
    commands = opened.tail();
    admission = new LogAdmission(parts, core, clients, commands);
    first = new FirstCommand(parts, admission);
    resharding = new Resharding(parts, admission, core::state);
    dissolution = new Dissolution(parts, admission);
    files = new QuorumFiles(parts, post, core::state);
    members = new WishedMembers(parts, core, admission, files, clients);
    disks = new ReplacedDisks(parts, core, files);
    MoveDecisions decisions = new MoveDecisions(parts, admission, files);
    moves = new MoveDriver(parts, admission, decisions, resharding, post);
    moveSink = new MoveSink(parts, admission, decisions, post);
    repair = new StoreRepair(parts, schedule, post, core::state, () -> core.transferView().leads());
    syncing = new PeriodicSync(parts);
    outputs = duties();
  }

  /** The first turn; time begins. */
  void begin() {
    StateView state = core.state();
    Roster last = state.roster();
    parts.rosters().began(last);
    votersChanged(last, state.rosterPlace() <= state.lastCommitted());
    empty.begin();
    if (parts.opened().isStoreSetAside()) {
      parts.rosters().storeSetAside();
    }
    turns.begin(core, this);
    ticks.begin();
    repair.look();
    syncing.begin();
  }

  private void failed(Throwable cause) {
    parts.fail(cause);
  }

  private OutputDispatch duties() {
    return new OutputDispatch()
        .on(Output.Connect.class, connect -> port.connect(connect.connection()))
        .on(Output.Accept.class, accept -> accept(accept.connection()))
        .on(Output.Close.class, close -> close(close.connection()))
        .on(Output.Send.class, send -> send(send.connection(), send.message()))
        .on(Output.Notify.class, this::notify)
        .on(Output.Append.class, append -> append(append.entry()))
        .on(Output.Truncate.class, truncate -> truncate(truncate.length()))
        .on(Output.Install.class, install -> install(install.checkpoint()))
        .on(Output.WriteEpoch.class, write -> parts.log().writeEpoch(write.field(), write.epoch()))
        .on(Output.Deliver.class, deliver -> schedule.deliver(deliver.length()))
        .on(Output.Answer.class, this::answer)
        .on(Output.ServeReads.class, this::serve)
        .on(Output.Refuse.class, clients::refuse)
        .on(Output.Unknown.class, unknown -> clients.unknown(unknown.token()))
        .on(Output.RosterCommitted.class, committed -> rosterCommitted(committed.roster()))
        .on(Output.Compact.class, compact -> parts.pressure().permitted())
        .on(Output.CompactStep.class, step -> parts.governor().step())
        .on(Output.LeaderChanged.class, this::leaderChanged)
        .complete();
  }

  @Override
  public void carryOut(Output output) throws IOException {
    outputs.carryOut(output);
  }

  private void append(Entry entry) {
    long index = core.indexOf(entry.zxid());
    log.append(index, entry);
    commands.appended(index, entry, parts.applier().applied().length());
  }

  private void truncate(long length) {
    commands.cutTo(length);
    installing.truncate(length);
  }

  private void install(Checkpoint checkpoint) {
    checkpoints.installing();
    commands.clear();
    installing.install(checkpoint, this::handOver);
  }

  private void accept(Connection connection) {
    files.connected(connection.initiator());
    port.accept(connection);
  }

  private void close(Connection connection) {
    checkpoints.closing(connection);
    port.close(connection);
  }

  private void send(Connection connection, Message message) {
    checkpoints.sending(connection, message);
    port.send(connection, message);
  }

  private void notify(Output.Notify notify) {
    port.notify(notify.to(), notify.datagram());
    if (notify.datagram() instanceof Datagram.Start) {
      // Ahead of the end of the connections, which makes everybody look for a leader.
      port.flush();
      parts.metrics().handedOver();
    }
  }

  private void answer(Output.Answer answer) {
    PendingClients.Pending one = clients.remove(answer.token());
    parts.metrics().committed(parts.clock().nanos() - one.since());
    schedule.answer(
        new Answers.Answer(
            one.partition(),
            one.tokens(),
            answer.session(),
            answer.seq(),
            answer.index(),
            one.update()));
  }

  private void serve(Output.ServeReads confirmed) {
    long length = Math.max(confirmed.length(), first.place());
    schedule.serve(length, clients.reads(confirmed.tokens(), length));
  }

  private void leaderChanged(Output.LeaderChanged changed) {
    parts.journal().leaderChanged(changed.leader(), changed.epoch());
    parts.pressure().leaderChanged(changed.leader());
    events.leaderChanged(parts.group(), changed.leader(), changed.epoch());
    // Established, though maybe not in its epoch yet: it takes updates from now on.
    if (changed.leader() == core.state().self()) {
      admission.established();
      first.propose(core.state());
      admission.release();
      resharding.established();
      files.established();
      moves.established();
      moveSink.established();
    } else {
      ledNoMore();
    }
    repair.look();
  }

  private void ledNoMore() {
    admission.lost();
    resharding.lost();
    moves.lost();
    moveSink.lost();
  }

  /** Whether this replica is known to be of no use any more. By any thread. */
  boolean isRemoved() {
    return removal.isRemoved();
  }

  /** Others say that this disk of its member has left. */
  void left(long disk) {
    removal.told(disk);
  }

  /** What operators want of the members. */
  WishedMembers members() {
    return members;
  }

  private void rosterCommitted(Roster roster) {
    parts.rosters().committed(roster);
    votersChanged(roster, true);
  }

  private void votersChanged(Roster roster, boolean isCommitted) {
    KnownVoters known = KnownVoters.by(roster, parts.founders(), isCommitted);
    port.votersChanged(known.voters().voters());
    events.votersChanged(parts.group(), known);
  }

  @Override
  public void end() {
    empty.turnEnded();
    removal.turnEnded();
    disks.turnEnded();
    handOver();
    release.turnEnded();
    ticks.turnEnded();
  }

  private void handOver() {
    schedule.handOver(core.state());
  }

  @Override
  public void taking(Input input) {
    checkpoints.taking(input);
  }

  @Override
  public boolean drops(Input input) {
    // Datagrams may be lost; for hours of them there is no room.
    return gate.isShut() && input instanceof Input.Notified;
  }

  @Override
  public void listen(boolean more) {
    port.setReading(more);
    ticks.listens(more);
  }

  Replica core() {
    return core;
  }

  ApplySchedule schedule() {
    return schedule;
  }

  LogAdmission admission() {
    return admission;
  }

  Resharding resharding() {
    return resharding;
  }

  Dissolution dissolution() {
    return dissolution;
  }

  MoveDriver moves() {
    return moves;
  }

  StoreRepair repair() {
    return repair;
  }

  MoveSink moveSink() {
    return moveSink;
  }

  PendingClients clients() {
    return clients;
  }

  Sampling sampling() {
    return sampling;
  }

  /** Whether nothing is taken until the log is written. */
  boolean isShut() {
    return gate.isShut();
  }

  /** The log up to a checkpoint is no longer needed. */
  void purge(Checkpoint before) {
    purging.upTo(before);
  }

  /** The replica ends; waiting clients are told what can be told. */
  void stop() {
    ticks.end();
    syncing.end();
    port.close();
    window.close();
    ledNoMore();
    clients.end();
    schedule.end();
  }
}
