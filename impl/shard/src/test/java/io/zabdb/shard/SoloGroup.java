package io.zabdb.shard;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A group whose leader's log is committed at once, and what it says to others. */
final class SoloGroup {

  static final PartitionId WHOLE = part("whole", 0, 100);
  static final PartitionId LEFT = part("left", 0, 50);
  static final PartitionId RIGHT = part("right", 50, 100);

  final KeyCells cells = new KeyCells();
  final SessionsInMemory sessions = new SessionsInMemory();
  final PartitionTable table = new PartitionTable(sessions, cells);
  final TailAdmission admission;
  final SourceMove source;
  final DestinationMove destination;
  final Sharding sharding;
  private final PartitionLog log;
  private final Speech speech = new Speech();
  private final List<MoveMessage> caughtUp = new ArrayList<>();

  SoloGroup(long birth, PartitionId... owned) {
    this(birth, ShardLimits.HEIRS, owned);
  }

  SoloGroup(long birth, int maxHeirs, PartitionId... owned) {
    log = new PartitionLog(MoveGuards.STANDARD, maxHeirs);
    admission = TailAdmission.leaderChange(log, table.state(), sessions.copy(), List.of());
    source = new SourceMove(admission);
    destination = new DestinationMove(admission);
    sharding = new Sharding(admission);
    ShardCommand found = ShardCommand.found(birth(birth), List.of(owned));
    assertTrue(admission.propose(found));
    commit(found);
  }

  static Birth birth(long number) {
    return new Birth(0, number);
  }

  static PartitionId part(String name, long after, long upTo) {
    return new PartitionId(name, new TokenRange(after, upTo));
  }

  static ShardUpdate put(long session, long seq, String text, Long... tokens) {
    return new ShardUpdate(
        session, seq, List.of(tokens), 0, ShardUpdate.NO_VERSION, Bytes.of(text));
  }

  /** The command is logged, and has taken effect. */
  void took(Optional<ShardCommand> command) {
    commit(command.orElseThrow());
  }

  void refused(Optional<ShardCommand> command) {
    assertFalse(command.isPresent(), command::toString);
  }

  void commit(ShardCommand command) {
    long counter = table.index() + 1;
    assertTrue(log.commit(table, command, 1, counter), command::toString);
    speech.caughtUp(table, command, 1, counter).ifPresent(caughtUp::add);
  }

  /** What it says now of this type. */
  MoveMessage says(MessageType type) {
    return all(type).get(0);
  }

  List<MoveMessage> all(MessageType type) {
    List<MoveMessage> said = new ArrayList<>(speech.say(table));
    said.addAll(caughtUp);
    return said.stream().filter(message -> message.type() == type).toList();
  }

  List<MoveMessage> replies(MoveMessage message) {
    return speech.reply(table, message);
  }

  MovePhase phase(PartitionId part) {
    return table.record(part).orElseThrow().phase();
  }

  /** Gives a partition to another group, from Begin to Release. */
  void give(PartitionId part, SoloGroup heir) {
    took(source.beginMove(part, heir.table.self()));
    copy(heir);
    took(source.sealMove(part));
    finish(heir);
  }

  void copy(SoloGroup heir) {
    heir.took(heir.destination.handlePrepare(says(MessageType.PREPARE)));
    heir.took(heir.destination.handleBase(says(MessageType.BASE)));
  }

  void finish(SoloGroup heir) {
    heir.took(heir.destination.handleManifest(says(MessageType.MANIFEST)));
    took(source.handleReady(heir.says(MessageType.READY)));
    MoveMessage activate = says(MessageType.ACTIVATE);
    heir.took(heir.destination.handleActivate(activate));
    took(source.handleDone(heir.replies(activate).get(0)));
  }
}
