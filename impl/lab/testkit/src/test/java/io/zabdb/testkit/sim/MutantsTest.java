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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every guard is needed: weakened, the simulator finds a run that goes wrong, within the number of
 * seeds that {@code docs/mutants.md} states.
 */
class MutantsTest {

  private static final Pattern ROW =
      Pattern.compile("\\| `(\\w+)` \\|.*?(?:\\(profile `(\\w+)`\\).*)?\\| (\\d+) \\|");

  private record Stated(Profile profile, int seeds) {}

  /** The profile and the seeds stated for each mutant. */
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
    int seeds = stated().get(mutant).seeds();
    boolean found = false;
    for (long seed = 1; seed <= seeds && !found; seed++) {
      Result result = new Simulation(weakened(Options.of(seed, profile, 0), mutant)).run();
      found = result.failed();
    }
    assertTrue(found, mutant + " survived seeds 1 to " + seeds);
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
