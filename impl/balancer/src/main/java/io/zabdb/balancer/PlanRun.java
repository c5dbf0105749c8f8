package io.zabdb.balancer;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Shard;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Carries a plan out, one thing after another, and waits for each. What it begins goes on if it
 * ends. It waits by polling; for one thread.
 */
public final class PlanRun {

  private static final Duration HANDOVER = Duration.ofSeconds(10);

  /** For a birth or an end: nodes make their replicas, or drop them, and hear of it. */
  private static final Duration GROUP = Duration.ofSeconds(60);

  /** Also for a merge of two whole partitions; asked again, it waits for the same. */
  private static final Duration SHARDING = Duration.ofSeconds(60);

  private final StoreAccess store;
  private final Consumer<String> told;

  /**
   * @param told hears how it goes, in sentences
   */
  public PlanRun(StoreAccess store, Consumer<String> told) {
    this.store = store;
    this.told = told;
  }

  /**
   * Does all that a plan wants: leaderships first, then groups, then splits and merges, then moves.
   * A change of members or a move that does not end in time goes on by itself, and nothing else is
   * begun then.
   *
   * @param limit for each change of members, and each move
   * @param goesOn asked before anything is begun, and while newcomers to a group learn it
   * @return whether all of it was done
   */
  public boolean carryOut(StorePlan plan, Duration limit, BooleanSupplier goesOn)
      throws InterruptedException {
    boolean all = true;
    Set<Integer> placing = Placing.tell(store, plan.answering());
    for (LeaderIntent handover : plan.handovers()) {
      all &= goesOn.getAsBoolean() && place(handover, placing) == RunEnd.DONE;
    }
    GroupRun groups = new GroupRun(store, told);
    for (EndIntent end : plan.ends()) {
      all &= goesOn.getAsBoolean() && groups.end(end, GROUP) == RunEnd.DONE;
    }
    for (ReplacementIntent replacement : plan.replacements()) {
      RunEnd end =
          goesOn.getAsBoolean() ? groups.replace(replacement, limit, goesOn) : RunEnd.NOT_DONE;
      all &= end == RunEnd.DONE;
      if (end == RunEnd.GOES_ON) {
        told.accept("nothing else is begun; './zabdb nodes' shows how it goes");
        return false;
      }
    }
    for (DismissalIntent learner : plan.dismissals()) {
      all &= goesOn.getAsBoolean() && groups.dismiss(learner) == RunEnd.DONE;
    }
    for (List<Integer> nodes : plan.births()) {
      all &= goesOn.getAsBoolean() && groups.bear(nodes, plan.answering(), GROUP) == RunEnd.DONE;
    }
    for (ShardIntent sharding : plan.shardings()) {
      all &= goesOn.getAsBoolean() && shard(sharding, SHARDING) == RunEnd.DONE;
    }
    for (MoveIntent intent : plan.intents()) {
      RunEnd end = goesOn.getAsBoolean() ? move(intent, limit) : RunEnd.NOT_DONE;
      all &= end == RunEnd.DONE;
      if (end == RunEnd.GOES_ON) {
        told.accept("nothing else is begun; './zabdb moves' shows how it goes");
        return false;
      }
    }
    return all;
  }

  /** Whoever was not told that leaders are placed would hand it on at once. */
  private RunEnd place(LeaderIntent wanted, Set<Integer> placing) throws InterruptedException {
    if (placing.contains(wanted.to())) {
      return hand(wanted, HANDOVER);
    }
    told.accept(
        "node %d is not given group %d: it has not heard that leaders are placed"
            .formatted(wanted.to(), wanted.group()));
    return RunEnd.NOT_DONE;
  }

  /**
   * Has a group handed over: asked again until it is, since a transfer may be refused for the
   * moment.
   */
  public RunEnd hand(LeaderIntent wanted, Duration limit) throws InterruptedException {
    String[] refused = {""};
    RunEnd end =
        RunPoll.poll(
            store,
            limit,
            () -> {
              if (leads(wanted)) {
                return RunEnd.DONE;
              }
              try {
                store.await(
                    store.admin().transfer(wanted.group(), OptionalInt.of(wanted.member())));
              } catch (ZabException e) {
                refused[0] = ": " + e.problem();
                return e.code() == ErrorCode.INVALID_ARGUMENT ? RunEnd.NOT_DONE : RunEnd.GOES_ON;
              }
              return RunEnd.GOES_ON;
            },
            refused);
    told.accept(
        end == RunEnd.DONE
            ? "node %d leads group %d, before it was node %d"
                .formatted(wanted.to(), wanted.group(), wanted.from())
            : "node %d does not lead group %d yet%s"
                .formatted(wanted.to(), wanted.group(), refused[0]));
    return end == RunEnd.DONE ? RunEnd.DONE : RunEnd.NOT_DONE;
  }

  private boolean leads(LeaderIntent wanted) {
    NodeStatus status = store.await(store.admin().status(wanted.to()));
    SortedMap<Integer, NodeStatus> one = new TreeMap<>();
    one.put(wanted.to(), status);
    return Leaders.of(one, wanted.group()).isPresent();
  }

  /**
   * Has a partition split or merged: asked again while its group has no leader, or does not answer
   * in time.
   */
  public RunEnd shard(ShardIntent wanted, Duration limit) throws InterruptedException {
    Shard.Builder request =
        Shard.newBuilder().setGroup(wanted.group()).setPartition(wanted.partition());
    wanted.neighbour().ifPresent(request::setNeighbour);
    String[] end = {""};
    RunEnd done =
        RunPoll.poll(
            store,
            limit,
            () -> {
              try {
                List<String> parts = store.await(store.admin().shard(request.build()));
                end[0] = " is now " + String.join(" and ", parts);
                return RunEnd.DONE;
              } catch (ZabException e) {
                end[0] = " is as it was, for all that is known: " + e.problem();
                return e.code().isPassing() ? RunEnd.GOES_ON : RunEnd.NOT_DONE;
              }
            },
            end);
    told.accept(
        "partition "
            + wanted.partition()
            + wanted.neighbour().map(other -> " with " + other).orElse("")
            + end[0]);
    return done;
  }

  /** Has a partition moved, unless somebody else has tried that since it was looked at. */
  public RunEnd move(MoveIntent wanted, Duration limit) throws InterruptedException {
    long attempt;
    try {
      attempt =
          store.await(
              store
                  .admin()
                  .startMove(
                      wanted.from(),
                      wanted.partition(),
                      wanted.to(),
                      OptionalLong.of(wanted.attempt())));
    } catch (ZabException e) {
      told.accept("partition " + wanted.partition() + " does not move: " + e.problem());
      return RunEnd.NOT_DONE;
    }
    told.accept(
        "partition %s goes from group %d to group %d"
            .formatted(wanted.partition(), wanted.from(), wanted.to()));
    MoveWatch watch = new MoveWatch(store, wanted.from(), wanted.partition(), attempt, wanted.to());
    String[] last = {""};
    RunEnd end = RunPoll.poll(store, limit, () -> look(watch, last), last);
    told.accept(
        switch (end) {
          case DONE -> "partition %s is group %d's now".formatted(wanted.partition(), wanted.to());
          case NOT_DONE ->
              "partition %s stays in group %d: its events say why"
                  .formatted(wanted.partition(), wanted.from());
          case GOES_ON ->
              "partition %s is not there after %d s%s"
                  .formatted(wanted.partition(), limit.toSeconds(), last[0]);
        });
    return end;
  }

  private static RunEnd look(MoveWatch watch, String[] last) {
    MoveWatch.MoveSight sight = watch.look();
    last[0] = sight.how().isEmpty() ? "" : ", " + sight.how();
    return switch (sight.stage()) {
      case ARRIVED -> RunEnd.DONE;
      case STAYS -> RunEnd.NOT_DONE;
      case MOVES, UNKNOWN -> RunEnd.GOES_ON;
    };
  }
}
