package io.zabdb.balancer;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Has groups be born, get other members, and end, and waits for each. What it begins goes on if it
 * ends. It waits by polling; for one thread.
 */
final class GroupRun {

  private final StoreAccess store;
  private final Consumer<String> told;

  /**
   * @param told hears how it goes, in sentences
   */
  GroupRun(StoreAccess store, Consumer<String> told) {
    this.store = store;
    this.told = told;
  }

  /**
   * Has nodes found a group; done when it has a leader, and all nodes know of it that are asked to
   * give it something.
   *
   * @param others those that answered a moment ago
   */
  RunEnd bear(List<Integer> nodes, Set<Integer> others, Duration limit)
      throws InterruptedException {
    String[] problem = {""};
    int[] born = {-1};
    RunEnd end = RunPoll.poll(store, limit, () -> bear(nodes, others, born, problem), problem);
    told.accept(
        end == RunEnd.DONE
            ? "group %d is born of nodes %s".formatted(born[0], nodes)
            : "nodes %s have no group of their own yet%s".formatted(nodes, problem[0]));
    return end;
  }

  private RunEnd bear(List<Integer> nodes, Set<Integer> others, int[] born, String[] problem) {
    if (born[0] < 0) {
      try {
        born[0] = store.await(store.admin().bearGroup(nodes));
      } catch (ZabException e) {
        problem[0] = ": " + e.problem();
        return HeardOf.mayPass(e.code()) ? RunEnd.GOES_ON : RunEnd.NOT_DONE;
      }
    }
    problem[0] = ": group " + born[0] + " is born, and elects a leader";
    boolean serves =
        Leaders.of(statuses(nodes), born[0]).isPresent()
            && nodes.stream().allMatch(node -> HeardOf.knows(store, node, born[0], false))
            && others.stream().allMatch(node -> HeardOf.knows(store, node, born[0], true));
    return serves ? RunEnd.DONE : RunEnd.GOES_ON;
  }

  /**
   * Has nodes take the places of others.
   *
   * @param goesOn whether it is still wanted
   */
  RunEnd replace(ReplacementIntent wanted, Duration limit, BooleanSupplier goesOn)
      throws InterruptedException {
    return new ReplacementRun(store, wanted, told).run(limit, goesOn);
  }

  /** Has a node drop a group that it has learnt in vain; it goes on by itself. */
  RunEnd dismiss(DismissalIntent wanted) {
    String who = "node %d, of group %d".formatted(wanted.node(), wanted.group());
    try {
      store.await(store.admin().dismiss(wanted.group(), wanted.node()));
      told.accept(who + ": it knows that it is no member, and drops what it has");
      return RunEnd.DONE;
    } catch (ZabException e) {
      told.accept(who + ": it does not know yet that it is no member: " + e.problem());
      return RunEnd.NOT_DONE;
    }
  }

  /** Has a group end that owns nothing; done when its nodes know of it no more. */
  RunEnd end(EndIntent wanted, Duration limit) throws InterruptedException {
    String[] problem = {""};
    RunEnd end = RunPoll.poll(store, limit, () -> look(wanted, problem), problem);
    told.accept(
        end == RunEnd.DONE
            ? "group %d has ended".formatted(wanted.group())
            : "group %d has not ended yet%s".formatted(wanted.group(), problem[0]));
    return end;
  }

  private RunEnd look(EndIntent wanted, String[] problem) {
    try {
      store.await(store.admin().endGroup(wanted.group()));
    } catch (ZabException e) {
      problem[0] = ": " + e.problem();
      // A node that has no replica of the group may be one that had.
      if (!HeardOf.mayPass(e.code()) && e.code() != ErrorCode.WRONG_OWNER) {
        return RunEnd.NOT_DONE;
      }
    }
    return wanted.nodes().stream()
            .noneMatch(node -> HeardOf.knows(store, node, wanted.group(), true))
        ? RunEnd.DONE
        : RunEnd.GOES_ON;
  }

  private Map<Integer, NodeStatus> statuses(Collection<Integer> nodes) {
    return NodeStatuses.ask(store, nodes, (node, why) -> {});
  }
}
