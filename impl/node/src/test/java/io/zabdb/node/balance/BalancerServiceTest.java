package io.zabdb.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.PartitionRules;
import io.zabdb.client.ZabClient;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.format.GroupUpkeep;
import io.zabdb.coordination.format.PartitionUpkeep;
import io.zabdb.coordination.manager.SeatView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a node balances; what it does then, {@code BalanceTest} shows on real nodes. */
@Timeout(60)
class BalancerServiceTest {

  private static final PartitionUpkeep SPLIT =
      new PartitionUpkeep(true, PartitionUpkeep.USUAL_BYTES);

  private static final BalanceSettings OFTEN =
      new BalanceSettings(true, 1_000, 1, SPLIT, GroupUpkeep.NONE);
  private static final BalanceSettings RARELY =
      new BalanceSettings(true, 1_000, 3_600, SPLIT, GroupUpkeep.NONE);

  private final AtomicInteger clients = new AtomicInteger();
  private volatile SeatView seat = elsewhere(OFTEN);

  private static SeatView elsewhere(BalanceSettings settings) {
    return new SeatView(Optional.of(settings), OptionalInt.of(7), false);
  }

  private static SeatView here(BalanceSettings settings) {
    return new SeatView(Optional.of(settings), OptionalInt.of(0), true);
  }

  private BalancerService start() {
    return BalancerService.start(() -> seat, this::ofNobody);
  }

  /** Nothing listens there: each round fails at once. */
  private ZabClient ofNobody() {
    clients.incrementAndGet();
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return ZabClient.builder()
          .nodes("127.0.0.1:" + free.getLocalPort())
          .timeout(Duration.ofMillis(200))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  @Test
  void whoeverHasNotTheSeatDoesNothing() throws Exception {
    try (BalancerService service = start()) {
      seat = here(OFTEN);
      await(() -> service.lastRound().isPresent());
      assertTrue(
          service.lastRound().orElseThrow().lines().get(0).startsWith("nothing is done: "),
          () -> service.lastRound().toString());
      seat = elsewhere(OFTEN);
      await(() -> service.lastRound().isEmpty());
      assertEquals(1, clients.get());
    }
  }

  @Test
  void itPlansAsOperatorsWant() {
    assertEquals(
        LoadRules.usual(700),
        SettingsRules.rules(new BalanceSettings(true, 700, 1, SPLIT, GroupUpkeep.NONE)));
    PartitionUpkeep kept = new PartitionUpkeep(false, 7 << 20);
    assertEquals(
        new PartitionRules(false, 7 << 20),
        SettingsRules.rules(new BalanceSettings(true, 700, 1, kept, GroupUpkeep.NONE))
            .partitions());
  }

  @Test
  void roundsFollowEachOther() throws Exception {
    seat = here(OFTEN);
    try (BalancerService service = start()) {
      await(() -> service.lastRound().isPresent());
      long first = service.lastRound().orElseThrow().began();
      await(() -> service.lastRound().filter(round -> round.began() - first > 0).isPresent());
      assertEquals(1, clients.get());
    }
  }

  /** Also in the middle of a long pause. */
  @Test
  void otherSettingsCountAtOnce() throws Exception {
    seat = here(RARELY);
    try (BalancerService service = start()) {
      await(() -> service.lastRound().isPresent());
      seat = here(OFTEN);
      await(() -> clients.get() == 2 && service.lastRound().isPresent());
    }
  }

  /** The node goes on, and so does the balancer. */
  @Test
  void aClientThatCannotBeMadeIsTriedAgain() throws Exception {
    seat = here(OFTEN);
    AtomicInteger tries = new AtomicInteger();
    try (BalancerService service =
        BalancerService.start(
            () -> seat,
            () -> {
              if (tries.incrementAndGet() < 3) {
                throw new UncheckedIOException(new IOException("no certificate"));
              }
              return ofNobody();
            })) {
      await(() -> service.lastRound().isPresent());
      assertEquals(3, tries.get());
    }
  }

  /** Whatever it waits for. */
  @Test
  void itEndsWhenItIsClosed() throws Exception {
    seat = here(RARELY);
    BalancerService service = start();
    await(() -> clients.get() == 1);
    service.close();
    assertTrue(
        Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().equals("zabdb-balancer")));
  }

  /** As Netty's timer does when it starts. */
  @Test
  void itEndsThoughAnInterruptIsSwallowed() throws Exception {
    seat = here(RARELY);
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    BalancerService service =
        BalancerService.start(
            () -> seat,
            () -> {
              making.countDown();
              try {
                TimeUnit.HOURS.sleep(1);
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return ofNobody();
            });
    making.await();
    service.close();
    assertEquals(0, interrupted.getCount());
  }
}
