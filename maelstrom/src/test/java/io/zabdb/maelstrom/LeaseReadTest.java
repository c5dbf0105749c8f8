package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.maelstrom.harness.Binary;
import io.zabdb.maelstrom.harness.Churn;
import io.zabdb.maelstrom.harness.Cluster;
import io.zabdb.testkit.linearizability.Verdict;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A leader that answers reads under a lease that nobody gave it is convicted by clients alone,
 * which know of no scene: leaders that are patient are cut off again and again, and their clients
 * go on.
 */
class LeaseReadTest {

  private static final int NODES = 3;
  private static final int MILLIS = 10_000;

  /** Of this many strikes, all but the last leave a leader cut off: longer than others elect. */
  private static final int PERIOD = 4;

  /** A machine may stand still whenever a leader is cut off. */
  private static final int MOST_RUNS = 3;

  @TempDir Path directory;

  private int strikes;

  private void strike(Cluster cluster, Random random) {
    switch (strikes++ % PERIOD) {
      case 0 -> {
        String leader = cluster.leaderAsSeenBy(cluster.names().get(random.nextInt(NODES)));
        cluster.isolate(
            leader.equals("unknown") ? cluster.names().get(random.nextInt(NODES)) : leader);
      }
      case PERIOD - 1 -> cluster.heal();
      default -> {
        // The others elect, and clients write there.
      }
    }
  }

  private Verdict run(Binary binary) throws Exception {
    long seed = Cluster.anySeed();
    try (Cluster cluster =
        Cluster.startWith(seed, NODES, binary, "lin-kv", "--leader-ticks", "200")) {
      Churn churn = new Churn(seed, cluster);
      churn.run(MILLIS, this::strike);
      Verdict verdict = churn.check().verdict();
      cluster.end();
      return verdict;
    }
  }

  @Test
  void aLeaseThatNobodyGaveIsConvicted() throws Exception {
    Binary broken = Binary.broken("LeaseRead", directory);
    Verdict verdict = Verdict.VALID;
    for (int attempt = 0; attempt < MOST_RUNS && verdict == Verdict.VALID; attempt++) {
      verdict = run(broken);
    }
    assertEquals(Verdict.INVALID, verdict);
  }

  @Test
  void theProductPassesTheSame() throws Exception {
    assertEquals(Verdict.VALID, run(Binary.PRODUCT));
  }
}
