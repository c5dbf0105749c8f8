package io.zabdb.conformance.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.balance.load.GroupBooks;
import io.zabdb.balance.load.GroupStatus;
import io.zabdb.balance.plan.BootstrapAction;
import io.zabdb.balance.plan.BootstrapGuards;
import io.zabdb.balance.plan.BootstrapRules;
import io.zabdb.conformance.Specs;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The planner follows random behaviours of Bootstrap, and allows what the spec allows. */
class BootstrapReplayTest {

  /** More of them, and others: mvn test -Dzabdb.behaviours=5000 -Dzabdb.seed=2. */
  private static final int BEHAVIOURS = Integer.getInteger("zabdb.behaviours", 150);

  private static final long SEED = Long.getLong("zabdb.seed", 1);
  private static final int DEPTH = 60;

  /** Limits of nodes, which the spec does not have: BootstrapPlannerTest has them. */
  private static final Set<String> NOT_OF_THE_SPEC = Set.of("hasRoom");

  private static List<List<BootstrapReplay.Step>> behaviours;

  @BeforeAll
  static void draw() throws Exception {
    behaviours = BootstrapReplay.draw(Specs.folder(), BEHAVIOURS, DEPTH, SEED);
  }

  @Test
  void thePlannerFollowsTheSpec() {
    assertEquals(BEHAVIOURS, behaviours.size());
    BootstrapReplay replay = new BootstrapReplay(BootstrapGuards.oneChangeAtATime());
    assertEquals(
        List.of(),
        behaviours.stream().map(replay::replay).flatMap(Optional::stream).limit(5).toList());
  }

  @Test
  void theBehavioursCoverEveryAction() {
    Set<String> taken = new TreeSet<>();
    behaviours.forEach(behaviour -> behaviour.forEach(step -> taken.add(step.action())));
    Set<String> known =
        new TreeSet<>(
            Set.of(
                "Copy",
                "Switch",
                "AbortMove",
                "Crash",
                "Recover",
                "CrashCoordinator",
                "BeginSharding",
                "EndSharding",
                "Hits"));
    Stream.of(BootstrapAction.values()).map(Enum::name).forEach(known::add);
    assertEquals(known, taken);
  }

  private static List<BootstrapGuards> mutants() {
    return List.of(
        new TwoChanges(),
        new NothingIsAboveMean(),
        new TakesAboveMean(),
        new GivesBelowMean(),
        new LightGroupsGive(),
        new GivesItsLast(),
        new MovesWhatIsBusy(),
        new HottestMoves(),
        new ColdestMoves(),
        new ManyShares(),
        new ManyAtOnce(),
        new NewGroupGives(),
        new AnybodyGives(),
        new DrainsToAnybody(),
        new WaitsForTheDown(),
        new EndsTooEarly(),
        new PullsForEver(),
        new JoinsWhileMoving(),
        new LastLeaves(),
        new LeavesTooEarly());
  }

  /** A comparison that cannot fail is none: each guard, weakened, is noticed. */
  @Test
  void aPlannerThatStraysIsFound() {
    assertEquals(
        List.of(),
        mutants().stream()
            .filter(
                mutant -> {
                  BootstrapReplay replay = new BootstrapReplay(mutant);
                  return behaviours.stream().allMatch(each -> replay.replay(each).isEmpty());
                })
            .map(mutant -> mutant.getClass().getSimpleName())
            .collect(Collectors.toList()),
        "not noticed");
  }

  @Test
  void eachGuardIsWeakenedBySomeMutant() {
    Set<String> weakened = new TreeSet<>(NOT_OF_THE_SPEC);
    mutants().forEach(mutant -> weakened.addAll(guards(mutant.getClass())));
    assertEquals(guards(BootstrapGuards.class), weakened);
  }

  /** The methods that a mutant can replace. */
  private static Set<String> guards(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> Modifier.isProtected(each.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** One guard of the spec weakened. */
  private static class Mutant extends BootstrapGuards {
    Mutant() {
      super(1);
    }
  }

  private static final class TwoChanges extends Mutant {
    @Override
    protected boolean noChangeUnderWay(GroupBooks books) {
      return true;
    }
  }

  private static final class NothingIsAboveMean extends Mutant {
    @Override
    protected boolean aboveMean(GroupBooks books, int partitions) {
      return false;
    }
  }

  private static final class TakesAboveMean extends Mutant {
    @Override
    protected boolean mayTake(GroupBooks books, int group) {
      return true;
    }
  }

  private static final class GivesBelowMean extends Mutant {
    @Override
    protected boolean mayGive(GroupBooks books, int group) {
      return true;
    }
  }

  private static final class LightGroupsGive extends Mutant {
    @Override
    protected boolean heavy(GroupBooks books, BootstrapRules rules, int group) {
      return books.group(group).status() == GroupStatus.MEMBER;
    }
  }

  private static final class GivesItsLast extends Mutant {
    @Override
    protected boolean hasMore(GroupBooks books, int group) {
      return true;
    }
  }

  private static final class MovesWhatIsBusy extends Mutant {
    @Override
    protected boolean isMovable(GroupBooks books, int partition) {
      return true;
    }

    @Override
    protected boolean isDrainable(GroupBooks books, int partition) {
      return true;
    }
  }

  private static final class HottestMoves extends Mutant {
    @Override
    protected int offMiddle(int hotter, int colder) {
      return hotter;
    }
  }

  private static final class ColdestMoves extends Mutant {
    @Override
    protected int offMiddle(int hotter, int colder) {
      return colder;
    }
  }

  private static final class ManyShares extends Mutant {
    @Override
    protected boolean givesNothing(GroupBooks books, int donor) {
      return true;
    }
  }

  private static final class ManyAtOnce extends Mutant {
    @Override
    protected boolean maySend(GroupBooks books, int from) {
      return true;
    }

    @Override
    protected boolean mayMove(GroupBooks books, int from, int to) {
      return true;
    }
  }

  /** Rule 4 keeps it from giving as well: that falls, too, as in the spec's mutant. */
  private static final class NewGroupGives extends Mutant {
    @Override
    protected boolean isDonor(GroupStatus status) {
      return status == GroupStatus.MEMBER || status == GroupStatus.PULLING;
    }

    @Override
    protected boolean mayGive(GroupBooks books, int group) {
      return books.group(group).status() == GroupStatus.PULLING || super.mayGive(books, group);
    }

    @Override
    protected boolean heaviest(double load, double highest) {
      return true;
    }
  }

  private static final class AnybodyGives extends Mutant {
    @Override
    protected boolean heaviest(double load, double highest) {
      return true;
    }
  }

  private static final class DrainsToAnybody extends Mutant {
    @Override
    protected boolean leastLoaded(double load, double lowest) {
      return true;
    }
  }

  private static final class WaitsForTheDown extends Mutant {
    @Override
    protected boolean isWaitedFor(GroupBooks books, int donor) {
      return true;
    }
  }

  private static final class EndsTooEarly extends Mutant {
    @Override
    protected boolean hasEnough(GroupBooks books, int group) {
      return true;
    }
  }

  private static final class PullsForEver extends Mutant {
    @Override
    protected boolean hasEnough(GroupBooks books, int group) {
      return false;
    }
  }

  private static final class JoinsWhileMoving extends Mutant {
    @Override
    protected boolean isStill(GroupBooks books, int group) {
      return true;
    }
  }

  private static final class LastLeaves extends Mutant {
    @Override
    protected boolean isNotAlone(GroupBooks books, int group) {
      return true;
    }
  }

  private static final class LeavesTooEarly extends Mutant {
    @Override
    protected boolean mayLeave(GroupBooks books, int group) {
      return true;
    }
  }
}
