package io.zabdb.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Mutant;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.node.CoreReplicas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every guard is needed: weakened, the simulator finds a run that goes wrong, with the seed that
 * {@code docs/mutants.md} states.
 */
class MutantsTest {

  private static final Pattern ROW =
      Pattern.compile("\\| `(\\w+)` \\|.*?(?:\\(profile `(\\w+)`\\).*)?\\| (\\d+) \\|");

  /** Who changes the simulator changes what seeds do: so many are tried to name another. */
  private static final int MOST_SEEDS = 5_000;

  private record Stated(Profile profile, int seed) {}

  /** The profile and the seed stated for each mutant. */
  private static Map<String, Stated> stated() throws IOException {
    Map<String, Stated> stated = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("../../../docs/mutants.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String profile = row.group(2) == null ? "swarm" : row.group(2);
        stated.put(
            row.group(1),
            new Stated(Profile.named(profile).orElseThrow(), Integer.parseInt(row.group(3))));
      }
    }
    return stated;
  }

  @Test
  void theTableHasEveryMutant() throws IOException {
    assertEquals(mutants().collect(Collectors.toCollection(TreeSet::new)), stated().keySet());
  }

  private static Stream<String> mutants() {
    return Stream.of(Mutant.values(), TimeMutant.values()).flatMap(Stream::of).map(Enum::name);
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void theSimulatorFindsIt(String mutant) throws IOException {
    Profile profile = stated().get(mutant).profile();
    int seed = stated().get(mutant).seed();
    assertTrue(
        isFound(mutant, profile, seed),
        () -> mutant + " survives seed " + seed + "; found by: " + first(mutant, profile));
  }

  private static boolean isFound(String mutant, Profile profile, long seed) {
    return new Simulation(weakened(Options.of(seed, profile, 0), mutant)).run().failed();
  }

  private static String first(String mutant, Profile profile) {
    return LongStream.rangeClosed(1, MOST_SEEDS)
        .filter(seed -> isFound(mutant, profile, seed))
        .mapToObj(seed -> "seed " + seed)
        .findFirst()
        .orElse("none of seeds 1 to " + MOST_SEEDS);
  }

  private static Options weakened(Options options, String name) {
    for (TimeMutant mutant : TimeMutant.values()) {
      if (mutant.name().equals(name)) {
        return options.withTimes(mutant);
      }
    }
    Mutant mutant = Mutant.valueOf(name);
    return options.withReplicas(
        new CoreReplicas(member -> mutant.guards(), member -> TraceSink.NONE));
  }
}
