package io.zabdb.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.bench.ops.OpsSettings;
import io.zabdb.bench.ops.Usage;
import io.zabdb.bench.peers.system.PeerCluster;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.bench.peers.system.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeersBenchTest {

  private final List<String> log = new ArrayList<>();

  /** Starts as often as told, each time empty. */
  private final class Fake implements PeerSystem {
    private final String name;
    private final Optional<String> missing;
    private int starts;

    private Fake(String name, Optional<String> missing, int starts) {
      this.name = name;
      this.missing = missing;
      this.starts = starts;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String title() {
      return name + " 1.0";
    }

    @Override
    public Promise promise() {
      return new Promise("put", "get", true, "All.");
    }

    @Override
    public Optional<String> missing() {
      return missing;
    }

    @Override
    public int connections() {
      return 2;
    }

    @Override
    public PeerCluster start(Path parent, int connections) throws BenchException {
      log.add(name + " " + connections);
      if (starts-- == 0) {
        throw new BenchException("it does not start");
      }
      return new FakeCluster(name);
    }
  }

  private final class FakeCluster implements PeerCluster {
    private final FakeStore store = new FakeStore(true);
    private final String name;

    private FakeCluster(String name) {
      this.name = name;
    }

    @Override
    public List<LoadStore> stores() {
      return List.of(store);
    }

    @Override
    public Usage usage() {
      return new Usage(Map.of(), new ProcessUsage(0, 0, 0));
    }

    @Override
    public Map<Integer, Double> syncs() {
      return Map.of();
    }

    @Override
    public void close() {
      log.add(name + " closed with " + store.rows());
    }
  }

  private Fake fake(String name, int starts) {
    return new Fake(name, Optional.empty(), starts);
  }

  private static PeersSettings settings(int rounds) {
    OpsSettings load =
        new OpsSettings(
            new KeySpace(10, 32),
            List.of(new Mix(100), new Mix(0)),
            List.of(2),
            List.of(),
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Duration.ofMillis(20),
            1);
    return new PeersSettings(load, rounds, Optional.empty(), Path.of("unused"));
  }

  private static PeersBench bench(int rounds) {
    return new PeersBench(settings(rounds), what -> {});
  }

  @Test
  void eachSystemRunsAloneAndTheOrderIsReversedInEachSecondRound() throws Exception {
    PeersBench bench = bench(2);
    List<PeerResult> results = bench.run(List.of(fake("a", 2), fake("b", 2)));
    String a = "a closed with 10";
    String b = "b closed with 10";
    assertEquals(List.of("a 2", a, "b 2", b, "b 2", b, "a 2", a), log);
    assertEquals(List.of("a", "b"), results.stream().map(PeerResult::name).toList());
    for (PeerResult each : results) {
      assertEquals(2, each.rounds().size());
      assertTrue(each.figures("writes").orElseThrow().perSecond() > 0);
      assertTrue(each.figures("reads").orElseThrow().perSecond() > 0);
    }
    assertFalse(bench.hasFailed());
  }

  @Test
  void whatIsMissingIsSkippedByName() throws Exception {
    PeersBench bench = bench(1);
    Fake missing = new Fake("b", Optional.of("install it"), 0);
    assertEquals(1, bench.run(List.of(fake("a", 1), missing)).size());
    assertEquals(Map.of("b", "skipped: install it"), bench.left());
    assertFalse(bench.hasFailed());
  }

  @Test
  void whatFailsIsLeftOutFromThenOn() throws Exception {
    PeersBench bench = bench(3);
    List<PeerResult> results = bench.run(List.of(fake("a", 3), fake("b", 1)));
    assertEquals(Map.of("b", "failed: it does not start"), bench.left());
    assertTrue(bench.hasFailed());
    assertEquals(3, results.get(0).rounds().size());
    assertEquals(1, results.get(1).rounds().size());
    assertEquals(2, log.stream().filter("b 2"::equals).count());
  }
}
