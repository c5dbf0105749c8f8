package io.zabdb.node.balance;

import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.client.ZabClient;
import io.zabdb.coordination.format.BalanceSettings;
import io.zabdb.coordination.manager.SeatView;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Balances the store round after round while this node has the seat and operators want it, as a
 * client of the cluster: it has no authority, and what it begins goes on without it. A thread of
 * its own waits for answers; nothing of the node waits for that. Thread-safe.
 *
 * <p>Source: ElasCass, section 4; {@code docs/decisions/0058}.
 */
public final class BalancerService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BalancerService.class);

  /** How often it looks whether it has the seat. */
  private static final long LOOK_MILLIS = 200;

  /** A move goes on by itself after that, and the next round sees it under way. */
  private static final Duration MOVE = Duration.ofHours(1);

  private final Supplier<SeatView> seat;
  private final Supplier<ZabClient> clients;
  private final Thread thread;

  /** While it has the seat; else null. */
  private volatile ZabClient asking;

  private volatile boolean isClosed;

  /** Empty: no round since it has the seat. */
  private volatile Optional<RoundReport> last = Optional.empty();

  private BalancerService(Supplier<SeatView> seat, Supplier<ZabClient> clients) {
    this.seat = seat;
    this.clients = clients;
    thread = new Thread(this::run, "zabdb-balancer");
    thread.setDaemon(true);
  }

  /**
   * Starts.
   *
   * @param seat says whether this node is to balance the store
   * @param clients makes a client of the cluster, which is closed here
   */
  public static BalancerService start(Supplier<SeatView> seat, Supplier<ZabClient> clients) {
    BalancerService service = new BalancerService(seat, clients);
    service.thread.start();
    return service;
  }

  /** The last round since this node has the seat, or what is known of the one under way. */
  public Optional<RoundReport> lastRound() {
    return last;
  }

  private void run() {
    try {
      while (!isClosed) {
        Optional<BalanceSettings> wanted = wanted();
        if (wanted.isPresent()) {
          balance(wanted.get());
          last = Optional.empty();
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      LOG.debug("the balancer is closed");
    }
  }

  /** How this node is to balance the store; empty: it is not. */
  private Optional<BalanceSettings> wanted() {
    SeatView view = seat.get();
    return view.isToBalance() && !isClosed ? view.settings() : Optional.empty();
  }

  private boolean isStill(BalanceSettings settings) {
    return wanted().filter(settings::equals).isPresent();
  }

  /** As long as this node has the seat, and the settings are these. */
  private void balance(BalanceSettings settings) throws InterruptedException {
    LOG.info("this node balances the store from now on: {}", settings);
    try (ZabClient client = clients.get()) {
      asking = client;
      StorePlanner planner = new StorePlanner(SettingsRules.rules(settings));
      while (isStill(settings)) {
        round(settings, planner, client);
        pause(settings);
      }
    } catch (RuntimeException e) {
      if (isClosed) {
        return;
      }
      // Whatever it is, the node does not depend on it; a new client and planner may do better.
      LOG.error("the balancer failed, and begins anew in {} s", settings.everySeconds(), e);
      pause(settings);
    } finally {
      asking = null;
    }
    LOG.info("this node does not balance the store any more, or otherwise");
  }

  private void pause(BalanceSettings settings) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(settings.everySeconds());
    while (isStill(settings) && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private void round(BalanceSettings settings, StorePlanner planner, ZabClient client)
      throws InterruptedException {
    long began = System.nanoTime();
    try {
      StorePlan plan = planner.plan(StoreAccess.of(client), TimeUnit.NANOSECONDS.toMillis(began));
      last = Optional.of(new RoundReport(began, plan.lines()));
      new PlanRun(StoreAccess.of(client), this::tell).carryOut(plan, MOVE, () -> isStill(settings));
    } catch (LoadUnknownException e) {
      lookedInVain(began, e.getMessage());
    } catch (ZabException e) {
      lookedInVain(began, e.problem());
    }
  }

  private void tell(String line) {
    LOG.info("balancer: {}", line);
    last = last.map(report -> report.with(line));
  }

  private void lookedInVain(long began, String why) {
    LOG.debug("balancer: nothing is done: {}", why);
    last =
        Optional.of(
            last.filter(report -> report.began() == began)
                .orElseGet(() -> new RoundReport(began, List.of()))
                .with("nothing is done: " + why));
  }

  /**
   * Ends it, and waits for its thread; what it has begun goes on. The thread is interrupted again
   * and again: a library may swallow an interrupt, as Netty's timer does when it starts.
   */
  @Override
  public void close() {
    isClosed = true;
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      thread.interrupt();
      ZabClient client = asking;
      if (client != null) {
        // Nobody waits for its answers any more.
        client.close();
      }
      try {
        thread.join(LOOK_MILLIS);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
