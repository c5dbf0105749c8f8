package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.CommandOutcome.CommandEnd;
import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveStatus;
import io.zabdb.replica.status.GroupEvent.Kind;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.storage.data.StorageException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A partition that leaves, at the leader of its group. What is done next follows from the phase
 * that is applied and from what the other group has said:
 *
 * <pre>
 * phase     the other group      so
 * COPYING   does not take part   PREPARE is told
 *           has no files         its members are offered them, then BASE is told
 *           lacks much           CATCH is told, with what it lacks
 *           lacks little         it is sealed
 * SEALED    lacks something      CATCH, and behind the last one MANIFEST
 *           is READY             it is switched
 * SWITCHED  is not DONE          ACTIVATE is told
 *           is DONE              it is released
 * </pre>
 *
 * <p>By the loop. Source: {@code MoveGroups}.
 */
final class Departure implements Supply.Host {

  /** It is sealed when the other group lacks no more updates, of no more bytes. */
  static final int LITTLE = 64;

  private static final int LITTLE_BYTES = 1 << 20;

  private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

  private final MoveDriver.Desk desk;
  private final ReplicaParts parts;
  private final DepartureLimits limits;
  private final PartitionId part;
  private final long attempt;
  private final Birth peer;
  private final Supply supply;
  private final BiConsumer<Departure, Boolean> gone;
  private final CompletableFuture<Void> aborted = new CompletableFuture<>();
  private final long since;
  private boolean isOver;
  private boolean isTooLow;
  private long updateBytes;

  /** When it was heard that the other group serves it. */
  private long servedAt;

  private long pause = SHORTEST_PAUSE;

  /** Why it is to stay; null: it is to go. */
  private String givenUp;

  private String problem = "";

  /**
   * @param gone is told when it has ended, and whether it is to begin again
   */
  Departure(
      MoveDriver.Desk desk,
      PartitionId part,
      long attempt,
      Birth peer,
      BiConsumer<Departure, Boolean> gone) {
    this.desk = desk;
    this.parts = desk.parts();
    this.part = part;
    this.attempt = attempt;
    this.peer = peer;
    this.gone = gone;
    limits = new DepartureLimits(parts.settings().moves(), parts.clock());
    supply = new Supply(desk, part, attempt, peer, this);
    since = parts.clock().nanos();
  }

  PartitionId part() {
    return part;
  }

  Birth peer() {
    return peer;
  }

  private String what() {
    return part + " to group " + supply.group() + ", attempt " + attempt;
  }

  // -- from its beginning to its end

  void begin() {
    parts.metrics().moved(MoveNews.BEGUN);
    parts.events().add(Kind.MOVE_BEGAN, -1, 0, 0, what());
    act();
  }

  /** A leader before has begun it. */
  void resume() {
    parts.metrics().moved(MoveNews.RESUMED);
    // That Begin was logged counts as one.
    count(1);
  }

  /** How many bytes the updates have that were taken before. */
  private void count(long after) {
    parts
        .bases()
        .sent(part.name(), after, Letter.MESSAGES, Letter.BYTES)
        .whenComplete(
            (updates, failure) ->
                parts
                    .loop()
                    .run(
                        () -> {
                          if (failure != null || updates.isEmpty() || isOver) {
                            act();
                            return;
                          }
                          updates.forEach(update -> updateBytes += update.payload().length());
                          count(after + updates.size());
                        }));
  }

  /** An update is about to be logged. */
  void took(List<Long> tokens, int bytes) {
    if (!tokens.isEmpty() && part.contains(tokens)) {
      updateBytes += bytes;
    }
  }

  /** This replica leads no more. */
  void lost() {
    end();
    aborted.completeExceptionally(Resharding.notLeader(parts.group()));
  }

  private void end() {
    isOver = true;
    supply.close();
  }

  private void released() {
    end();
    aborted.completeExceptionally(
        new StorageException(
            ErrorCode.INVALID_ARGUMENT, "partition " + what() + ", has moved already"));
    gone.accept(this, false);
  }

  private void stayed() {
    end();
    aborted.complete(null);
    gone.accept(this, isTooLow);
  }

  // -- what is next

  private Optional<PartitionRecord> record(PartitionTable table) {
    return table.record(part).filter(record -> record.epoch() == attempt);
  }

  private boolean isIn(MovePhase phase) {
    return record(desk.decisions().applied()).filter(one -> one.phase() == phase).isPresent();
  }

  private void act() {
    if (isOver) {
      return;
    }
    if (desk.decisions().atTail(part, attempt).isEmpty()) {
      // It has come back before the other group was heard.
      released();
      return;
    }
    PartitionTable table = desk.decisions().applied();
    PartitionRecord record = record(table).orElse(null);
    if (record == null) {
      waits("what a leader before has logged is not applied yet");
      return;
    }
    switch (record.phase()) {
      case COPYING -> copy(table, record);
      case SEALED -> hand(table);
      case SWITCHED -> supply.activate(table);
      default -> waits("what a leader before has logged is not applied yet");
    }
  }

  private void copy(PartitionTable table, PartitionRecord record) {
    givenUp = givenUp == null ? whyGiveUp(record) : givenUp;
    if (givenUp != null) {
      abortNow();
    } else if (!supply.takesPart()) {
      supply.prepare(table);
    } else if (supply.copied() == 0) {
      supply.offerFiles();
    } else if (record.position() - supply.copied() > LITTLE) {
      supply.sendUpdates(false);
    } else if (updateBytes <= LITTLE_BYTES) {
      seal();
    } else {
      supply.isLittle(record.position(), LITTLE, LITTLE_BYTES, this::sealIf);
    }
  }

  /** A few updates may be as long as many. */
  private void sealIf(boolean isLittle) {
    if (isLittle) {
      seal();
    } else {
      supply.sendUpdates(false);
    }
  }

  private void seal() {
    limits.seals();
    desk.decisions().bySource(CommandKind.SEAL, source -> source.sealMove(part), this::ended);
  }

  private void hand(PartitionTable table) {
    if (givenUp == null && limits.isSealedForTooLong()) {
      givenUp = "it took no updates for too long" + (problem.isEmpty() ? "" : ": " + problem);
    }
    if (givenUp != null) {
      abortNow();
    } else if (supply.copied() == 0) {
      // A leader before sealed it: what the other group has is not known here.
      supply.prepare(table);
    } else {
      supply.sendUpdates(true);
    }
  }

  private String whyGiveUp(PartitionRecord record) {
    long updates = record.position() - 1;
    if (limits.isTooMuch(updates, updateBytes)) {
      return "it took "
          + updates
          + " updates of "
          + updateBytes
          + " bytes while it was copied, more than may be kept for it";
    }
    return limits.standsStill(supply.copied() == 0 ? supply.baseBytes() : 0)
        ? "it has come no further for long" + (problem.isEmpty() ? "" : ": " + problem)
        : null;
  }

  private void abortNow() {
    desk.decisions().bySource(CommandKind.ABORT, source -> source.abortMove(part), this::ended);
  }

  // -- what is heard

  @Override
  public void goesOn() {
    limits.goesOn();
    pause = SHORTEST_PAUSE;
    problem = "";
    act();
  }

  @Override
  public void waits(String why) {
    problem = why;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    parts.loop().schedule(pause, this::act);
  }

  /** Nobody is without the partition for longer because the other group says nothing. */
  @Override
  public long patience() {
    return isIn(MovePhase.SEALED) ? Math.max(1, limits.sealedMillis()) : GroupPost.USUAL_MILLIS;
  }

  @Override
  public void isForNobody(String why) {
    givenUp = givenUp == null ? why : givenUp;
    waits(why);
  }

  @Override
  public void answered(Letter answer, boolean isMore) {
    MoveMessage due = null;
    for (MoveMessage m : answer.messages()) {
      boolean isOfIt = m.part().equals(part) && m.epoch() == attempt;
      if (isOfIt && m.type() != MessageType.ACCEPT) {
        due = m;
      }
    }
    if (due != null) {
      if (due.type() == MessageType.TOO_LOW) {
        isTooLow = true;
        givenUp = "its number is too low for the other group";
      }
      if (due.type() == MessageType.DONE) {
        servedAt = parts.clock().nanos();
      }
      desk.decisions().take(answer, due, this::ended);
    } else if (isMore) {
      goesOn();
    } else {
      waits(
          supply.takesPart() && supply.copied() == 0
              ? "too few members of group "
                  + supply.group()
                  + " have the files yet"
                  + (supply.lacking().isEmpty() ? "" : ": " + supply.lacking())
              : "group " + supply.group() + " has not come further");
    }
  }

  private void ended(CommandKind kind, CommandEnd end) {
    if (isOver) {
      return;
    }
    if (end != CommandEnd.DONE) {
      waits(kind + " could not be logged: " + end);
      return;
    }
    switch (kind) {
      case SEAL -> tell(MoveNews.SEALED, Kind.MOVE_SEALED, 0, what());
      case SWITCH -> tell(MoveNews.SWITCHED, Kind.MOVE_SWITCHED, 0, what());
      case RELEASE -> {
        long sealed = servedAt - limits.sealedAt();
        parts.metrics().movePause(sealed);
        tell(MoveNews.MOVED, Kind.MOVED, sealed, what());
        released();
      }
      case ABORT -> {
        tell(MoveNews.GIVEN_UP, Kind.MOVE_GIVEN_UP, 0, what() + ": " + givenUp);
        stayed();
      }
      default -> {}
    }
    goesOn();
  }

  private void tell(MoveNews step, Kind event, long nanos, String text) {
    parts.metrics().moved(step);
    parts.events().add(event, -1, nanos, 0, text);
  }

  // -- what operators ask for

  /** See {@link MoveDriver#abort}. */
  CompletableFuture<Void> abort() {
    if (isIn(MovePhase.SWITCHED)) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "partition " + part + " is that of group " + supply.group() + " already");
    }
    givenUp = givenUp == null ? "an operator's request" : givenUp;
    return aborted;
  }

  MoveStatus status() {
    Optional<PartitionRecord> record = record(desk.decisions().applied());
    return new MoveStatus(
        part,
        attempt,
        supply.group(),
        record.map(PartitionRecord::phase).orElse(MovePhase.COPYING),
        supply.baseBytes(),
        record.map(PartitionRecord::position).orElse(0L),
        supply.copied(),
        parts.clock().nanos() - since,
        givenUp == null ? problem : givenUp);
  }
}
