package io.zabdb.conformance.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.conformance.replay.DrawnBehaviours;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.shard.MoveGuards;
import io.zabdb.shard.SpeechGuards;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of partitions follow random behaviours of Move, step by step, to the same states. */
class MoveReplayTest {

  /** More of them, and others: mvn test -Dzabdb.moves=5000 -Dzabdb.seed=2. */
  private static final int BEHAVIOURS = Integer.getInteger("zabdb.moves", 75);

  private static final long SEED = Long.getLong("zabdb.seed", 1);
  private static final int DEPTH = 200;

  private static final String CONFIGURATION =
      """
      CONSTANTS
        Group = {"a", "b", "c"}
        NoGroup = "nobody"
        Key = {"k1", "k2"}
        Value = {"v1", "v2"}
        NoValue = "none"
        Client = {"c1", "c2"}
        FirstOwner <- ReplayOwner
        FirstIndex <- ReplayIndex
        FirstTime <- ReplayTime
        Window = 2
        Lags = TRUE
        MaxHeirs = 1
        Version = {}
        Places = 30
        Reaches <- ReplayAnywhere
        ReadReaches <- ReplayAnywhere
      SPECIFICATION ReplaySpec
      INVARIANT Printed
      CHECK_DEADLOCK FALSE
      """;

  private static List<List<List<Value>>> behaviours;

  @BeforeAll
  static void draw() throws Exception {
    behaviours =
        new DrawnBehaviours(Specs.folder(), "shard", "Move", CONFIGURATION)
            .draw(BEHAVIOURS, DEPTH, SEED);
  }

  private static Optional<String> stray(MoveGuards moves, SpeechGuards says) {
    return behaviours.stream()
        .map(behaviour -> MoveReplay.replay(behaviour, moves, says))
        .flatMap(Optional::stream)
        .findFirst();
  }

  @Test
  void theTablesFollowTheSpec() {
    assertEquals(BEHAVIOURS, behaviours.size());
    assertEquals(Optional.empty(), stray(MoveGuards.STANDARD, SpeechGuards.STANDARD));
  }

  /** A comparison that cannot fail is none: each guard, weakened, is noticed. */
  @Test
  void tablesThatStrayAreFound() {
    Stream<Object> moves =
        MoveMutants.ALL.stream()
            .filter(mutant -> stray(mutant, SpeechGuards.STANDARD).isEmpty())
            .map(mutant -> mutant);
    Stream<Object> says =
        SpeechMutants.ALL.stream()
            .filter(mutant -> stray(MoveGuards.STANDARD, mutant).isEmpty())
            .map(mutant -> mutant);
    assertEquals(
        List.of(),
        Stream.concat(moves, says).map(mutant -> mutant.getClass().getSimpleName()).toList(),
        "not noticed");
  }

  @Test
  void eachGuardIsWeakenedBySomeMutant() {
    assertEquals(guards(MoveGuards.class), overridden(MoveMutants.ALL));
    assertEquals(guards(SpeechGuards.class), overridden(SpeechMutants.ALL));
  }

  /** The methods that a mutant can replace. */
  private static Set<String> guards(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(each -> Modifier.isProtected(each.getModifiers()))
        .filter(each -> !Modifier.isFinal(each.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> overridden(List<?> mutants) {
    return mutants.stream()
        .flatMap(mutant -> guards(mutant.getClass()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theBehavioursCoverEveryAction() throws Exception {
    String module = Files.readString(Specs.folder().resolve("shard/ReplayMove.tla"));
    Matcher named = Pattern.compile("(?:Did|Handling)\\(\"(\\w+)\"").matcher(module);
    Set<String> actions = new TreeSet<>();
    while (named.find()) {
      actions.add(named.group(1));
    }
    assertTrue(actions.size() > 25, actions.toString());
    Set<String> taken =
        behaviours.stream()
            .flatMap(List::stream)
            .map(MoveReplay::action)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(actions, taken);
  }
}
