package io.zabdb.conformance.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.core.trace.Action;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.LeaderState;
import io.zabdb.core.zab.ReplicaState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The core follows random behaviours of the spec, step by step, to the same states. */
class ReplayTest {

  /** More of them, and others: mvn test -Dzabdb.behaviours=20000 -Dzabdb.seed=2. */
  private static final int BEHAVIOURS = Integer.getInteger("zabdb.behaviours", 400);

  private static final long SEED = Long.getLong("zabdb.seed", 1);
  private static final int DEPTH = 100;
  private static final int OF_FIVE = 100;

  private static List<Behaviour> behaviours;

  @BeforeAll
  static void draw() throws Exception {
    behaviours = new BehaviourSource(Specs.folder(), 3).draw(BEHAVIOURS, DEPTH, SEED);
  }

  @Test
  void theCoreFollowsTheSpec() {
    assertEquals(List.of(), mismatches(behaviours));
  }

  @Test
  void fiveServersFollowTheSpec() throws Exception {
    List<Behaviour> ofFive = new BehaviourSource(Specs.folder(), 5).draw(OF_FIVE, DEPTH, SEED);
    assertEquals(OF_FIVE, ofFive.size());
    assertEquals(List.of(), mismatches(ofFive));
  }

  private static List<String> mismatches(List<Behaviour> followed) {
    Replayer replayer = new Replayer(behaviour -> new CoreGroup(behaviour, Guards.STANDARD));
    List<String> mismatches = new ArrayList<>();
    for (int i = 0; i < followed.size() && mismatches.size() < 5; i++) {
      Optional<String> mismatch = replayer.replay(followed.get(i));
      if (mismatch.isPresent()) {
        mismatches.add("behaviour " + i + ", " + mismatch.get());
      }
    }
    return mismatches;
  }

  /**
   * A comparison that cannot fail is none: a core with a guard weakened or a step undone strays.
   */
  @Test
  void aCoreThatStraysIsFound() {
    assertStrays(new NeverPromised());
    assertStrays(new Obedient());
    assertStrays(new Forgetful());
    assertStrays(new NeverCommits());
  }

  private static void assertStrays(Guards guards) {
    Replayer replayer = new Replayer(behaviour -> new CoreGroup(behaviour, guards));
    assertTrue(behaviours.stream().anyMatch(behaviour -> replayer.replay(behaviour).isPresent()));
  }

  private static final class NeverPromised extends Guards {
    @Override
    protected boolean promised(ReplicaState follower, long epoch) {
      return false;
    }
  }

  private static final class Obedient extends Guards {
    @Override
    protected boolean notOlder(ReplicaState follower, long epoch) {
      return true;
    }
  }

  private static final class Forgetful extends Guards {
    @Override
    protected void forgetFollower(LeaderState leader, int member) {}
  }

  private static final class NeverCommits extends Guards {
    @Override
    protected long onDiskAtQuorum(LeaderState leader) {
      return 0;
    }
  }

  @Test
  void theBehavioursCoverEveryAction() {
    assertEquals(BEHAVIOURS, behaviours.size());
    Set<String> taken =
        steps().map(BehaviourStep::action).collect(Collectors.toCollection(TreeSet::new));
    Set<String> known =
        Stream.of(Action.values()).map(Action::name).collect(Collectors.toCollection(TreeSet::new));
    // Of Roster: its groups have numbered disks, those of Zab are founded already.
    assertTrue(known.remove(Action.Found.name()));
    assertEquals(known, taken);
  }

  @Test
  void theBehavioursCoverEveryMode() {
    for (String mode : List.of("first", "again", "DIFF", "TRUNC", "SNAP")) {
      assertTrue(
          steps()
              .flatMap(step -> step.channels().values().stream())
              .flatMap(List::stream)
              .anyMatch(message -> message.mode().equals(mode)),
          mode);
    }
  }

  private static Stream<BehaviourStep> steps() {
    return behaviours.stream().flatMap(behaviour -> behaviour.steps().stream());
  }
}
