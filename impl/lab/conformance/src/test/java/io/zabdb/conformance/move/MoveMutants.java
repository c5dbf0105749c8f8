package io.zabdb.conformance.move;

import static io.zabdb.shard.MovePhase.COPYING;
import static io.zabdb.shard.MovePhase.READY;
import static io.zabdb.shard.MovePhase.RECEIVING;
import static io.zabdb.shard.MovePhase.SEALED;
import static io.zabdb.shard.MovePhase.SERVING;
import static io.zabdb.shard.MovePhase.SWITCHED;

import io.zabdb.shard.Heirs;
import io.zabdb.shard.LastUpdate;
import io.zabdb.shard.MoveGuards;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.ShardUpdate;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The guards by which tables change, each weakened, most as in {@code specs/shard/mutants/MutMove}.
 */
final class MoveMutants {

  static final List<MoveGuards> ALL =
      List.of(
          new WritesSealed(),
          new ForgetsNumbers(),
          new RunsRetries(),
          new PlacesByTheFirstKey(),
          new VersionsByPlaceAlone(),
          new SameNumberAgain(),
          new NumberBelowFloor(),
          new BeginsWhileSharding(),
          new BeginsWhileMoving(),
          new SealsTwice(),
          new SwitchesOldAttempt(),
          new RemembersAllHeirs(),
          new ReleasesOldAttempt(),
          new AbortsSwitched(),
          new ForgetsTheFloor(),
          new PreparesAnyNumber(),
          new KeepsOutdated(),
          new StagesOlder(),
          new StagesNoSessions(),
          new CatchesWithGaps(),
          new CatchesByOwnTime(),
          new FinishesIncomplete(),
          new ActivatesOldAttempt(),
          new TakesNoTime(),
          new CancelsOldAttempt(),
          new ShardsWhileMoving(),
          new InheritsNoSessions(),
          new LowestNumber(),
          new LowestMove());

  private MoveMutants() {}

  private static PartitionRecord of(PartitionTable s, PartitionId p) {
    return s.record(p).orElseThrow();
  }

  private static final class WritesSealed extends MoveGuards {
    @Override
    protected boolean writable(PartitionTable s, PartitionId p) {
      return s.inPhase(p, EnumSet.of(SERVING, COPYING, SEALED));
    }
  }

  private static final class ForgetsNumbers extends MoveGuards {
    @Override
    protected long floorAfter(PartitionTable s, Collection<PartitionId> parts) {
      return s.floor();
    }
  }

  private static final class RunsRetries extends MoveGuards {
    @Override
    protected boolean fresh(PartitionTable s, PartitionId p, ShardUpdate e) {
      return e.seq() >= s.last(p, e.session()).seq();
    }
  }

  private static final class PlacesByTheFirstKey extends MoveGuards {
    @Override
    protected Optional<PartitionId> placeOf(PartitionTable s, ShardUpdate e) {
      return s.around(e.tokens().subList(0, 1));
    }
  }

  private static final class VersionsByPlaceAlone extends MoveGuards {
    @Override
    protected long moveNumber(PartitionRecord record) {
      return 0;
    }
  }

  private static final class SameNumberAgain extends MoveGuards {
    @Override
    protected long nextNumber(PartitionTable s, PartitionId p) {
      return Math.max(of(s, p).epoch(), 1);
    }
  }

  private static final class NumberBelowFloor extends MoveGuards {
    @Override
    protected long nextNumber(PartitionTable s, PartitionId p) {
      return of(s, p).epoch() + 1;
    }
  }

  private static final class BeginsWhileSharding extends MoveGuards {
    @Override
    protected boolean notSharding(PartitionRecord record) {
      return true;
    }
  }

  private static final class BeginsWhileMoving extends MoveGuards {
    @Override
    protected boolean canBegin(PartitionTable s, PartitionId p) {
      return s.inPhase(p, EnumSet.of(SERVING, COPYING)) && notSharding(of(s, p));
    }
  }

  private static final class SealsTwice extends MoveGuards {
    @Override
    protected boolean canSeal(PartitionTable s, PartitionId p, long e) {
      return s.inAttempt(p, e, EnumSet.of(COPYING, SEALED));
    }
  }

  private static final class SwitchesOldAttempt extends MoveGuards {
    @Override
    protected boolean canSwitch(PartitionTable s, PartitionId p, long e) {
      return s.inPhase(p, EnumSet.of(SEALED));
    }
  }

  private static final class RemembersAllHeirs extends MoveGuards {
    @Override
    protected void remembered(Heirs heirs, int maxHeirs) {
      // All.
    }
  }

  private static final class ReleasesOldAttempt extends MoveGuards {
    @Override
    protected boolean canRelease(PartitionTable s, PartitionId p, long e) {
      return s.inPhase(p, EnumSet.of(SWITCHED));
    }
  }

  private static final class AbortsSwitched extends MoveGuards {
    @Override
    protected boolean canAbort(PartitionTable s, PartitionId p, long e) {
      return s.inAttempt(p, e, EnumSet.of(COPYING, SEALED, SWITCHED));
    }
  }

  private static final class ForgetsTheFloor extends MoveGuards {
    @Override
    protected boolean aboveFloor(PartitionTable s, long e) {
      return true;
    }
  }

  private static final class PreparesAnyNumber extends MoveGuards {
    @Override
    protected boolean newNumber(PartitionTable s, PartitionId p, long e) {
      return aboveFloor(s, e);
    }
  }

  private static final class KeepsOutdated extends MoveGuards {
    @Override
    protected List<PartitionId> outdated(PartitionTable s, PartitionId p) {
      return List.of();
    }
  }

  private static final class StagesOlder extends MoveGuards {
    @Override
    protected boolean canStage(PartitionTable s, PartitionId p, long e, PartitionCopy copy) {
      return s.inAttempt(p, e, EnumSet.of(RECEIVING));
    }
  }

  private static final class StagesNoSessions extends MoveGuards {
    @Override
    protected SortedMap<Long, LastUpdate> stagedSessions(PartitionCopy copy) {
      return Collections.emptySortedMap();
    }
  }

  private static final class CatchesWithGaps extends MoveGuards {
    @Override
    protected boolean nextOfCopy(PartitionTable s, PartitionId p, long n) {
      return n > of(s, p).position();
    }
  }

  private static final class CatchesByOwnTime extends MoveGuards {
    @Override
    protected long catchTime(PartitionTable s, ShardUpdate e) {
      return Math.max(s.time(), e.time());
    }
  }

  private static final class FinishesIncomplete extends MoveGuards {
    @Override
    protected boolean complete(PartitionTable s, PartitionId p, PartitionCopy copy) {
      return true;
    }
  }

  private static final class ActivatesOldAttempt extends MoveGuards {
    @Override
    protected boolean canActivate(PartitionTable s, PartitionId p, long e) {
      return s.inPhase(p, EnumSet.of(READY));
    }
  }

  private static final class TakesNoTime extends MoveGuards {
    @Override
    protected long timeTaken(PartitionTable s, PartitionCopy copy) {
      return s.time();
    }
  }

  private static final class CancelsOldAttempt extends MoveGuards {
    @Override
    protected boolean canCancel(PartitionTable s, PartitionId p, long e) {
      return s.inPhase(p, EnumSet.of(RECEIVING, READY));
    }
  }

  private static final class ShardsWhileMoving extends MoveGuards {
    @Override
    protected boolean notMoving(PartitionTable s, PartitionId p) {
      return s.inPhase(p, EnumSet.of(SERVING, COPYING, SEALED));
    }
  }

  private static final class InheritsNoSessions extends MoveGuards {
    @Override
    protected SortedMap<Long, LastUpdate> inherited(PartitionTable s, Collection<PartitionId> old) {
      return Collections.emptySortedMap();
    }
  }

  private static final class LowestNumber extends MoveGuards {
    @Override
    protected long numberOf(PartitionTable s, Collection<PartitionId> old) {
      return old.stream().mapToLong(p -> of(s, p).epoch()).min().orElse(0);
    }
  }

  private static final class LowestMove extends MoveGuards {
    @Override
    protected long moveOf(PartitionTable s, Collection<PartitionId> old) {
      return old.stream().mapToLong(p -> of(s, p).move()).min().orElse(0);
    }
  }
}
