package io.zabdb.conformance.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.core.trace.Action;
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

  private static final int BEHAVIOURS = 1000;
  private static final int DEPTH = 100;

  private static List<Behaviour> behaviours;

  @BeforeAll
  static void draw() throws Exception {
    behaviours = new BehaviourSource(Specs.folder(), 3).draw(BEHAVIOURS, DEPTH, 1);
  }

  @Test
  void theCoreFollowsTheSpec() {
    Replayer replayer = new Replayer(behaviour -> new CoreGroup(behaviour, new PassiveRoles()));
    List<String> mismatches = new ArrayList<>();
    for (int i = 0; i < behaviours.size() && mismatches.size() < 5; i++) {
      Optional<String> mismatch = replayer.replay(behaviours.get(i));
      if (mismatch.isPresent()) {
        mismatches.add("behaviour " + i + ", " + mismatch.get());
      }
    }
    assertEquals(List.of(), mismatches);
  }

  @Test
  void theBehavioursCoverEveryAction() {
    assertEquals(BEHAVIOURS, behaviours.size());
    Set<String> taken =
        steps().map(BehaviourStep::action).collect(Collectors.toCollection(TreeSet::new));
    Set<String> known =
        Stream.of(Action.values()).map(Action::name).collect(Collectors.toCollection(TreeSet::new));
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
