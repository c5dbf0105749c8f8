package io.zabdb.replica;

import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.zab.Replica;
import io.zabdb.model.data.Family;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.Heir;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionRecords;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TableState;
import io.zabdb.shard.TailAdmission;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.engine.StorageEngine;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What of clients' updates, and of the group's own commands, a leader gives its core to be logged:
 * only what may take effect behind all that its log holds ({@code Move!NothingLoggedInVain}). An
 * update that is in no state to be logged waits ({@link HeldUpdates}), or is refused at once. By
 * the loop.
 */
final class LogAdmission {

  private static final PartitionLog LOG = new PartitionLog();

  /** Behind these no update is admitted that was not before: there may be thousands of them. */
  private static final Set<CommandKind> FREEING_NOBODY =
      EnumSet.of(
          CommandKind.BEGIN,
          CommandKind.SEAL,
          CommandKind.STAGE,
          CommandKind.CATCH,
          CommandKind.FINISH,
          CommandKind.BEGIN_SHARDING);

  private final ReplicaParts parts;
  private final Replica core;
  private final PendingClients clients;
  private final TailCommands commands;
  private final Limits limits;
  private final HeldUpdates held;

  /** Somebody looks for those that have waited for too long. */
  private boolean isWatched;

  private UpdateWatch watch = (tokens, bytes) -> {};

  /** Of an established leader, else null. */
  private TailAdmission tail;

  private final CommandsUnderway underway = new CommandsUnderway();

  LogAdmission(ReplicaParts parts, Replica core, PendingClients clients, TailCommands commands) {
    this.parts = parts;
    this.core = core;
    this.clients = clients;
    this.commands = commands;
    limits = parts.settings().core().limits();
    held = new HeldUpdates(limits);
  }

  // -- leadership

  /** {@code MoveGroups!LeaderChange}: it is established. */
  void established() {
    underway.anew();
    readTail();
  }

  private void readTail() {
    // First this: what is applied meanwhile is in the table.
    long length = parts.applier().applied().length();
    TableState applied = parts.opened().store().engine().table();
    tail =
        TailAdmission.leaderChange(
            LOG,
            applied,
            SessionRecords.ABSENT,
            commands.behind(Math.max(length, applied.index())));
  }

  /** It leads no more, or somebody else does. */
  void lost() {
    tail = null;
    underway.anew();
    held.takeAll().forEach(each -> each.request().callback().refused(Refusal.NOT_LEADER, -1));
  }

  /** Whether the group is founded by what the log holds. */
  boolean isFounded() {
    return tail != null && !tail.atTail().self().equals(Birth.NOBODY);
  }

  /** Whether the log of a leader has the group's end: nothing follows that. */
  boolean hasEnded() {
    return tail != null && tail.atTail().isDissolved();
  }

  /** What the log of a leader leads to, to be read; null: it does not lead. */
  PartitionTable table() {
    return tail == null ? null : tail.atTail();
  }

  /** Hears of each update that is given to the core. */
  interface UpdateWatch {

    /**
     * It is about to be logged.
     *
     * @param tokens of its rows; none if it does nothing
     */
    void logged(List<Long> tokens, int bytes);
  }

  /** Who is to hear of updates from now on. */
  void tell(UpdateWatch who) {
    watch = who;
  }

  // -- updates

  /** {@code MoveClients!Admit}. */
  void take(UpdateRequest request) {
    take(request, parts.clock().nanos() + HeldUpdates.LONGEST_NANOS);
  }

  /**
   * The same.
   *
   * @param until when it waits no more
   */
  private void take(UpdateRequest request, long until) {
    if (core.holdsUpdates()) {
      // The core would log it once it is established, whatever its log holds then.
      hold(request, until);
    } else if (hasEnded()) {
      request.callback().notAdmitted("group " + parts.group() + " has ended");
    } else if (request.tokens().isEmpty() || !isFounded()) {
      give(request);
    } else if (isLacked(request)) {
      // It could not say what became of it.
      hold(request, until);
    } else {
      switch (tail.fate(request.tokens())) {
        case ADMITTED -> give(request);
        case HELD -> hold(request, until);
        default -> refuse(request);
      }
    }
  }

  /** By tokens: what is lacking may have been split since the client heard of it. */
  private boolean isLacked(UpdateRequest request) {
    StorageEngine engine = parts.opened().store().engine();
    Set<String> lacking = engine.lacking();
    return !lacking.isEmpty()
        && engine.table().records().keySet().stream()
            .filter(part -> lacking.contains(part.name()))
            .anyMatch(part -> request.tokens().stream().anyMatch(part.range()::contains));
  }

  private void refuse(UpdateRequest request) {
    PartitionTable table = tail.atTail();
    List<Optional<PartitionId>> places =
        request.tokens().stream().map(token -> table.around(List.of(token))).distinct().toList();
    if (places.size() > 1 && places.stream().allMatch(Optional::isPresent)) {
      request
          .callback()
          .apart(
              "the rows of the batch are in several partitions, "
                  + places.get(0).get().name()
                  + " and "
                  + places.get(1).get().name()
                  + " among them, which may have been one; a batch is atomic in one partition");
    } else {
      request.callback().notAdmitted(why(request));
    }
  }

  private void give(UpdateRequest request) {
    // Another group that gets the partition logs it, too, with what is around it.
    int longest = StructureCodec.longestUpdate(limits.payloadBytes());
    if (tail != null && request.payload().length > longest) {
      request.callback().refused(Refusal.TOO_LARGE, -1);
      return;
    }
    watch.logged(request.tokens(), request.payload().length);
    long token = clients.add(pending(request.partition(), request.tokens(), request.callback()));
    parts
        .turns()
        .step(new Input.ClientRequest(token, request.session(), request.seq(), request.payload()));
  }

  private PendingClients.Pending pending(
      String partition, List<Long> tokens, UpdateCallback callback) {
    return PendingClients.Pending.of(partition, tokens, callback, parts.clock().nanos());
  }

  /** {@code MoveClients!Redirect}: the replicated state says whose it is, if anybody's. */
  private String why(UpdateRequest request) {
    Heir heir = tail.atTail().heirs().of(request.tokens().get(0));
    String where =
        heir.group().equals(Birth.NOBODY)
            ? ""
            : "; it gave it to the group " + heir.group() + " in attempt " + heir.epoch();
    return "group " + parts.group() + " has no partition " + request.partition() + where;
  }

  // -- what waits

  private void hold(UpdateRequest request, long until) {
    if (!held.add(request, until)) {
      request.callback().refused(Refusal.OVERLOADED, -1);
    } else if (!isWatched) {
      wakeWhenLate();
    }
  }

  private void wakeWhenLate() {
    isWatched = true;
    parts.loop().schedule(held.untilLate(parts.clock().nanos()), this::refuseLate);
  }

  private void refuseLate() {
    isWatched = false;
    held.takeLate(parts.clock().nanos())
        .forEach(request -> request.callback().refused(Refusal.OVERLOADED, -1));
    if (!held.isEmpty()) {
      wakeWhenLate();
    }
  }

  /** What was in their way may be so no more. */
  void release() {
    for (HeldUpdates.Held each : held.takeAll()) {
      UpdateRequest request = each.request();
      if (request.callback().isAbandoned()) {
        request.callback().abandoned();
      } else {
        take(request, each.until());
      }
    }
  }

  // -- the group's own commands

  /**
   * {@code MoveGroups!Propose}.
   *
   * @param callback see {@link #decide}
   */
  void propose(Structure structure, UpdateCallback callback) {
    ShardCommand command = structure.command();
    decide(
        command.kind(),
        end -> end.propose(command) ? Optional.of(command) : Optional.empty(),
        structure.families(),
        callback);
  }

  /**
   * The same, for a command that is made of what the end of the log says: one at a time, but that
   * one update of a partition that comes may follow another, and its end the last of them.
   *
   * @param kind of the command
   * @param decision makes it and has it admitted; none: it is not due
   * @param families of {@code PREPARE} and {@code FOUND}
   * @param callback is refused if it does not lead, or another command is under way; and not
   *     admitted if there is none to be logged
   */
  void decide(
      CommandKind kind,
      Function<TailAdmission, Optional<ShardCommand>> decision,
      List<Family> families,
      UpdateCallback callback) {
    if (tail == null) {
      callback.refused(Refusal.NOT_LEADER, -1);
      return;
    }
    if (!underway.admits(kind, parts.turns().isOpen(), parts.clock().nanos())) {
      callback.refused(Refusal.OVERLOADED, -1);
      return;
    }
    Optional<ShardCommand> command = decision.apply(tail);
    if (command.isEmpty()) {
      callback.notAdmitted("the state of group " + parts.group() + " does not admit " + kind);
      return;
    }
    int term = underway.begin(kind);
    long seq = core.state().historyLength() + 1;
    byte[] payload = StructureCodec.encode(new Structure(command.get(), families));
    long token =
        clients.add(pending("", List.of(), new ProposedCommand(callback, ok -> ended(term, ok))));
    parts.turns().step(new Input.ClientRequest(token, Structure.SESSION, seq, payload));
    if (core.state().historyLength() < seq) {
      underway.waits();
    }
    if (!FREEING_NOBODY.contains(kind)) {
      release();
    }
  }

  /**
   * What became of a command is known.
   *
   * @param isDone if not, what it led to at the end of the log is not so
   */
  private void ended(int term, boolean isDone) {
    parts
        .loop()
        .run(
            () -> {
              if (underway.ended(term, isDone)) {
                readTail();
                release();
              }
            });
  }
}
