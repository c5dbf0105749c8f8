package io.zabdb.simulator.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.zabdb.simulator.mutant.RuntimeBugs.Found;
import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenLoader;
import io.zabdb.testkit.broken.CompiledBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Bugs put into the product by hand ({@link RuntimeBugs}): the seed that is stated finds each, and
 * fails for nothing else. Whoever changes the simulator changes what seeds do: a test that fails
 * names another seed.
 */
class RuntimeMutantsTest {

  private static final Path IMPL = Path.of("").toAbsolutePath().getParent().getParent();

  /** What knows the runtime or the log, with the simulator of nodes. */
  private static final List<String> RUNTIME =
      List.of("io.zabdb.log.", "io.zabdb.replica.", "io.zabdb.node.", "io.zabdb.simulator.");

  /** So many are tried where the stated one finds nothing. */
  private static final long MAX_SEEDS = 200;

  /** The production code, with a bug or without. */
  private static String run(LongFunction<String> code, long seed) {
    return code.apply(seed);
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> with(BrokenBuild build, Class<?> profile)
      throws IOException, ReflectiveOperationException {
    boolean isRuntime = RUNTIME.stream().anyMatch(build.type()::startsWith);
    ClassLoader loader =
        new BrokenLoader(
            RuntimeMutantsTest.class.getClassLoader(),
            CompiledBuild.of(build, IMPL),
            isRuntime ? RUNTIME : BrokenLoader.EVERYTHING);
    return (LongFunction<String>)
        loader.loadClass(profile.getName()).getDeclaredConstructor().newInstance();
  }

  @TestFactory
  Stream<DynamicTest> eachBugIsFoundByItsSeed() {
    return RuntimeBugs.all().stream()
        .map(bug -> DynamicTest.dynamicTest(bug.build().breaks(), () -> isFound(bug)));
  }

  private static void isFound(Found bug) throws Exception {
    LongFunction<String> code = with(bug.build(), bug.profile());
    String found = run(code, bug.seed());
    if (!found.equals(bug.property())) {
      String others =
          LongStream.rangeClosed(1, MAX_SEEDS)
              .mapToObj(seed -> seed + ": " + run(code, seed))
              .filter(each -> !each.endsWith(": "))
              .findFirst()
              .orElse("none of " + MAX_SEEDS);
      fail(
          "seed "
              + bug.seed()
              + " finds \""
              + found
              + "\" and not "
              + bug.property()
              + "; what finds something: "
              + others);
    }
  }

  @Test
  void withoutTheBugsTheSeedsFindNothing() {
    checkNothingIsFound(new SeedRun());
    checkNothingIsFound(new SplitSeedRun());
    checkNothingIsFound(new MoveSeedRun());
    checkNothingIsFound(new EndSeedRun());
    checkNothingIsFound(new BirthSeedRun());
    checkNothingIsFound(new ElasticSeedRun());
    checkNothingIsFound(new PeriodicSeedRun());
  }

  private static void checkNothingIsFound(LongFunction<String> product) {
    RuntimeBugs.all().stream()
        .filter(bug -> bug.profile() == product.getClass())
        .map(Found::seed)
        .distinct()
        .forEach(seed -> assertEquals("", run(product, seed), product + ", seed " + seed));
  }

  /** A row for each bug, as in docs/testing.md. */
  @Test
  void thePageListsTheBugs() throws IOException {
    String page = Files.readString(IMPL.resolveSibling("docs/testing.md"));
    List<String> missing =
        RuntimeBugs.all().stream()
            .map(
                bug ->
                    "| `%s`: %s | %s | `%s` |"
                        .formatted(
                            bug.build().simpleType(),
                            bug.build().breaks(),
                            bug.seedText(),
                            bug.property()))
            .filter(row -> !page.contains(row))
            .toList();
    assertTrue(missing.isEmpty(), "docs/testing.md lacks: " + String.join("\n", missing));
  }
}
