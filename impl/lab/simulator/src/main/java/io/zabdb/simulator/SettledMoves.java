package io.zabdb.simulator;

import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.GroupSharding.HeldPartition;
import io.zabdb.shard.MovePhase;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.testkit.sim.engine.Violation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Partitions that moved, at the end of a run: none moves any more, each token has one owner. */
final class SettledMoves {

  private final List<SimulatedNode> nodes;
  private final TakenGroups groups;
  private final Runnable wait;

  /**
   * @param wait has what was asked be answered
   */
  SettledMoves(List<SimulatedNode> nodes, TakenGroups groups, Runnable wait) {
    this.nodes = nodes;
    this.groups = groups;
    this.wait = wait;
  }

  /** What is under way still, as any replica has applied it; empty if nothing is. */
  String unsettled() {
    List<CompletableFuture<List<HeldPartition>>> asked = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (SimulatedNode node : nodes) {
      if (node.process() != null) {
        node.process()
            .drivers()
            .forEach(
                (group, driver) -> {
                  asked.add(driver.sharding().partitions());
                  names.add("group " + group + " at node " + node.number());
                });
      }
    }
    wait.run();
    List<String> moving = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      for (HeldPartition held : answer(asked.get(i))) {
        if (held.record().phase() != MovePhase.SERVING) {
          moving.add(names.get(i) + ": " + held);
        }
      }
    }
    return String.join(", ", moving);
  }

  private static List<HeldPartition> answer(CompletableFuture<List<HeldPartition>> asked) {
    return asked.isDone() && !asked.isCompletedExceptionally() ? asked.join() : List.of();
  }

  /** Throws unless each token is of one group. The replicas of a group have applied the same. */
  void checkOwners() {
    List<HeldPartition> all = new ArrayList<>();
    for (int group : groups.numbers()) {
      all.addAll(held(group));
    }
    List<TokenRange> ranges =
        all.stream()
            .map(held -> held.id().range())
            .sorted(Comparator.comparingLong(TokenRange::after))
            .toList();
    long upTo = Token.MIN;
    for (TokenRange range : ranges) {
      if (range.after() != upTo) {
        throw new Violation("OneOwner", "tokens behind " + upTo + " have none, or two, of " + all);
      }
      upTo = range.upTo();
    }
    if (upTo != Long.MAX_VALUE) {
      throw new Violation("OneOwner", "tokens behind " + upTo + " have none of " + all);
    }
  }

  /** What a replica of a group has, whichever answers. */
  private List<HeldPartition> held(int group) {
    List<CompletableFuture<List<HeldPartition>>> asked =
        nodes.stream()
            .filter(node -> node.process() != null)
            .map(node -> node.process().drivers().get(group))
            .filter(Objects::nonNull)
            .map(driver -> driver.sharding().partitions())
            .toList();
    wait.run();
    return asked.stream()
        .map(SettledMoves::answer)
        .filter(held -> !held.isEmpty())
        .findFirst()
        .orElse(List.of());
  }
}
