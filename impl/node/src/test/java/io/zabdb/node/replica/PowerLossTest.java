package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three replicas whose disks lose what was not synced when the power goes, all at once, in the
 * midst of updates. {@code -Dzabdb.power.seeds=N -Dzabdb.power.from=SEED} for more.
 */
@Timeout(600)
class PowerLossTest {

  private static final int MEMBERS = 3;
  private static final int WRITERS = 4;
  private static final int LOSSES = 4;
  private static final int MAX_CHANGES = 400;
  private static final long CHECKPOINT_BYTES = 8_000;
  private static final String VALUE = "x".repeat(100);
  private static final int SEEDS_TO_LOSE_SOMETHING = 100;
  private static final int SEEDS_TO_LOSE_BY_ONE = 5;

  /** Longer than a test: nothing is synced by itself. */
  private static final Duration NEVER = Duration.ofMinutes(1);

  @TempDir Path directory;

  private final AtomicLong changesLeft = new AtomicLong(Long.MAX_VALUE);
  private final List<PoweredDisk> disks = new ArrayList<>();
  private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
  private Duration flushInterval = Duration.ofMillis(20);
  private LocalCluster cluster;
  private long sessions;

  @Test
  void whatIsAcknowledgedOnceOnDiskIsNeverLost() throws Exception {
    long from = Long.getLong("zabdb.power.from", 1);
    int seeds = Integer.getInteger("zabdb.power.seeds", 12);
    int kept = 0;
    for (long seed = from; seed < from + seeds; seed++) {
      begin(seed, Durability.SYNC);
      Random random = new Random(seed);
      try {
        for (int loss = 0; loss < LOSSES; loss++) {
          writeUntilThePowerGoes(random);
          assertEquals(Set.of(), restart(random));
          assertSameStates();
        }
        kept += acknowledged.size();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      } finally {
        cluster.close();
      }
    }
    System.out.println(
        "power: " + seeds * LOSSES + " losses from seed " + from + ", " + kept + " updates kept");
    assertTrue(kept > seeds * LOSSES, "hardly anything was acknowledged: " + kept);
  }

  /** This is what the mode costs; and it shows that the test above can fail. */
  @Test
  void whatIsAcknowledgedInMemoryMayBeLost() throws Exception {
    int seed = 0;
    boolean lost = false;
    while (!lost && seed < SEEDS_TO_LOSE_SOMETHING) {
      seed++;
      begin(seed, Durability.PERIODIC);
      try {
        Random random = new Random(seed);
        writeUntilThePowerGoes(random);
        lost = !restart(random).isEmpty();
      } catch (AssertionError | RuntimeException e) {
        // A replica that finds what it has applied gone from the others ends: that is a loss, too.
        if (cluster.failures().isEmpty()) {
          throw new AssertionError("seed " + seed, e);
        }
        System.out.println("power: " + cluster.failures());
        lost = true;
      } finally {
        cluster.close();
      }
    }
    System.out.println("power: with periodic durability seed " + seed + " lost updates: " + lost);
    assertTrue(lost, "no seed has lost anything");
  }

  /**
   * A quorum need not lose power at once, as the Javadoc of {@link Durability#PERIODIC} once said:
   * a single replica is enough, while the other that has the update is out of reach.
   */
  @Test
  void oneReplicaThatLosesPowerIsEnoughToLoseWhatIsAcknowledgedInMemory() throws Exception {
    assertTrue(isLostByOneReplica(Durability.PERIODIC));
  }

  @Test
  void oneReplicaThatLosesPowerIsNotEnoughToLoseWhatIsAcknowledgedOnDisk() throws Exception {
    assertFalse(isLostByOneReplica(Durability.SYNC));
  }

  private boolean isLostByOneReplica(Durability durability) throws IOException {
    flushInterval = NEVER;
    int seed = 0;
    boolean lost = false;
    while (!lost && seed < SEEDS_TO_LOSE_BY_ONE) {
      seed++;
      begin(seed, durability);
      try {
        lost = loseByOneReplica();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      } finally {
        cluster.close();
      }
    }
    System.out.println("power: one replica with " + durability + " lost an update: " + lost);
    return lost;
  }

  /** The leader and a follower have the update; then that one loses its power, and the leader. */
  private boolean loseByOneReplica() throws IOException {
    int leader = cluster.awaitLeader();
    int poor = (leader + 1) % MEMBERS;
    int away = (leader + 2) % MEMBERS;
    cluster.network().isolate(away);
    cluster.put("update", VALUE);
    assertEquals(leader, cluster.awaitLeader());
    cluster.network().isolate(leader);
    disks.get(poor).switchOff();
    cluster.crash(poor);
    cluster.network().rejoin(away);
    disks.get(poor).switchOn();
    cluster.start(poor);
    cluster.stop(leader);
    cluster.awaitLeader();
    cluster.awaitEqual();
    return cluster.read(away, "update", true).join().equals("none");
  }

  private void begin(long seed, Durability durability) throws IOException {
    disks.clear();
    acknowledged.clear();
    DiskFiles.delete(directory.resolve("cluster"));
    changesLeft.set(Long.MAX_VALUE);
    for (int member = 0; member < MEMBERS; member++) {
      disks.add(
          new PoweredDisk(
              seed * MEMBERS + member,
              LocalCluster.folder(directory.resolve("cluster"), member),
              this::countDown));
    }
    cluster =
        new LocalCluster(
            directory.resolve("cluster"), MEMBERS, CHECKPOINT_BYTES, durability, disks::get);
    cluster.flushEvery(flushInterval);
    cluster.startAll();
    cluster.awaitLeader();
  }

  /** By whoever is about to change a log. */
  private void countDown() {
    if (changesLeft.getAndDecrement() == 0) {
      disks.forEach(PoweredDisk::switchOff);
    }
  }

  private void writeUntilThePowerGoes(Random random) throws InterruptedException {
    int leader = cluster.awaitLeader();
    changesLeft.set(1 + random.nextInt(MAX_CHANGES));
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      long session = ++sessions;
      writers.add(new Thread(() -> write(leader, session)));
    }
    writers.forEach(Thread::start);
    while (disks.get(0).isOn() && writers.stream().anyMatch(Thread::isAlive)) {
      Thread.onSpinWait();
    }
    // A leader may have stepped down before the count was reached.
    disks.forEach(PoweredDisk::switchOff);
    for (int member = 0; member < MEMBERS; member++) {
      cluster.crash(member);
    }
    for (Thread writer : writers) {
      writer.join();
    }
  }

  /** Ends when an update is not acknowledged, which is so once the power is off. */
  private void write(int leader, long session) {
    long number = 0;
    Object answer;
    do {
      number++;
      String row = "row-" + session + "-" + number;
      answer = cluster.update(leader, session, number, row, VALUE).join();
      if (answer instanceof Result) {
        acknowledged.add(row);
      }
    } while (answer instanceof Result);
  }

  /**
   * Any two must have what was acknowledged; the third may have been the only one to write it down.
   *
   * @return rows that were acknowledged, and that one of the two does not have
   */
  private Set<String> restart(Random random) throws IOException {
    changesLeft.set(Long.MAX_VALUE);
    disks.forEach(PoweredDisk::switchOn);
    int late = random.nextInt(MEMBERS);
    List<Integer> early = new ArrayList<>(List.of(0, 1, 2));
    early.remove(late);
    for (int member : early) {
      cluster.start(member);
    }
    cluster.awaitLeader();
    cluster.awaitEqual();
    Set<String> lost = new TreeSet<>();
    early.forEach(member -> lost.addAll(lost(member)));
    cluster.start(late);
    cluster.awaitEqual();
    lost.addAll(lost(late));
    return lost;
  }

  private Set<String> lost(int member) {
    Set<String> lost = new TreeSet<>();
    for (String row : acknowledged) {
      if (cluster.read(member, row, true).join().equals("none")) {
        lost.add(row);
      }
    }
    return lost;
  }

  private void assertSameStates() {
    long next = cluster.status(cluster.awaitLeader()).logLength() + 1;
    List<CompletableFuture<String>> hashes = new ArrayList<>();
    for (int member = 0; member < MEMBERS; member++) {
      hashes.add(cluster.hashAt(member, next));
    }
    long session = ++sessions;
    cluster.await(
        "an answer",
        () ->
            cluster.update(cluster.awaitLeader(), session, 1, "compared", VALUE).join()
                instanceof Result);
    List<String> found = hashes.stream().map(CompletableFuture::join).toList();
    assertEquals(64, found.get(0).length(), found.get(0));
    assertEquals(List.of(found.get(0), found.get(0), found.get(0)), found);
  }
}
