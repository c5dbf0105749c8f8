package io.zabdb.bench.growth;

import io.zabdb.balance.move.MoveRules;
import io.zabdb.balancer.GroupRules;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.PartitionRules;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.growth.GrowingStore.RoundEnd;
import io.zabdb.bench.growth.GrowingStore.RoundStep;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The product's balancer, round by round, as the command {@code balance} runs it, with rules for
 * little data: differences count that are less than a hundredth of a disk, what has come rests for
 * as long as the settings say, and a node for which nobody was found is passed over for 0.3 s
 * instead of five minutes, since a move takes as much less. All else is as usual. For one thread.
 */
final class StoreRounds {

  /** ElasCass's data by what is measured. */
  private static final long SCALE = 1_000;

  /** No node is lost on purpose. */
  private static final long DEAD_MILLIS = 600_000;

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int REMEMBERED = 8;

  private final ZabClient client;
  private final LoadRules rules;
  private final Consumer<String> told;
  private final PlanRun run;
  private final Deque<String> last = new ArrayDeque<>();
  private StorePlanner planner;
  private long mostBytes;

  /**
   * @param nodeHits weighted hits a second that a node can serve
   * @param told hears what is done
   */
  StoreRounds(ZabClient client, double nodeHits, RealSettings settings, Consumer<String> told) {
    this.client = client;
    this.told = told;
    MoveRules usual = MoveRules.USUAL;
    rules =
        new LoadRules(
            nodeHits,
            new MoveRules(
                usual.payPercent(),
                usual.leaderPercent(),
                0,
                usual.fullPercent(),
                settings.rest().toMillis(),
                settings.unknown().toMillis(),
                usual.passMillis() / SCALE),
            PartitionRules.NONE,
            GroupRules.usual(false, DEAD_MILLIS, Set.of()));
    run = new PlanRun(StoreAccess.of(client), this::tell);
    planner = new StorePlanner(rules);
  }

  private void tell(String line) {
    said(line);
    told.accept(line);
  }

  private void said(String line) {
    if (!line.equals(last.peekLast())) {
      last.add(line);
    }
    if (last.size() > REMEMBERED) {
      last.remove();
    }
  }

  /** See {@link GrowingStore#balance}. */
  RoundEnd round(long splitBeyond, RoundStep step) throws BenchException, InterruptedException {
    if (splitBeyond != mostBytes) {
      planner = new StorePlanner(rules.with(new PartitionRules(true, splitBeyond)));
      mostBytes = splitBeyond;
    }
    try {
      StorePlan plan =
          planner.plan(StoreAccess.of(client), TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
      plan.lines().forEach(this::said);
      StepWatch steps = new StepWatch(step);
      run.carryOut(plan, LIMIT, steps::goesOn);
      steps.rethrow();
      return plan.isAtRest() ? RoundEnd.EVEN : RoundEnd.ACTED;
    } catch (LoadUnknownException e) {
      said(e.getMessage());
    } catch (ZabException e) {
      if (!e.code().isPassing()) {
        throw new BenchException("balancing: " + e.getMessage(), e);
      }
      said(e.problem());
    }
    return RoundEnd.UNKNOWN;
  }

  /** What was told last, the latest at the end. */
  String lately() {
    return String.join("; ", last);
  }

  /** Tells of each thing that a plan's run has done, when it asks whether to go on. */
  private static final class StepWatch {

    private final RoundStep step;
    private BenchException failure;
    private InterruptedException interrupt;

    StepWatch(RoundStep step) {
      this.step = step;
    }

    boolean goesOn() {
      try {
        step.done();
        return true;
      } catch (BenchException e) {
        failure = e;
      } catch (InterruptedException e) {
        interrupt = e;
      }
      return false;
    }

    void rethrow() throws BenchException, InterruptedException {
      if (failure != null) {
        throw failure;
      }
      if (interrupt != null) {
        throw interrupt;
      }
    }
  }
}
