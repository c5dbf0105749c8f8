package io.zabdb.bench.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.bench.ops.OpsCase.NodeCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpsBenchTest {

  private final FakeStore store = new FakeStore(true);
  private final List<String> progress = new ArrayList<>();

  /** Takes more with each look; node 1 has ended after the first. */
  private final class FakeTarget implements OpsTarget {
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger syncs = new AtomicInteger();

    @Override
    public List<BenchStore> stores() {
      return List.of(store);
    }

    @Override
    public Usage usage() {
      int look = looks.incrementAndGet();
      ProcessUsage node = new ProcessUsage(look * 1_000_000L, 100 - look, look * 4_096L);
      ProcessUsage client = new ProcessUsage(look * 500_000L, 1, 0);
      return new Usage(look == 1 ? Map.of(0, node, 1, node) : Map.of(0, node), client);
    }

    @Override
    public Map<Integer, Double> syncs() {
      return Map.of(0, 10.0 * syncs.incrementAndGet());
    }
  }

  private List<OpsCase> run(List<Mix> mixes, List<Integer> clients) throws Exception {
    return run(mixes, clients, List.of());
  }

  private List<OpsCase> run(List<Mix> mixes, List<Integer> clients, List<Integer> rates)
      throws Exception {
    OpsSettings settings =
        new OpsSettings(
            new KeySpace(50, 32),
            mixes,
            clients,
            rates,
            Duration.ofMillis(10),
            Duration.ofMillis(1),
            Duration.ofMillis(250),
            1);
    return new OpsBench(new FakeTarget(), settings, progress::add).run();
  }

  @Test
  void measuresEachMixWithEachNumberOfClients() throws Exception {
    List<OpsCase> cases = run(List.of(new Mix(100), new Mix(0)), List.of(1, 4));
    assertEquals(
        List.of("writes 1", "writes 4", "reads 1", "reads 4"),
        cases.stream().map(each -> each.mix() + " " + each.clients()).toList());
    assertEquals(50, store.rows());
    for (OpsCase each : cases) {
      boolean areWrites = each.mix().equals("writes");
      assertTrue(each.all().count() > 0);
      assertEquals(each.all(), areWrites ? each.writes() : each.reads());
      assertEquals(0, (areWrites ? each.reads() : each.writes()).count());
      assertEquals(Map.of(), each.errors());
      assertEquals(each.all().count(), each.perSecond() * each.seconds(), 1e-6);
    }
    assertEquals(6, progress.size(), progress.toString());
  }

  @Test
  void measuresEachRateAfterTheClients() throws Exception {
    List<OpsCase> cases = run(List.of(new Mix(50)), List.of(2), List.of(1_000, 2_000));
    assertEquals(
        List.of("2 clients, 0/s", "0 clients, 1000/s", "0 clients, 2000/s"),
        cases.stream().map(each -> each.clients() + " clients, " + each.rate() + "/s").toList());
    for (OpsCase each : cases) {
      assertTrue(each.all().count() > 0);
      assertEquals(Map.of(), each.errors());
    }
  }

  @Test
  void costsAreThoseOfTheMeasuredTime() throws Exception {
    OpsCase found = run(List.of(new Mix(100)), List.of(2)).get(0);
    NodeCost node = found.nodes().get(0);
    long operations = found.all().count();
    assertEquals(1, found.nodes().size(), "node 1 has ended");
    // One look before, one or more meanwhile, one after.
    long looks = Math.round(node.cpuMicros() * operations / 1_000_000);
    assertTrue(looks >= 2);
    assertEquals(looks * 4_096, node.writtenBytes());
    assertEquals(looks * 500_000.0 / operations, found.clientMicros(), 1e-6);
    assertEquals(98, node.residentBytes(), "the most of any look");
    assertEquals(10, node.syncs());
    assertEquals(node.cpuMicros(), found.serverMicros());
  }
}
