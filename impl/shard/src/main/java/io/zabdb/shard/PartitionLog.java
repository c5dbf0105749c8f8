package io.zabdb.shard;

import io.zabdb.model.data.Version;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * When a command may be logged, and what it makes of a table. A function of table and command
 * alone.
 *
 * <p>Source: {@code MoveCommands}, {@code MoveSharding}; of {@code MoveGroups} the action Commit.
 */
public final class PartitionLog {

  private final MoveGuards guards;
  private final int maxHeirs;

  /** As the product has it. */
  public PartitionLog() {
    this(MoveGuards.STANDARD, ShardLimits.HEIRS);
  }

  /**
   * One for tests.
   *
   * @param maxHeirs how many partitions that it gave away a group remembers
   */
  public PartitionLog(MoveGuards guards, int maxHeirs) {
    this.guards = guards;
    this.maxHeirs = maxHeirs;
  }

  MoveGuards guards() {
    return guards;
  }

  /**
   * {@code MoveSharding!Admissible}: whether the command may be logged behind what led to the
   * table.
   */
  public boolean admissible(PartitionTable s, ShardCommand c) {
    if (c.kind() == CommandKind.FOUND) {
      return s.self().equals(Birth.NOBODY)
          && !c.peer().equals(Birth.NOBODY)
          && TableState.areDisjoint(c.into());
    }
    if (s.self().equals(Birth.NOBODY) || s.isDissolved()) {
      return false;
    }
    return switch (c.kind()) {
      case FOUND -> false;
      case UPDATE -> guards.admitsUpdate(s, c.updated());
      case BEGIN -> guards.canBegin(s, c.partition()) && isNextNumber(s, c.partition(), c.epoch());
      case SEAL -> guards.canSeal(s, c.partition(), c.epoch());
      case SWITCH -> guards.canSwitch(s, c.partition(), c.epoch());
      case RELEASE -> guards.canRelease(s, c.partition(), c.epoch());
      case ABORT -> guards.canAbort(s, c.partition(), c.epoch());
      case PREPARE -> canPrepare(s, c.partition(), c.epoch());
      case STAGE -> guards.canStage(s, c.partition(), c.epoch(), c.copied());
      case CATCH -> guards.canCatch(s, c.partition(), c.epoch(), c.number(), c.updated());
      case FINISH -> guards.canFinish(s, c.partition(), c.epoch(), c.copied());
      case ACTIVATE -> guards.canActivate(s, c.partition(), c.epoch());
      case CANCEL -> guards.canCancel(s, c.partition(), c.epoch());
      case BEGIN_SHARDING -> canBeginSharding(s, c.into());
      case COMMIT_SHARDING -> !becoming(s, c.into()).isEmpty() && fits(s, becoming(s, c.into()));
      case ABORT_SHARDING -> !becoming(s, c.into()).isEmpty();
      case DISSOLVE -> s.parts().isEmpty();
    };
  }

  /** Logs of before have numbers that take no account of the floor. */
  private boolean isNextNumber(PartitionTable s, PartitionId p, long e) {
    return e == guards.nextNumber(s, p) || e == s.recordOf(p).epoch() + 1;
  }

  /**
   * With it the group has no more partitions than it may, each with a name of its own; also when
   * what is under way is done.
   */
  private boolean canPrepare(PartitionTable s, PartitionId p, long e) {
    List<PartitionId> outdated = guards.outdated(s, p);
    List<PartitionId> left = s.parts().stream().filter(q -> !outdated.contains(q)).toList();
    return guards.newNumber(s, p, e)
        && countAfter(s, left) < ShardLimits.PARTITIONS
        && left.stream().noneMatch(q -> isNamed(s, q, p.name()));
  }

  // -- Splits and merges

  /** {@code MoveSharding!IsSharding}: a partition becomes two, or two become one. */
  private static boolean isSharding(List<PartitionId> old, List<PartitionId> parts) {
    List<PartitionId> one = old.size() < parts.size() ? old : parts;
    List<PartitionId> two = old.size() < parts.size() ? parts : old;
    return one.size() == 1
        && two.size() == 2
        && two.get(0).range().after() == one.get(0).range().after()
        && two.get(0).range().upTo() == two.get(1).range().after()
        && two.get(1).range().upTo() == one.get(0).range().upTo();
  }

  /** {@code MoveSharding!CanBeginSharding}. */
  private boolean canBeginSharding(PartitionTable s, List<PartitionId> parts) {
    List<PartitionId> old = oldOf(s, parts);
    return isSharding(old, parts)
        && old.stream().allMatch(p -> guards.notMoving(s, p) && guards.notSharding(s.recordOf(p)))
        && namesAreNew(s, parts)
        && countAfter(s, s.parts()) + parts.size() - old.size() <= ShardLimits.PARTITIONS;
  }

  /** Neither a partition nor one that is to come has one of these names. */
  private static boolean namesAreNew(PartitionTable s, List<PartitionId> parts) {
    return TableState.areDisjoint(parts)
        && parts.stream()
            .map(PartitionId::name)
            .noneMatch(name -> s.parts().stream().anyMatch(q -> isNamed(s, q, name)));
  }

  /** Whether it has this name, or something has that it is to be split or merged into. */
  private static boolean isNamed(PartitionTable s, PartitionId q, String name) {
    return q.name().equals(name)
        || s.recordOf(q).into().stream().anyMatch(next -> next.name().equals(name));
  }

  /** How many these partitions are when all splits of them that are under way are done. */
  private static int countAfter(PartitionTable s, Collection<PartitionId> parts) {
    int splits = 0;
    for (PartitionId part : parts) {
      splits += s.recordOf(part).into().size() == 2 ? 1 : 0;
    }
    return parts.size() + splits;
  }

  /** The partitions whose tokens are among these. */
  private static List<PartitionId> oldOf(PartitionTable s, List<PartitionId> parts) {
    if (parts.isEmpty()) {
      return List.of();
    }
    long after = parts.get(0).range().after();
    long upTo = parts.get(parts.size() - 1).range().upTo();
    return s.parts().stream()
        .filter(p -> after <= p.range().after() && p.range().upTo() <= upTo)
        .toList();
  }

  /**
   * {@code MoveSharding!Becoming}: the partitions that are to become these; none: not under way.
   */
  private static List<PartitionId> becoming(PartitionTable s, List<PartitionId> parts) {
    return parts.isEmpty()
        ? List.of()
        : s.parts().stream().filter(p -> s.recordOf(p).into().equals(parts)).toList();
  }

  /** Whether a whole may remember the sessions of its parts. */
  private boolean fits(PartitionTable s, List<PartitionId> old) {
    return guards.inherited(s, old).size() <= ShardLimits.SESSIONS;
  }

  // -- Effects

  /**
   * {@code MoveGroups!Commit}: the next command of the log takes effect ({@code
   * MoveSharding!Applied}). One that is not admissible, which no leader logs, changes nothing but
   * the place in the log.
   *
   * @param epoch of the entry
   * @param counter of the entry
   * @return whether it took effect
   */
  public boolean commit(PartitionTable s, ShardCommand c, long epoch, long counter) {
    boolean admissible = admissible(s, c);
    if (admissible) {
      effect(s, c, epoch, counter);
    }
    s.advance();
    return admissible;
  }

  /** An entry that is no command, such as an empty one. */
  public void pass(PartitionTable s) {
    s.advance();
  }

  /** {@code MoveSharding!Effect}. */
  private void effect(PartitionTable s, ShardCommand c, long epoch, long counter) {
    switch (c.kind()) {
      case FOUND -> s.founded(c.peer(), c.into());
      case UPDATE -> update(s, c.updated(), epoch, counter);
      case BEGIN ->
          s.change(
              c.partition(),
              r ->
                  new PartitionRecord(
                      MovePhase.COPYING, c.epoch(), r.move(), c.peer(), 1, r.into()));
      case SEAL -> s.change(c.partition(), r -> r.in(MovePhase.SEALED));
      case SWITCH -> giveAway(s, c.partition());
      case RELEASE, CANCEL -> drop(s, List.of(c.partition()));
      case ABORT -> s.change(c.partition(), r -> r.serving(Math.max(r.epoch(), c.number())));
      case PREPARE -> prepare(s, c);
      case STAGE -> stage(s, c.partition(), c.copied());
      case CATCH -> {
        ShardUpdate e = c.updated();
        run(s, c.partition(), e, e.version(), guards.catchTime(s, e));
      }
      case FINISH -> s.change(c.partition(), r -> r.in(MovePhase.READY));
      case ACTIVATE -> activate(s, c.partition(), c.copied());
      case BEGIN_SHARDING ->
          oldOf(s, c.into()).forEach(p -> s.change(p, r -> r.becoming(c.into())));
      case COMMIT_SHARDING -> commitSharding(s, c.into());
      case ABORT_SHARDING ->
          becoming(s, c.into()).forEach(p -> s.change(p, r -> r.becoming(List.of())));
      case DISSOLVE -> s.dissolve();
    }
  }

  /** {@code MoveCommands!Update}. */
  private void update(PartitionTable s, ShardUpdate e, long epoch, long counter) {
    Optional<PartitionId> place = guards.placeOf(s, e);
    long time = Math.max(s.time(), e.time());
    place.ifPresent(
        p -> {
          run(s, p, e, guards.version(s.recordOf(p), epoch, counter), time);
        });
    s.timeIs(time);
  }

  /** {@code MoveCommands!Run}: the cells and the record of the session, in one step. */
  private static void run(
      PartitionTable s, PartitionId p, ShardUpdate e, Version version, long time) {
    s.putLast(p, e.session(), new LastUpdate(e.seq(), s.cells().run(p, e, version, time)));
    if (s.recordOf(p).phase() != MovePhase.SERVING) {
      s.change(p, r -> r.at(r.position() + 1));
    }
  }

  /** {@code MoveCommands!Switch}: the group gives up both flags, and remembers its heir. */
  private void giveAway(PartitionTable s, PartitionId p) {
    PartitionRecord r = s.recordOf(p);
    s.change(p, given -> given.in(MovePhase.SWITCHED));
    s.heirs().give(p.range(), new Heir(r.peer(), r.epoch(), s.index() + 1));
    guards.remembered(s.heirs(), maxHeirs);
  }

  /** {@code MoveState!Drop}. */
  private void drop(PartitionTable s, List<PartitionId> parts) {
    s.floorIs(guards.floorAfter(s, parts));
    s.forget(parts);
    parts.forEach(s.cells()::drop);
  }

  /** {@code MoveCommands!Prepare}: an empty copy. */
  private void prepare(PartitionTable s, ShardCommand c) {
    drop(s, guards.outdated(s, c.partition()));
    s.put(c.partition(), new PartitionRecord(MovePhase.RECEIVING, c.epoch(), c.epoch(), c.peer()));
  }

  /** {@code MoveCommands!Stage}. */
  private void stage(PartitionTable s, PartitionId p, PartitionCopy copy) {
    s.cells().stage(p, copy.cells());
    s.putSessions(p, guards.stagedSessions(copy));
    s.change(p, r -> r.at(copy.position()));
  }

  /** {@code MoveCommands!Activate}: it serves what it holds. */
  private void activate(PartitionTable s, PartitionId p, PartitionCopy copy) {
    s.change(p, r -> r.serving(r.epoch()));
    s.timeIs(guards.timeTaken(s, copy));
    s.heirs().forget(p.range());
  }

  /** {@code MoveSharding!CommitSharding}: parts keep numbers and sessions of the whole. */
  private void commitSharding(PartitionTable s, List<PartitionId> parts) {
    List<PartitionId> old = becoming(s, parts);
    PartitionRecord record =
        new PartitionRecord(
            MovePhase.SERVING, guards.numberOf(s, old), guards.moveOf(s, old), Birth.NOBODY);
    var inherited = Collections.unmodifiableSortedMap(guards.inherited(s, old));
    s.forget(old);
    for (PartitionId part : parts) {
      s.put(part, record);
      s.putSessions(part, inherited);
    }
    s.cells().shard(old, parts);
  }
}
