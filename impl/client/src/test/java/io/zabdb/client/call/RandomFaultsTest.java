package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.event.ClientListener;
import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.FakeNode;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.model.ring.Ring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients at work while leaders change, partitions move between groups, nodes are killed, stopped
 * and out of reach, connections break, and messages take their time. A run is repeated by its seed.
 */
class RandomFaultsTest {

  private static final int NODES = 3;
  private static final int GROUPS = 2;
  private static final int WORKERS = 20;
  private static final Duration FAULTY = Duration.ofSeconds(5);
  private static final int SEEDS_IN_A_TEST = 4;

  @ParameterizedTest
  @ValueSource(longs = {0, 100, 200, 300, 400, 500})
  void everyUpdateHappensOnceAndResultsAreRight(long from) {
    long unknown = 0;
    long done = 0;
    long forwarded = 0;
    long moves = 0;
    for (long seed = from; seed < from + SEEDS_IN_A_TEST; seed++) {
      Run run = new Run(seed);
      try {
        run.run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
      done += run.history.succeeded();
      unknown += run.history.unknown();
      forwarded += run.forwarded;
      moves += run.moves;
    }
    // Otherwise the faults, or the luck, were too great to tell anything.
    assertTrue(done > 2_500, done + " updates done");
    assertTrue(unknown > 0, "no update ended unknown");
    assertTrue(moves > 30, moves + " moves");
    assertTrue(forwarded > 100, forwarded + " operations forwarded");
  }

  private static final class Run {
    private final VirtualTimers time = new VirtualTimers();
    private final FakeCluster cluster = new FakeCluster(time, NODES, Ring.even(GROUPS, 2));
    private final SplittableRandom random;
    private final CheckedHistory history;
    private final List<Caller> callers = new ArrayList<>();
    private final Ring first = cluster.ring();
    private final SplittableRandom moving;
    private long forwarded;
    private long attempt;
    private long moves;
    private boolean isHealed;
    private final long end = time.now() + FAULTY.toNanos();

    private Run(long seed) {
      random = new SplittableRandom(seed);
      moving = new SplittableRandom(~seed);
      cluster.nameOwners();
      cluster.setTimes(this::latency, () -> random.nextLong(100_000, 3_000_000));
      callers.add(
          FakeClients.caller(cluster, within(FakeClients.TIMEOUT.toNanos()), random.nextLong()));
      // So short that some end unknown.
      long hasty = Duration.ofMillis(200).toNanos();
      callers.add(FakeClients.caller(cluster, within(hasty), random.nextLong()));
      history = new CheckedHistory(cluster.store(), random.split());
    }

    private CallSettings within(long timeout) {
      CallSettings with = FakeClients.settings();
      return new CallSettings(
          timeout,
          with.quietAfter(),
          with.maxCalls(),
          with.maxBytes(),
          List.of(),
          new ClientListener() {
            @Override
            public void forwarded(String operation, String by, String leader) {
              forwarded++;
            }
          });
    }

    private long latency() {
      return random.nextInt(1_000) == 0
          ? Duration.ofMillis(random.nextInt(1, 150)).toNanos()
          : random.nextLong(20_000, 500_000);
    }

    void run() {
      for (int worker = 0; worker < WORKERS; worker++) {
        work(callers.get(worker % callers.size()));
      }
      disturb();
      move();
      time.pass(FAULTY);
      time.until(() -> isHealed && history.underWay() == 0, Duration.ofSeconds(15));
      // What is still on its way arrives.
      time.pass(Duration.ofSeconds(1));
      history.check();
      assertEquals(0, history.underWay());
    }

    private void work(Caller caller) {
      if (time.now() < end) {
        history
            .begin(caller)
            .whenComplete(
                (result, failure) -> time.in(random.nextLong(0, 20_000_000), () -> work(caller)));
      }
    }

    private void disturb() {
      if (time.now() >= end - Duration.ofSeconds(1).toNanos()) {
        heal();
        return;
      }
      int node = random.nextInt(NODES);
      switch (random.nextInt(7)) {
        case 0 -> kill(node);
        case 1 -> stop(node);
        case 2 -> elect(random.nextInt(GROUPS));
        case 3 -> block(node, FakeNode.Road.REFUSED);
        case 4 -> block(node, FakeNode.Road.SILENT);
        default -> cluster.node(node).breakConnections();
      }
      time.in(Duration.ofMillis(random.nextInt(1, 1_500)), this::disturb);
    }

    /** A partition goes to another group; nodes tell the ring as it is, or as it was at first. */
    private void move() {
      if (isHealed) {
        return;
      }
      attempt++;
      int place = moving.nextInt(cluster.ring().partitions().size());
      cluster.move(place, 1 - cluster.ring().partitions().get(place).group(), attempt);
      cluster.setToldRing(moving.nextBoolean() ? null : first);
      moves++;
      time.in(Duration.ofMillis(moving.nextInt(1, 500)), this::move);
    }

    private void kill(int node) {
      cluster.node(node).kill();
      moveAwayFrom(node, 20);
      time.in(Duration.ofMillis(random.nextInt(1, 1_500)), () -> cluster.node(node).resume());
    }

    private void stop(int node) {
      cluster.node(node).stop();
      moveAwayFrom(node, 150);
      time.in(Duration.ofMillis(random.nextInt(1, 1_500)), () -> cluster.node(node).resume());
    }

    /** Clients do not reach it, the other nodes do. */
    private void block(int node, FakeNode.Road road) {
      cluster.node(node).setRoad(road);
      time.in(
          Duration.ofMillis(random.nextInt(1, 1_500)),
          () -> cluster.node(node).setRoad(FakeNode.Road.OPEN));
    }

    private void moveAwayFrom(int node, int noticedAfter) {
      time.in(
          Duration.ofMillis(random.nextInt(noticedAfter / 2, noticedAfter)),
          () -> {
            for (int group = 0; group < GROUPS; group++) {
              if (cluster.leader(group) == node && !cluster.node(node).isUp()) {
                elect(group);
              }
            }
          });
    }

    /** Nobody leads for a while, then somebody who is up. */
    private void elect(int group) {
      cluster.depose(group);
      time.in(Duration.ofMillis(random.nextInt(1, 200)), () -> elected(group));
    }

    private void elected(int group) {
      int node = random.nextInt(NODES);
      if (cluster.node(node).isUp()) {
        cluster.elect(group, node);
      } else {
        time.in(Duration.ofMillis(20), () -> elected(group));
      }
    }

    private void heal() {
      isHealed = true;
      cluster.nodes().forEach(node -> node.setRoad(FakeNode.Road.OPEN));
      cluster.nodes().stream().filter(node -> !node.isUp()).forEach(node -> node.resume());
      for (int group = 0; group < GROUPS; group++) {
        cluster.elect(group, random.nextInt(NODES));
      }
    }
  }
}
