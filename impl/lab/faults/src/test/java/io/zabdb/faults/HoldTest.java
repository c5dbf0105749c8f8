package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.hold.Hold;
import io.zabdb.faults.hold.HoldRun;
import io.zabdb.faults.hold.Holds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that ask for too much. Briefly, several kinds at once; with {@code
 * -Dzabdb.hold.minutes=N} each kind for so long, and compared ({@code ci/hold}).
 */
class HoldTest {

  private static final double MIN_KEPT = 0.5;
  private static final int SMALL_HEAP_MIB = 192;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void noNodeEnds() throws Exception {
    int minutes = Integer.getInteger("zabdb.hold.minutes", 0);
    if (minutes == 0) {
      briefly();
    } else {
      atLength(Duration.ofMinutes(minutes), System.getProperty("zabdb.hold.only", ""));
    }
  }

  private static void briefly() throws Exception {
    Cluster cluster = CLUSTERS.start(HoldRun.spec(SMALL_HEAP_MIB));
    List<Hold> holds = Holds.brief().stream().map(Supplier::get).toList();
    HoldRun.Outcome outcome =
        new HoldRun(cluster, holds).run(Duration.ofSeconds(1), Duration.ofSeconds(6));
    System.out.println(outcome);
    assertTrue(outcome.meanwhile() > 0, outcome.toString());
  }

  private static void atLength(Duration each, String only) throws Exception {
    List<HoldRun.Outcome> outcomes = new ArrayList<>();
    for (Supplier<Hold> made : Holds.all()) {
      Hold hold = made.get();
      if (!hold.getClass().getSimpleName().contains(only)) {
        continue;
      }
      Cluster cluster = CLUSTERS.start(hold.spec(HoldRun.spec(HoldRun.HEAP_MIB)));
      HoldRun.Outcome outcome = new HoldRun(cluster, List.of(hold)).run(each.dividedBy(6), each);
      System.out.println(outcome);
      outcomes.add(outcome);
    }
    assertTrue(!outcomes.isEmpty(), "no hold has " + only + " in its name");
    for (HoldRun.Outcome outcome : outcomes) {
      assertTrue(outcome.kept() >= MIN_KEPT, outcome.toString());
    }
  }
}
