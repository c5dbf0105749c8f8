package io.zabdb.bench.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.fake.FakeStore.Mishap;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.report.JsonReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine, with stores in memory whose updates go wrong after the first fault. */
class FailoverBenchTest {

  private final FakeStore store = new FakeStore(true);
  private final List<String> did = new ArrayList<>();
  private final List<String> progress = new ArrayList<>();

  /** Goes wrong with every third update that has a condition. */
  private Mishap mishap = Mishap.NONE;

  private boolean isLeaderElected = true;

  private final class FakeTarget implements FailoverTarget {
    @Override
    public List<BenchStore> stores() {
      return List.of(store, store, store);
    }

    @Override
    public void awaitInSync() {
      did.add("sync");
    }

    @Override
    public long strike(Fault fault) {
      did.add("strike " + fault);
      long before = System.nanoTime();
      if (isLeaderElected) {
        store.nextEpoch();
      }
      AtomicInteger updates = new AtomicInteger();
      store.mishaps(
          isConditional ->
              isConditional && updates.incrementAndGet() % 3 == 0 ? mishap : Mishap.NONE);
      return before;
    }

    @Override
    public void heal(Fault fault) {
      did.add("heal " + fault);
    }
  }

  private FailoverReport run(int rounds, Duration limit) throws Exception {
    FailoverSettings settings =
        new FailoverSettings(
            List.of(Fault.kill, Fault.transfer), rounds, 16, 2, 4, limit, limit, 1);
    List<Round> found = new FailoverBench(new FakeTarget(), settings, progress::add).run();
    return FailoverReport.of(new Machine("", 2, 0, "", "", 0), List.of(), 3, found);
  }

  private FailoverReport run(Mishap goesWrong) throws Exception {
    mishap = goesWrong;
    return run(1, Duration.ofMinutes(1));
  }

  @Test
  void faultsInTurns() throws Exception {
    FailoverReport report = run(2, Duration.ofMinutes(1));
    List<String> round = List.of("sync", "strike kill", "heal kill");
    List<String> next = List.of("sync", "strike transfer", "heal transfer");
    List<String> expected = new ArrayList<>();
    List.of(round, next, round, next).forEach(expected::addAll);
    assertEquals(expected, did);
    assertTrue(report.holds(), report.text());
    assertEquals(2, report.faults().size());
    assertEquals(4, progress.size());
    for (FailoverReport.Summary each : report.faults()) {
      assertEquals(2, each.rounds());
      assertEquals(2, each.firstSuccess().count());
      assertEquals(6, each.gaps().count());
      assertTrue(each.errors().isEmpty());
    }
  }

  @Test
  void updatesThatAreLost() throws Exception {
    FailoverReport report = run(Mishap.LOST);
    assertFalse(report.holds());
    assertTrue(report.text().contains("kill 1: first success"), report.text());
    assertTrue(report.faults().get(0).violations() > 0);
  }

  @Test
  void updatesThatAreMadeTwice() throws Exception {
    assertFalse(run(Mishap.DOUBLED).holds());
  }

  @Test
  void updatesThatAreDeniedForNoReason() throws Exception {
    FailoverReport report = run(Mishap.DENIED);
    assertFalse(report.holds());
    assertTrue(report.text().contains("was refused"), report.text());
  }

  @ParameterizedTest
  @EnumSource(names = {"MADE_UNANSWERED", "UNMADE_UNANSWERED"})
  void updatesThatNobodyKnowsOf(Mishap each) throws Exception {
    FailoverReport report = run(each);
    assertTrue(report.holds(), report.text());
    assertTrue(report.faults().get(0).errors().get("TIMEOUT") > 0);
  }

  @Test
  void updatesThatAreRefused() throws Exception {
    FailoverReport report = run(Mishap.REFUSED);
    assertTrue(report.holds(), report.text());
    assertTrue(report.faults().get(0).errors().get("OVERLOADED") > 0);
    assertTrue(report.text().contains("OVERLOADED"), report.text());
  }

  @Test
  void aLeaderThatStays() throws Exception {
    isLeaderElected = false;
    FailoverReport report = run(1, Duration.ofSeconds(1));
    assertFalse(report.holds());
    assertEquals(1, report.faults().get(0).notRecovered());
    assertEquals(0, report.faults().get(0).givenUp());
    assertEquals(0, report.faults().get(1).notRecovered());
    assertEquals(1, report.faults().get(1).givenUp());
    assertTrue(report.text().contains("1 (1 not recovered)"), report.text());
    assertTrue(report.text().contains("1 (1 given up)"), report.text());
  }

  @Test
  void json() throws Exception {
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(run(Mishap.NONE)));
    assertEquals("kill", json.get("faults").get(0).get("fault").asText());
    assertEquals(0, json.get("faults").get(0).get("violations").asInt());
    assertEquals(3, json.get("rounds").get(0).get("gaps").size());
  }
}
