package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.balancer.MemberSteps;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Changes the members of all groups that it is about, one after the other, and waits until each has
 * changed. What is so already is left alone, so that a change that was interrupted can be asked for
 * again.
 */
final class MemberChange {

  private final ZabClient client;
  private final Optional<ClusterFile> file;
  private final Set<Integer> add;
  private final Set<Integer> remove;
  private final MemberRules rules;
  private final Consumer<String> told;

  /**
   * @param rules with the nodes that are to vote, and those that are not to
   * @param told hears how it goes
   */
  MemberChange(
      ZabClient client, Optional<ClusterFile> file, MemberRules rules, Consumer<String> told) {
    this.client = client;
    this.file = file;
    this.rules = rules;
    add = rules.add();
    remove = rules.remove();
    this.told = told;
  }

  /**
   * Does it.
   *
   * @throws CliException if it cannot be, or is not done within the limit; the message says why
   */
  void run(Duration limit) throws InterruptedException, CliException {
    Patience patience = new Patience(limit, told);
    Survey survey = survey();
    while (survey.state().isEmpty()) {
      patience.pause("no node answers: " + survey.silent().values());
      survey = survey();
    }
    ClusterState state = survey.state().get();
    List<GroupInfo> groups = concerned(survey, state.groups());
    // Of all groups before the first one changes.
    for (GroupInfo group : groups) {
      Optional<Leaders.GroupLeader> leader = survey.leader(group.id());
      if (leader.isPresent()) {
        check(group.id(), leader.get().replica(), survey);
      }
    }
    for (GroupInfo group : groups) {
      change(group.id(), patience);
    }
  }

  /**
   * Those that have somebody who leaves; if nobody leaves, those that the newcomer has. All, to
   * find what is to be dropped still, if who leaves has left them.
   */
  private List<GroupInfo> concerned(Survey survey, List<GroupInfo> all) throws CliException {
    List<GroupInfo> concerned =
        all.stream()
            .filter(
                group ->
                    remove.isEmpty()
                        ? add.stream().noneMatch(node -> isElsewhere(survey, node, group.id()))
                        : isIn(survey, remove, group) || isIn(survey, add, group))
            .toList();
    if (concerned.isEmpty() && remove.isEmpty()) {
      throw CliException.differs(
          "nodes "
              + add
              + " have a replica of no group: './zabdb groups add' has one be born on them, and they"
              + " can replace another node");
    }
    if (concerned.isEmpty() && !add.isEmpty()) {
      throw CliException.differs(
          MemberRules.nodes(remove)
              + " is a member of no group, nor is "
              + MemberRules.nodes(add)
              + ": there is nothing to replace");
    }
    return concerned.isEmpty() ? all : concerned;
  }

  /** Whether a node says what it has, and a group is not among that. */
  private static boolean isElsewhere(Survey survey, int node, int group) {
    return survey.nodes().containsKey(node) && survey.replica(node, group).isEmpty();
  }

  /** By its leader, or, if it has none at present, by what others know of it. */
  private static boolean isIn(Survey survey, Set<Integer> some, GroupInfo group) {
    return survey.leader(group.id()).isPresent()
        ? some.stream().anyMatch(node -> survey.votes(node, group.id()))
        : some.stream().anyMatch(group.nodes()::contains);
  }

  private Survey survey() {
    Set<Integer> named = new HashSet<>(add);
    named.addAll(remove);
    return Survey.of(client, file, named);
  }

  private void change(int group, Patience patience) throws InterruptedException, CliException {
    MemberSteps steps = new MemberSteps(StoreAccess.of(client), group, add, remove);
    Survey survey = survey();
    boolean asked = false;
    while (!steps.isDone(survey.nodes())) {
      Optional<Leaders.GroupLeader> leader = survey.leader(group);
      if (leader.isPresent() && !steps.isBegun(leader.get().replica())) {
        check(group, leader.get().replica(), survey);
        asked = true;
      }
      patience.pause(goOn(steps, survey));
      survey = survey();
    }
    Optional<String> waits = steps.dismiss(survey.nodes());
    while (waits.isPresent()) {
      patience.pause(waits.get());
      waits = steps.dismiss(survey().nodes());
    }
    told.accept(
        "group "
            + group
            + (asked ? " has members " : " has members already: ")
            + survey.leader(group).orElseThrow().replica().getVotersList());
  }

  private static String goOn(MemberSteps steps, Survey survey) throws CliException {
    try {
      return steps.goOn(survey.nodes());
    } catch (ZabException e) {
      throw CliException.differs(e.problem());
    }
  }

  private void check(int group, NodeStatus.Replica leader, Survey survey) throws CliException {
    boolean isBegun = new MemberSteps(StoreAccess.of(client), group, add, remove).isBegun(leader);
    Optional<String> problem =
        isBegun ? Optional.empty() : rules.problem(group, MemberSteps.last(leader), survey.zones());
    if (problem.isPresent()) {
      throw CliException.differs(problem.get());
    }
  }
}
