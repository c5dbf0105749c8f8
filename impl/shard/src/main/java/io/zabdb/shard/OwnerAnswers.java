package io.zabdb.shard;

import java.util.List;
import java.util.Optional;

/**
 * What clients are told from a table that a replica has applied: results of updates, whether it may
 * read, and who has what is no longer here. No ring is asked. A function of its arguments alone.
 *
 * <p>Source: {@code MoveClients}.
 */
public final class OwnerAnswers {

  private final SpeechGuards guards;

  /** As the product has it. */
  public OwnerAnswers() {
    this(SpeechGuards.STANDARD);
  }

  /** One for tests. */
  public OwnerAnswers(SpeechGuards guards) {
    this.guards = guards;
  }

  /**
   * {@code MoveClients!AnswerUpdate}: the result of an update that was run.
   *
   * @param token of its first row
   */
  public Optional<LastUpdate> answerUpdate(PartitionTable s, long token, long session, long seq) {
    return s.around(List.of(token))
        .map(part -> s.last(part, session))
        .filter(last -> last.seq() == seq);
  }

  /** {@code MoveClients!ConfirmRead}: what a read must see that a quorum confirms now. */
  public long confirmRead(PartitionTable s) {
    return s.index();
  }

  /**
   * {@code MoveClients!AnswerRead}: whether a replica may answer a read.
   *
   * @param index what {@link #confirmRead} returned
   */
  public boolean answerRead(PartitionTable s, long index, long token) {
    return s.index() >= index
        && s.around(List.of(token)).filter(part -> guards.mayRead(s, part)).isPresent();
  }

  /**
   * {@code MoveClients!Redirect}: whom WRONG_OWNER names.
   *
   * @param known the number of the attempt by which the client believes that this group has the
   *     token
   */
  public Optional<Heir> redirect(PartitionTable s, long token, long known) {
    return Optional.of(guards.correction(s, token)).filter(heir -> heir.epoch() > known);
  }
}
