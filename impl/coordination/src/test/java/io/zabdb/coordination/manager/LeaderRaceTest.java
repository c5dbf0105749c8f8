package io.zabdb.coordination.manager;

import static io.zabdb.coordination.manager.Fixture.CLUSTER;
import static io.zabdb.coordination.manager.Fixture.definition;
import static io.zabdb.coordination.manager.Fixture.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However reports of leaders race, the highest epoch wins, and it never goes back. */
class LeaderRaceTest {

  private static final int PROCESSES = 6;
  private static final int REPORTS = 150;
  private static final int NODES = 3;

  /** The nodes of an epoch: a quorum has elected one of them, so it is a function of the epoch. */
  private record Claim(int group, int node, long epoch) {}

  @TempDir private Path directory;

  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(directory);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void theHighestEpochWins() throws Exception {
    long seed = System.nanoTime();
    String message = "seed " + seed;
    Random random = new Random(seed);
    ConfigurationManager first = fixture.manager();
    get(first.createCluster(definition(CLUSTER)));
    Queue<ClusterState> seen = new ConcurrentLinkedQueue<>();
    first.watch(seen::add);

    List<Claim> claims = new ArrayList<>();
    List<CompletableFuture<LeaderReport>> reports = new ArrayList<>();
    List<ConfigurationManager> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(fixture.manager());
    }
    for (int i = 0; i < PROCESSES * REPORTS; i++) {
      long epoch = 1L + random.nextInt(PROCESSES * REPORTS);
      Claim claim = new Claim(random.nextInt(2), (int) (epoch * 31 % NODES), epoch);
      claims.add(claim);
      reports.add(
          processes
              .get(random.nextInt(PROCESSES))
              .newLeader(claim.group(), claim.node(), claim.epoch()));
    }
    for (CompletableFuture<LeaderReport> report : reports) {
      get(report);
    }

    for (GroupInfo group : get(first.getRingInfo()).groups()) {
      Claim highest =
          claims.stream()
              .filter(claim -> claim.group() == group.id())
              .max(Comparator.comparingLong(Claim::epoch))
              .orElseThrow();
      assertEquals(highest, new Claim(group.id(), group.leaderNode(), group.epoch()), message);
      int index = claims.indexOf(highest);
      assertEquals(LeaderReport.WRITTEN, get(reports.get(index)), message);
    }
    assertNeverBack(seen, message);
  }

  @Test
  void ofTwoNodesInOneEpochTheFirstStays() throws Exception {
    List<ConfigurationManager> processes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      processes.add(fixture.manager());
    }
    get(processes.get(0).createCluster(definition(CLUSTER)));
    for (int epoch = 1; epoch <= 30; epoch++) {
      List<CompletableFuture<LeaderReport>> reports = new ArrayList<>();
      for (int node = 0; node < NODES; node++) {
        reports.add(processes.get(node).newLeader(0, node, epoch));
      }
      List<Integer> winners = new ArrayList<>();
      for (int node = 0; node < NODES; node++) {
        if (get(reports.get(node)) == LeaderReport.WRITTEN) {
          winners.add(node);
        }
      }
      GroupInfo group = get(processes.get(0).getRingInfo()).groups().get(0);
      assertEquals(epoch, group.epoch());
      assertEquals(List.of(group.leaderNode()), winners);
    }
  }

  private static void assertNeverBack(Queue<ClusterState> seen, String message) {
    for (int group = 0; group < 2; group++) {
      long last = 0;
      for (ClusterState state : seen) {
        long epoch = state.groups().get(group).epoch();
        assertTrue(epoch >= last, message + ": epoch " + epoch + " after " + last);
        last = epoch;
      }
    }
  }
}
