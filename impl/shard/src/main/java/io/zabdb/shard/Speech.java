package io.zabdb.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the leader of a group tells others, of what it has applied and never of what is only logged.
 * It repeats itself until phases change. A function of tables and messages alone.
 *
 * <p>Source: {@code MoveGroups}.
 */
public final class Speech {

  private final MoveGuards moves;
  private final SpeechGuards guards;

  /** As the product has it. */
  public Speech() {
    this(MoveGuards.STANDARD, SpeechGuards.STANDARD);
  }

  /** One for tests. */
  public Speech(MoveGuards moves, SpeechGuards guards) {
    this.moves = moves;
    this.guards = guards;
  }

  /** {@code MoveGroups!Say}: what it says unasked. */
  public List<MoveMessage> say(PartitionTable s) {
    List<MoveMessage> said = new ArrayList<>();
    if (!s.isDissolved()) {
      s.parts().forEach(part -> sayOf(s, part, s.recordOf(part), said));
    }
    return said;
  }

  /** {@code MoveGroups!SaidOf}: because of the record that it has of a partition. */
  private void sayOf(PartitionTable s, PartitionId p, PartitionRecord r, List<MoveMessage> said) {
    if (r.phase() == MovePhase.COPYING || r.phase() == MovePhase.SEALED) {
      said.add(to(s, MessageType.PREPARE, p, r));
      said.add(
          to(
              s,
              MessageType.BASE,
              p,
              r,
              new PartitionCopy(r.position(), s.cells().base(p), s.sessions(p), 0)));
    }
    if (guards.canDescribe(r)) {
      said.add(to(s, MessageType.MANIFEST, p, r, PartitionCopy.upTo(r.position())));
    }
    if (guards.canTellHeir(r)) {
      said.add(to(s, MessageType.ACTIVATE, p, r, PartitionCopy.of(s.time())));
    }
    if (r.phase().isCopy()) {
      said.add(to(s, MessageType.ACCEPT, p, r));
    }
    if (guards.canPromise(r)) {
      said.add(to(s, MessageType.READY, p, r));
    }
  }

  private static MoveMessage to(
      PartitionTable s, MessageType type, PartitionId p, PartitionRecord r) {
    return MoveMessage.of(type, s.self(), r.peer(), p, r.epoch());
  }

  private static MoveMessage to(
      PartitionTable s, MessageType type, PartitionId p, PartitionRecord r, PartitionCopy copy) {
    return new MoveMessage(type, s.self(), r.peer(), p, r.epoch(), 0, null, copy);
  }

  /** {@code MoveGroups!Replies}: what it answers to a message, whomever that was for. */
  public List<MoveMessage> reply(PartitionTable s, MoveMessage m) {
    List<MoveMessage> replies = new ArrayList<>();
    if (s.isDissolved()) {
      return replies;
    }
    if (guards.saysDone(s, m)) {
      replies.add(back(s, MessageType.DONE, m, 0));
    }
    if (guards.saysCancel(s, m)) {
      replies.add(back(s, MessageType.CANCEL, m, 0));
    }
    if (guards.saysTooLow(s, m)) {
      replies.add(back(s, MessageType.TOO_LOW, m, s.floor()));
    }
    return replies;
  }

  /**
   * {@code MoveGroups!SaidForDissolved}: what whoever has noted the end of a group answers in its
   * place: its attempts are over.
   *
   * @param messages for a group that has ended
   */
  public static List<MoveMessage> forDissolved(List<MoveMessage> messages) {
    return messages.stream()
        .filter(m -> m.type() == MessageType.ACCEPT || m.type() == MessageType.READY)
        .map(Speech::cancelled)
        .toList();
  }

  private static MoveMessage cancelled(MoveMessage m) {
    Birth dissolved = m.dst();
    return MoveMessage.of(MessageType.CANCEL, dissolved, m.src(), m.part(), m.epoch());
  }

  private static MoveMessage back(PartitionTable s, MessageType type, MoveMessage m, long number) {
    return new MoveMessage(type, s.self(), m.src(), m.part(), m.epoch(), number, null, null);
  }

  /**
   * {@code MoveGroups!CaughtUp}: while it copies, a source sends each update that it has run.
   *
   * @param s the table behind the command
   * @param c a command that took effect
   * @param epoch of its entry
   * @param counter of its entry
   */
  public Optional<MoveMessage> caughtUp(
      PartitionTable s, ShardCommand c, long epoch, long counter) {
    if (c.kind() != CommandKind.UPDATE) {
      return Optional.empty();
    }
    ShardUpdate e = c.updated();
    return moves
        .placeOf(s, e)
        .filter(p -> s.recordOf(p).phase() == MovePhase.COPYING)
        .map(
            p -> {
              PartitionRecord r = s.recordOf(p);
              return new MoveMessage(
                  MessageType.CATCH,
                  s.self(),
                  r.peer(),
                  p,
                  r.epoch(),
                  r.position(),
                  e.ranAt(s.time(), moves.version(r, epoch, counter)),
                  null);
            });
  }
}
