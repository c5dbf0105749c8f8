package io.zabdb.shard;

import static io.zabdb.shard.MovePhase.COPYING;
import static io.zabdb.shard.MovePhase.READY;
import static io.zabdb.shard.MovePhase.RECEIVING;
import static io.zabdb.shard.MovePhase.SEALED;
import static io.zabdb.shard.MovePhase.SERVING;
import static io.zabdb.shard.MovePhase.SWITCHED;

import io.zabdb.model.data.Version;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The operators of {@code specs/shard/MoveState}, {@code MoveCommands} and {@code MoveSharding}
 * that safety rests on, each with a name so that it can be weakened: a mutant replaces one of them
 * in a subclass, and some check must notice. It keeps nothing; methods named as operators compute
 * the same.
 */
public class MoveGuards {

  /** Those of the product. */
  public static final MoveGuards STANDARD = new MoveGuards();

  protected MoveGuards() {}

  // -- What a table says of itself

  /** {@code MoveState!Writable}, a token flag; the other one is {@link SpeechGuards#readable}. */
  protected boolean writable(PartitionTable s, PartitionId p) {
    return s.record(p).filter(record -> record.phase().takesUpdates()).isPresent();
  }

  /** {@code MoveState!FloorAfter}: without the records of these partitions. */
  protected long floorAfter(PartitionTable s, Collection<PartitionId> parts) {
    return parts.stream().mapToLong(p -> s.recordOf(p).epoch()).reduce(s.floor(), Math::max);
  }

  // -- Updates

  /** {@code MoveCommands!Fresh}: numbers of a session rise, and the partition's records decide. */
  protected boolean fresh(PartitionTable s, PartitionId p, ShardUpdate e) {
    return e.seq() > s.last(p, e.session()).seq();
  }

  /** {@code MoveCommands!CanUpdate}. */
  final boolean canUpdate(PartitionTable s, PartitionId p, ShardUpdate e) {
    return writable(s, p) && fresh(s, p, e) && s.hasRoom(p, e.session());
  }

  /** {@code MoveCommands!PlaceOf}: all rows of an update are in one partition. */
  protected Optional<PartitionId> placeOf(PartitionTable s, ShardUpdate e) {
    return s.around(e.tokens());
  }

  /** {@code MoveCommands!AdmitsUpdate}. */
  final boolean admitsUpdate(PartitionTable s, ShardUpdate e) {
    return placeOf(s, e).filter(p -> canUpdate(s, p, e)).isPresent();
  }

  /** {@code MoveCommands!MoveNumber}: the first part of a version. */
  protected long moveNumber(PartitionRecord record) {
    return record.move();
  }

  /** {@code MoveCommands!NextVersion}: of an update that the entry of this zxid holds. */
  final Version version(PartitionRecord record, long epoch, long counter) {
    return new Version(moveNumber(record), epoch, counter);
  }

  // -- A move: the source

  /**
   * {@code MoveCommands!NextNumber}: none that an attempt for these tokens had before, and above
   * all that the group has forgotten: so a leader that lags, and knows of the number by its floor,
   * knows of the attempt.
   */
  protected long nextNumber(PartitionTable s, PartitionId p) {
    return Math.max(s.recordOf(p).epoch(), s.floor()) + 1;
  }

  /** {@code MoveCommands!NotSharding}. */
  protected boolean notSharding(PartitionRecord record) {
    return record.into().isEmpty();
  }

  /** {@code MoveCommands!CanBegin}. */
  protected boolean canBegin(PartitionTable s, PartitionId p) {
    return s.inPhase(p, EnumSet.of(SERVING)) && notSharding(s.recordOf(p));
  }

  /** {@code MoveCommands!CanSeal}. */
  protected boolean canSeal(PartitionTable s, PartitionId p, long e) {
    return s.inAttempt(p, e, EnumSet.of(COPYING));
  }

  /** {@code MoveCommands!CanSwitch}. */
  protected boolean canSwitch(PartitionTable s, PartitionId p, long e) {
    return s.inAttempt(p, e, EnumSet.of(SEALED));
  }

  /** {@code MoveCommands!Remembered}: of too many gifts the oldest are forgotten. */
  protected void remembered(Heirs heirs, int maxHeirs) {
    List<Long> places = heirs.places();
    if (places.size() > maxHeirs) {
      long first = places.get(places.size() - maxHeirs);
      heirs.forgetPlaces(place -> place < first);
    }
  }

  /** {@code MoveCommands!CanRelease}. */
  protected boolean canRelease(PartitionTable s, PartitionId p, long e) {
    return s.inAttempt(p, e, EnumSet.of(SWITCHED));
  }

  /** {@code MoveCommands!CanAbort}. */
  protected boolean canAbort(PartitionTable s, PartitionId p, long e) {
    return s.inAttempt(p, e, EnumSet.of(COPYING, SEALED));
  }

  // -- A move: the destination

  /** {@code MoveCommands!AboveFloor}. */
  protected boolean aboveFloor(PartitionTable s, long e) {
    return e > s.floor();
  }

  /** {@code MoveCommands!NewNumber}: above all that the group knows of, or has forgotten. */
  protected boolean newNumber(PartitionTable s, PartitionId p, long e) {
    return aboveFloor(s, e) && s.overlapping(p).stream().allMatch(q -> e > s.recordOf(q).epoch());
  }

  /** {@code MoveCommands!Outdated}: what an attempt for these tokens replaces. */
  protected List<PartitionId> outdated(PartitionTable s, PartitionId p) {
    return s.overlapping(p);
  }

  /** {@code MoveCommands!CanStage}: a base that has more than the copy. */
  protected boolean canStage(PartitionTable s, PartitionId p, long e, PartitionCopy copy) {
    return s.inAttempt(p, e, EnumSet.of(RECEIVING)) && copy.position() > s.recordOf(p).position();
  }

  /** {@code MoveCommands!StagedSessions}: without them a retry would take effect twice. */
  protected SortedMap<Long, LastUpdate> stagedSessions(PartitionCopy copy) {
    return copy.sessions();
  }

  /** {@code MoveCommands!NextOfCopy}: no update is left out. */
  protected boolean nextOfCopy(PartitionTable s, PartitionId p, long n) {
    return n == s.recordOf(p).position() + 1;
  }

  /** {@code MoveCommands!CanCatch}. */
  final boolean canCatch(PartitionTable s, PartitionId p, long e, long n, ShardUpdate update) {
    return s.inAttempt(p, e, EnumSet.of(RECEIVING))
        && nextOfCopy(s, p, n)
        && p.contains(update.tokens())
        && s.hasRoom(p, update.session());
  }

  /** {@code MoveCommands!CatchTime}: the time at which the source ran it. */
  protected long catchTime(PartitionTable s, ShardUpdate e) {
    return e.time();
  }

  /** {@code MoveCommands!Complete}. */
  protected boolean complete(PartitionTable s, PartitionId p, PartitionCopy copy) {
    return s.recordOf(p).position() == copy.position();
  }

  /** {@code MoveCommands!CanFinish}. */
  final boolean canFinish(PartitionTable s, PartitionId p, long e, PartitionCopy copy) {
    return s.inAttempt(p, e, EnumSet.of(RECEIVING)) && complete(s, p, copy);
  }

  /** {@code MoveCommands!CanActivate}. */
  protected boolean canActivate(PartitionTable s, PartitionId p, long e) {
    return s.inAttempt(p, e, EnumSet.of(READY));
  }

  /** {@code MoveCommands!TimeTaken}: what has expired at the source has expired here. */
  protected long timeTaken(PartitionTable s, PartitionCopy copy) {
    return Math.max(s.time(), copy.time());
  }

  /** {@code MoveCommands!CanCancel}. */
  protected boolean canCancel(PartitionTable s, PartitionId p, long e) {
    return s.inAttempt(p, e, EnumSet.of(RECEIVING, READY));
  }

  // -- Splits and merges

  /** {@code MoveSharding!NotMoving}. */
  protected boolean notMoving(PartitionTable s, PartitionId p) {
    return s.inPhase(p, EnumSet.of(SERVING));
  }

  /** {@code MoveSharding!Inherited}: of each session the record with the higher number. */
  protected SortedMap<Long, LastUpdate> inherited(PartitionTable s, Collection<PartitionId> old) {
    SortedMap<Long, LastUpdate> all = new TreeMap<>();
    for (PartitionId part : old) {
      s.sessions(part)
          .forEach(
              (session, last) -> all.merge(session, last, (a, b) -> a.seq() >= b.seq() ? a : b));
    }
    return all;
  }

  /** {@code MoveSharding!NumberOf}: the highest of these. */
  protected long numberOf(PartitionTable s, Collection<PartitionId> old) {
    return old.stream().mapToLong(p -> s.recordOf(p).epoch()).max().orElse(0);
  }

  /** {@code MoveSharding!MoveOf}: the highest of these. */
  protected long moveOf(PartitionTable s, Collection<PartitionId> old) {
    return old.stream().mapToLong(p -> s.recordOf(p).move()).max().orElse(0);
  }
}
