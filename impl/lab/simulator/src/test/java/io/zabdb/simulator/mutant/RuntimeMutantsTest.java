package io.zabdb.simulator.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

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

  /** So many are tried where the stated one finds nothing. */
  private static final long MAX_SEEDS = 200;

  /** The production code, with a bug or without. */
  private static String run(LongFunction<String> code, long seed) {
    return code.apply(seed);
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> with(SourceMutant mutant)
      throws IOException, ReflectiveOperationException {
    ClassLoader loader = new MutantLoader(mutant.type(), mutant.source(IMPL));
    return (LongFunction<String>)
        loader.loadClass(SeedRun.class.getName()).getDeclaredConstructor().newInstance();
  }

  @TestFactory
  Stream<DynamicTest> eachBugIsFoundByItsSeed() {
    return RuntimeBugs.all().stream()
        .map(mutant -> DynamicTest.dynamicTest(mutant.bug(), () -> isFound(mutant)));
  }

  private static void isFound(SourceMutant mutant) throws Exception {
    LongFunction<String> code = with(mutant);
    String found = run(code, mutant.seed());
    if (!found.equals(mutant.property())) {
      String others =
          LongStream.rangeClosed(1, MAX_SEEDS)
              .mapToObj(seed -> seed + ": " + run(code, seed))
              .filter(each -> !each.endsWith(": "))
              .findFirst()
              .orElse("none of " + MAX_SEEDS);
      fail(
          "seed "
              + mutant.seed()
              + " finds \""
              + found
              + "\" and not "
              + mutant.property()
              + "; what finds something: "
              + others);
    }
  }

  @Test
  void withoutTheBugsTheSeedsFindNothing() {
    RuntimeBugs.all().stream()
        .map(SourceMutant::seed)
        .distinct()
        .forEach(seed -> assertEquals("", run(new SeedRun(), seed), "seed " + seed));
  }

  /** A row for each bug, as in docs/testing.md. */
  @Test
  void thePageListsTheBugs() throws IOException {
    String page = Files.readString(IMPL.resolveSibling("docs/testing.md"));
    List<String> missing =
        RuntimeBugs.all().stream()
            .map(
                bug ->
                    "| `%s`: %s | %d | `%s` |"
                        .formatted(bug.simpleName(), bug.bug(), bug.seed(), bug.property()))
            .filter(row -> !page.contains(row))
            .toList();
    assertTrue(missing.isEmpty(), "docs/testing.md lacks: " + String.join("\n", missing));
  }

  @Test
  void aTextThatDoesNotApplyIsNamed() throws IOException {
    SourceMutant none =
        new SourceMutant(
            "nothing", "log", "io.zabdb.log.Recovery", "no such text", "x", 1, "Starts");
    try {
      none.source(IMPL);
    } catch (IllegalStateException e) {
      assertTrue(e.getMessage().contains("no such text"), e.getMessage());
      assertTrue(e.getMessage().contains("Recovery.java"), e.getMessage());
      return;
    }
    fail("it applied");
  }
}
