package io.zabdb.balancer;

import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Has nodes take the places of others in a group, if its members are still those that were looked
 * at, and waits until they have. For one thread, once.
 */
final class ReplacementRun {

  /** A newcomer that does not answer for so long is not waited for. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final StoreAccess store;
  private final ReplacementIntent wanted;
  private final Consumer<String> told;
  private final MemberSteps steps;
  private final String who;
  private String problem = "";
  private String last = "";

  /** A newcomer does not answer; since when. */
  private OptionalLong silentSince = OptionalLong.empty();

  /**
   * @param told hears how it goes, in sentences
   */
  ReplacementRun(StoreAccess store, ReplacementIntent wanted, Consumer<String> told) {
    this.store = store;
    this.wanted = wanted;
    this.told = told;
    steps = new MemberSteps(store, wanted.group(), wanted.add(), wanted.remove());
    who = "nodes %s for %s in group %d".formatted(wanted.add(), wanted.remove(), wanted.group());
  }

  /**
   * Does it.
   *
   * @param limit for all of it; once the members change, they go on by themselves
   * @param goesOn whether it is still wanted: if not, the group is not asked any more
   */
  RunEnd run(Duration limit, BooleanSupplier goesOn) throws InterruptedException {
    Set<Integer> asked = new TreeSet<>(wanted.before());
    asked.addAll(wanted.add());
    RunEnd end =
        RunPoll.poll(
            store,
            limit,
            goesOn,
            () -> look(NodeStatuses.ask(store, asked, (node, why) -> {})),
            why -> problem = why);
    told.accept(
        switch (end) {
          case DONE -> who + ": they are its members now";
          case NOT_DONE -> who + ": its members stay" + problem;
          case GOES_ON -> who + ": not done yet, " + last;
        });
    return end;
  }

  private RunEnd look(Map<Integer, NodeStatus> nodes) {
    if (steps.isDone(nodes)) {
      return RunEnd.DONE;
    }
    Optional<NodeStatus.Replica> waiting =
        Leaders.of(nodes, wanted.group())
            .map(Leaders.GroupLeader::replica)
            .filter(leader -> !steps.isBegun(leader));
    if (waiting.isPresent()) {
      if (!MemberSteps.last(waiting.get()).equals(new HashSet<>(wanted.before()))) {
        problem = ": it has other members by now";
        return RunEnd.NOT_DONE;
      }
      if (isSilentForLong(nodes)) {
        problem = ": a newcomer does not answer";
        return RunEnd.NOT_DONE;
      }
    }
    try {
      tell(steps.goOn(nodes));
      return RunEnd.GOES_ON;
    } catch (ZabException e) {
      problem = ": " + e.problem();
      return RunEnd.NOT_DONE;
    }
  }

  private boolean isSilentForLong(Map<Integer, NodeStatus> nodes) {
    if (nodes.keySet().containsAll(wanted.add())) {
      silentSince = OptionalLong.empty();
    } else if (silentSince.isEmpty()) {
      silentSince = OptionalLong.of(store.nanos());
    }
    return silentSince.isPresent() && store.nanos() - silentSince.getAsLong() > PATIENCE.toNanos();
  }

  private void tell(String line) {
    if (!line.equals(last)) {
      told.accept(line);
      last = line;
    }
  }
}
