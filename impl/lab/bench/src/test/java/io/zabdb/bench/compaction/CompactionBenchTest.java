package io.zabdb.bench.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.fake.FakeStore.Mishap;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CompactionBenchTest {

  private final List<String> started = new ArrayList<>();
  private final List<FakeTarget> targets = new ArrayList<>();
  private final List<RunResult> results = new ArrayList<>();
  private Optional<String> refusal = Optional.empty();
  private CompactionSettings.Least least = CompactionSettings.Least.NONE;

  private CompactionSettings settings(int rounds) {
    return new CompactionSettings(
        new KeySpace(20, 16),
        List.of(new Mix(100), new Mix(50)),
        List.of(Policy.fixed, Policy.coldest),
        rounds,
        2,
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(250),
        least,
        Duration.ofMillis(10),
        1);
  }

  private CompactionTarget start(Map<String, String> options) {
    started.add(options.get("transfer-policy") + " " + options.get("transfer-staggered"));
    targets.add(new FakeTarget(refusal));
    return targets.get(targets.size() - 1);
  }

  private void run(int rounds) throws Exception {
    new CompactionBench(this::start, settings(rounds), what -> {}).run(results::add);
  }

  @Test
  void policiesTakeTurnsAndEachRunHasANewCluster() throws Exception {
    run(2);
    assertEquals(
        List.of(
            "writes fixed 1",
            "writes coldest 1",
            "50/50 fixed 1",
            "50/50 coldest 1",
            "writes coldest 2",
            "writes fixed 2",
            "50/50 coldest 2",
            "50/50 fixed 2"),
        results.stream()
            .map(each -> each.mix() + " " + each.policy() + " " + each.round())
            .toList());
    assertEquals(List.of("off false", "coldest true"), started.subList(0, 2));
    assertEquals(8, targets.size());
    assertTrue(targets.stream().allMatch(each -> each.isClosed && each.store.rows() == 20));
  }

  @Test
  void whatARunTells() throws Exception {
    run(1);
    RunResult run = results.get(0);
    assertTrue(run.all().count() > 0);
    assertEquals(run.all(), run.quiet());
    assertEquals(0, run.compacting().count());
    assertEquals(25, run.timeline().size());
    assertEquals(
        run.all().count(), run.timeline().stream().mapToLong(each -> each.operations()).sum());
    assertEquals(1, run.transfers());
    assertEquals(List.of(new RunResult.Reigned(1, 1, 0, 0.25)), run.reigns());
    assertEquals(new RunResult.NodeCost(0, 0.1, 100, 1_000), run.nodes().get(0));
    assertEquals("little", run.limits());
    assertEquals(List.of(), run.warnings());
  }

  @Test
  void eachNodeLeadsBeforeTheQuotasHold() throws Exception {
    run(1);
    targets.forEach(each -> assertEquals(List.of(2, 1, 0), each.ledBeforeLimit));
  }

  @Test
  void withoutQuotasItGoesOnAndSaysSo() throws Exception {
    refusal = Optional.of("not root");
    run(1);
    assertEquals(List.of("no quotas: not root"), results.get(0).warnings());
    assertEquals(-1, results.get(0).nodes().get(0).countedBytes());
    assertTrue(Double.isNaN(results.get(0).nodes().get(0).throttled()));
  }

  @Test
  void aRunGoesOnUntilItHasSeenWhatItIsFor() throws Exception {
    least = new CompactionSettings.Least(2, 3);
    run(1);
    for (RunResult run : results) {
      assertTrue(run.compactions().size() >= 2, run.tasks().toString());
      assertTrue(run.transfers() >= 3);
      assertTrue(run.seconds() > 0.25, run.seconds() + " s");
    }
  }

  @Test
  void aRunThatNeverSeesWhatItIsForFails() {
    least = new CompactionSettings.Least(FakeTarget.COMPACTIONS + 1, 0);
    IOException failure = assertThrows(IOException.class, () -> run(1));
    assertTrue(failure.getMessage().contains("3 compactions of at least 4"), failure.getMessage());
    assertTrue(targets.get(0).isClosed);
  }

  @Test
  void rowsThatCannotBeLoadedEndIt() {
    CompactionBench bench =
        new CompactionBench(
            options -> {
              FakeTarget target = new FakeTarget(refusal);
              target.store.mishaps(isConditional -> Mishap.REFUSED);
              targets.add(target);
              return target;
            },
            settings(1),
            what -> {});
    assertThrows(CompletionException.class, () -> bench.run(results::add));
    assertTrue(targets.get(0).isClosed);
  }
}
