package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.Speech;
import io.zabdb.storage.data.StorageException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Takes the letters of other groups at a leader, and answers with what this group says once it is
 * known what the letter has led to. While a partition comes and its source is silent, it asks: the
 * attempt may be over. What it is at is in the log alone. By the loop.
 *
 * <p>Source: {@code MoveGroups}: what it says is {@code SaidOf} and {@code Replies}, of what is
 * applied.
 */
final class MoveSink {

  /** So many letters may be taken at a time. */
  static final int MOST_LETTERS = 16;

  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ReplicaParts parts;
  private final LogAdmission admission;
  private final MoveDecisions decisions;
  private final GroupPost post;
  private final Speech speech = new Speech();

  private final SourceTimes heard = new SourceTimes();

  private int underway;
  private boolean isWatching;

  MoveSink(ReplicaParts parts, LogAdmission admission, MoveDecisions decisions, GroupPost post) {
    this.parts = parts;
    this.admission = admission;
    this.decisions = decisions;
    this.post = post;
  }

  /** This replica leads. */
  void established() {
    watch();
  }

  /** It leads no more. */
  void lost() {
    heard.clear();
  }

  /**
   * A letter has come.
   *
   * @param answer fails with {@link StorageException} if this replica does not lead, or has too
   *     many letters
   */
  void take(Letter letter, CompletableFuture<Letter> answer) {
    if (admission.table() == null) {
      answer.completeExceptionally(Resharding.notLeader(parts.group()));
    } else if (underway >= MOST_LETTERS) {
      answer.completeExceptionally(
          new StorageException(
              ErrorCode.OVERLOADED,
              underway + " letters of other groups are being taken, the limit of a group"));
    } else {
      underway++;
      new Taking(letter, answer).begin();
    }
  }

  /** A letter, until all that it asks for has ended. */
  private final class Taking {

    private final Letter letter;
    private final CompletableFuture<Letter> answer;

    /** How many commands may be under way; one more until all messages were taken. */
    private int open = 1;

    private boolean isLost;

    Taking(Letter letter, CompletableFuture<Letter> answer) {
      this.letter = letter;
      this.answer = answer;
    }

    void begin() {
      for (MoveMessage m : letter.messages()) {
        heard.heard(m.part(), parts.clock().nanos());
        open++;
        decisions.take(letter, m, (kind, end) -> ended(m, kind, end));
      }
      if (heard.areMany()) {
        heard.keep(decisions.applied().parts());
      }
      close();
    }

    private void ended(MoveMessage m, CommandKind kind, CommandEnd end) {
      isLost |= end == CommandEnd.LOST;
      if (end == CommandEnd.DONE) {
        tell(m, kind);
      }
      close();
    }

    private void close() {
      open--;
      if (open > 0) {
        return;
      }
      underway--;
      if (isLost || admission.table() == null) {
        answer.completeExceptionally(Resharding.notLeader(parts.group()));
      } else {
        say(answerTo(letter));
      }
      watch();
    }

    /** Silence would not say why. */
    private void say(Letter reply) {
      Optional<String> refusal =
          reply.messages().isEmpty() ? decisions.refusal(letter) : Optional.empty();
      if (refusal.isPresent()) {
        answer.completeExceptionally(
            new StorageException(ErrorCode.INVALID_ARGUMENT, refusal.get()));
      } else {
        answer.complete(reply);
      }
    }
  }

  /** A command of a letter took effect. */
  private void tell(MoveMessage m, CommandKind kind) {
    MoveNews step =
        switch (kind) {
          case PREPARE -> MoveNews.COMES;
          case STAGE -> MoveNews.STAGED;
          case ACTIVATE -> MoveNews.ARRIVED;
          case CANCEL -> MoveNews.CANCELLED;
          default -> null;
        };
    Kind event =
        switch (kind) {
          case PREPARE -> Kind.MOVE_COMES;
          case ACTIVATE -> Kind.MOVE_ARRIVED;
          case CANCEL -> Kind.MOVE_CANCELLED;
          default -> null;
        };
    if (step != null) {
      parts.metrics().moved(step);
    }
    if (event != null) {
      String text = m.part() + " from group " + parts.groupOf(m.src()) + ", attempt " + m.epoch();
      parts.events().add(event, -1, 0, 0, text);
    }
  }

  private Letter answerTo(Letter letter) {
    PartitionTable table = decisions.applied();
    Set<MoveMessage> said = new LinkedHashSet<>();
    long position = 0;
    for (MoveMessage m : letter.messages()) {
      said.addAll(speech.reply(table, m));
    }
    if (!letter.messages().isEmpty()) {
      MoveMessage first = letter.messages().get(0);
      said.addAll(saidOf(table, first.part(), first.src()));
      position =
          table
              .record(first.part())
              .filter(record -> record.phase().isCopy() && record.epoch() == first.epoch())
              .map(PartitionRecord::position)
              .orElse(0L);
    }
    return new Letter(List.copyOf(said), List.of(), position);
  }

  private List<MoveMessage> saidOf(PartitionTable table, PartitionId part, Birth to) {
    return speech.say(table).stream()
        .filter(m -> m.part().equals(part) && m.dst().equals(to) && m.copy() == null)
        .toList();
  }

  // -- sources that are silent

  private void watch() {
    if (!isWatching && isComing()) {
      isWatching = true;
      parts.loop().schedule(SILENCE_NANOS, this::look);
    }
  }

  private boolean isComing() {
    PartitionTable tail = admission.table();
    return tail != null
        && tail.parts().stream().anyMatch(part -> tail.record(part).orElseThrow().phase().isCopy());
  }

  private void look() {
    isWatching = false;
    if (admission.table() == null) {
      return;
    }
    PartitionTable table = decisions.applied();
    heard.keep(table.parts());
    long now = parts.clock().nanos();
    for (PartitionId part : table.parts()) {
      PartitionRecord record = table.record(part).orElseThrow();
      boolean isSilent = heard.lastOf(part).map(last -> now - last >= SILENCE_NANOS).orElse(true);
      if (record.phase().isCopy() && isSilent) {
        ask(table, part, record);
      }
    }
    watch();
  }

  private void ask(PartitionTable table, PartitionId part, PartitionRecord record) {
    long group = parts.groupOf(record.peer());
    if (group != (int) group) {
      return;
    }
    Letter letter = new Letter(saidOf(table, part, record.peer()), List.of(), 0);
    post.send((int) group, letter, GroupPost.USUAL_MILLIS)
        .thenAccept(answer -> parts.loop().run(() -> answered(answer)));
  }

  private void answered(Letter answer) {
    if (admission.table() != null && underway < MOST_LETTERS) {
      underway++;
      new Taking(answer, new CompletableFuture<>()).begin();
    }
  }
}
