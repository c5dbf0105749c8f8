package io.zabdb.conformance.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;
import io.zabdb.core.zab.Context;
import io.zabdb.core.zab.Role;
import io.zabdb.core.zab.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The core follows random behaviours of the spec, step by step, to the same states. */
class ReplayTest {

  /** More of them, and others: mvn test -Dzabdb.behaviours=20000 -Dzabdb.seed=2. */
  private static final int BEHAVIOURS = Integer.getInteger("zabdb.behaviours", 1000);

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
    Replayer replayer = new Replayer(behaviour -> new CoreGroup(behaviour, new PassiveRoles()));
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
    assertStrays(followers(context -> connection -> new NeverPromised(context, connection)));
    assertStrays(followers(context -> connection -> new Obedient(context, connection)));
    assertStrays(leaders(Forgetful::new));
    assertStrays(leaders(NeverCommits::new));
  }

  private static void assertStrays(Roles roles) {
    Replayer replayer = new Replayer(behaviour -> new CoreGroup(behaviour, roles));
    assertTrue(behaviours.stream().anyMatch(behaviour -> replayer.replay(behaviour).isPresent()));
  }

  private static Roles followers(Function<Context, Function<Connection, Role>> made) {
    return new PassiveRoles() {
      @Override
      public Role following(Context context, Connection connection) {
        return made.apply(context).apply(connection);
      }
    };
  }

  private static Roles leaders(Function<Context, Role> made) {
    return new PassiveRoles() {
      @Override
      public Role leading(Context context) {
        return made.apply(context);
      }
    };
  }

  private static final class NeverPromised extends PassiveRoles.Follower {
    NeverPromised(Context context, Connection connection) {
      super(context, connection);
    }

    @Override
    protected boolean promised(long epoch) {
      return false;
    }
  }

  private static final class Obedient extends PassiveRoles.Follower {
    Obedient(Context context, Connection connection) {
      super(context, connection);
    }

    @Override
    protected boolean notOlder(long epoch) {
      return true;
    }
  }

  private static final class Forgetful extends PassiveRoles.Leader {
    Forgetful(Context context) {
      super(context);
    }

    @Override
    protected void forgetFollower(int member) {}
  }

  private static final class NeverCommits extends PassiveRoles.Leader {
    NeverCommits(Context context) {
      super(context);
    }

    @Override
    protected long onDiskAtQuorum() {
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
