package io.zabdb.conformance.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.conformance.Specs;
import io.zabdb.conformance.replay.DrawnBehaviours;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.shard.MoveGuards;
import io.zabdb.shard.SpeechGuards;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of partitions follow random behaviours of Move, step by step, to the same states. */
class MoveReplayTest {

  /** More of them, and others: mvn test -Dzabdb.moves=5000 -Dzabdb.seed=2. */
  private static final int BEHAVIOURS = Integer.getInteger("zabdb.moves", 150);

  private static final long SEED = Long.getLong("zabdb.seed", 1);
  private static final int DEPTH = 120;

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
    assertEquals(Optional.empty(), stray(MoveGuards.STANDARD, SpeechGuards.STANDARD));
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
