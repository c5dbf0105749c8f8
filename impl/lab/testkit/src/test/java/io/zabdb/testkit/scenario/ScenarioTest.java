package io.zabdb.testkit.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.trace.TraceSink;
import io.zabdb.core.zab.Guards;
import io.zabdb.core.zab.Mutant;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.explain.Digest;
import io.zabdb.testkit.sim.node.CoreReplicas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The stories of {@code scenarios/} come true; with a broken core, or a wrong end, they do not. */
class ScenarioTest {

  private static final Path FOLDER = Path.of("src", "test", "resources", "scenarios");
  private static final int OTHER_SEEDS = 3;

  private static CoreReplicas replicas(Guards guards) {
    return new CoreReplicas(member -> guards, member -> TraceSink.NONE);
  }

  private static void tell(Guards guards, String... lines) {
    ScenarioRun.of("story", List.of(lines), replicas(guards));
  }

  private static String failure(Guards guards, String... lines) {
    return assertThrows(ScenarioException.class, () -> tell(guards, lines)).getMessage();
  }

  private static String failure(String... lines) {
    return failure(Guards.STANDARD, lines);
  }

  @SuppressWarnings("StreamResourceLeak") // whoever asks closes it
  private static Stream<Path> files() throws IOException {
    return Files.list(FOLDER).sorted();
  }

  // -- the stories

  @Test
  void thereAreTwenty() throws IOException {
    try (Stream<Path> files = files()) {
      assertTrue(files.count() >= 20);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void eachComesTrue(Path file) throws IOException {
    ScenarioRun.of(file, EventLog.NONE);
  }

  /** They are about what is said, not about how long this delay or that one is. */
  @ParameterizedTest
  @MethodSource("files")
  void withOtherDelaysToo(Path file) throws IOException {
    for (int seed = 2; seed < 2 + OTHER_SEEDS; seed++) {
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      lines.set(0, "seed " + seed);
      ScenarioRun.of(file + " with seed " + seed, lines, replicas(Guards.STANDARD));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void eachIsTheSameEventForEvent(Path file) throws IOException {
    assertEquals(digest(file), digest(file));
  }

  private static String digest(Path file) throws IOException {
    Digest digest = new Digest();
    ScenarioRun.of(file, digest);
    return digest.hex();
  }

  @ParameterizedTest
  @CsvSource({
    "read-round-under-partition, Unconfirmed",
    "truncation, NoTruncation",
    "snapshot-for-a-laggard, NoCheckpointSync",
    "tail-for-a-laggard, NothingMissing",
    "new-disk-has-no-vote, AnyDisk",
    "power-loss-between-append-and-sync, AckBeforeSync",
    "epochs-are-never-used-twice, PromiseNotWritten",
  })
  void theCoreWithAGuardWeakenedHasAnotherEnd(String story, Mutant mutant) throws IOException {
    List<String> lines = Files.readAllLines(FOLDER.resolve(story + ".txt"));
    assertThrows(
        ScenarioException.class,
        () -> ScenarioRun.of(story, lines, replicas(mutant.guards())),
        mutant.name());
  }

  // -- stories that do not come true

  @Test
  void whatIsExpectedInVainNamesFileAndLine() {
    assertEquals(
        "story:4: a read finds 1: expect a=2", failure("# a comment", "", "put a=1", "expect a=2"));
    assertTrue(
        failure("expect leader any epoch 2 within 3s")
            .matches(
                "story:1: not within 3000 ms, node \\d leads epoch 1: "
                    + "expect leader any epoch 2 within 3s"));
    assertEquals(
        "story:2: not within 500 ms, length is 3: expect node 0 length 9 within 500ms",
        failure("put a=1", "expect node 0 length 9 within 500ms"));
    assertEquals(
        "story:2: not within 2000 ms, counted is 0: expect counted 1 disk: log truncated",
        failure("within 2s", "expect counted 1 disk: log truncated"));
    assertEquals(
        "story:2: not within 10000 ms, it is OK: expect x failed",
        failure("put a=1 on 2 as x", "expect x failed").replace("REFUSED", "OK"));
    assertEquals(
        "story:2: not within 100 ms, it runs: expect node 1 down within 100ms",
        failure("put a=1", "expect node 1 down within 100ms"));
    assertTrue(failure("kill all", "put a=1").startsWith("story:2: no answer within 10000 ms"));
    assertTrue(failure("put a=1", "cas a=2->3").startsWith("story:2: the answer is FAILED"));
    assertTrue(
        failure("put a=1", "kill 0", "expect equal all within 1s")
            .startsWith("story:3: not within 1000 ms, their states differ"));
    assertTrue(failure("expect leader any", "expect no leader").startsWith("story:2: not within"));
  }

  @Test
  void whatMustNotHappenInAnyRunNamesTheLineAtWhichItDid() {
    String message =
        failure(
            Mutant.Unconfirmed.guards(),
            "put a=1",
            "let old be leader",
            "pause old",
            "expect leader not old",
            "put a=2",
            "get a on old as stale",
            "wait 10ms",
            "resume old");
    assertTrue(message.startsWith("story:8: NoStaleRead: "), message);
  }

  // -- lines that are not understood

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "dance | no scenario says 'dance'",
        "put a | expected is something like a=1, not 'a'",
        "put | a key is missing",
        "get A | a key is a small letter, not 'A'",
        "kill 3 | '3' is no node: they are 0 to 2",
        "kill leader | nobody leads now",
        "kill | a node is missing",
        "cut 0 1 | 'from' is missing before '1'",
        "cut 0 | 'from' is missing",
        "wait 3 | the time is a time such as 300ms or 10s, not '3'",
        "press 0 11 | the pressure is 11, allowed is 1 to 10",
        "policy best | 'best' is no policy; known: random, round_robin, coldest, off",
        "expect x ok | nothing is known of 'x'",
        "again x on 0 | no call has the name 'x'",
        "let leader be 0 | 'leader' is no name of a node: two small letters or more",
        "heal links now | not understood: 'now'",
        "start 0 1 | not understood: '1'",
        "nodes 9 | the number of nodes is 9, allowed is 1 to 7",
        "seed one | the seed is a number of at most 15 digits, not 'one'",
        "ambush 0 append | 'behind' is missing before 'append'",
      })
  void whatIsNotUnderstoodNamesFileAndLine(String line, String problem) {
    assertEquals("story:1: " + problem + ": " + line, failure(line));
  }

  @Test
  void settingsComeFirst() {
    assertEquals("story:2: no scenario says 'nodes': nodes 5", failure("wait 1ms", "nodes 5"));
  }
}
