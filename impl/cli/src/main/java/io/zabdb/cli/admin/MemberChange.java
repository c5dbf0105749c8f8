package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ErrorCode;
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
        check(group.id(), leader.get().replica());
      }
    }
    for (GroupInfo group : groups) {
      change(group.id(), patience);
    }
  }

  /** Those that have somebody who leaves; if nobody leaves, those that the newcomer has. */
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
    return Survey.of(client, file, add);
  }

  private void change(int group, Patience patience) throws InterruptedException, CliException {
    Survey survey = survey();
    boolean asked = false;
    while (!isDone(survey, group)) {
      Optional<Leaders.GroupLeader> leader = survey.leader(group);
      String why = "group " + group + " has no leader now";
      if (leader.isPresent() && !isBegun(leader.get().replica())) {
        check(group, leader.get().replica());
        Optional<String> missing = prepared(survey, group);
        why = missing.isPresent() ? missing.get() : ask(group);
        asked = true;
      } else if (leader.isPresent()) {
        why = "the change of group " + group + " goes on";
      }
      patience.pause(why);
      survey = survey();
    }
    told.accept(
        "group "
            + group
            + (asked ? " has members " : " has members already: ")
            + survey.leader(group).orElseThrow().replica().getVotersList());
  }

  /** Has the newcomers take a replica of a group; what keeps them from it, if anything does. */
  private Optional<String> prepared(Survey survey, int group) {
    for (int node : add) {
      if (isElsewhere(survey, node, group)) {
        try {
          ZabClient.await(client.admin().takeGroup(node, group));
        } catch (ZabException e) {
          return Optional.of("node " + node + " does not take group " + group + ": " + e.problem());
        }
      }
    }
    return Optional.empty();
  }

  private String ask(int group) throws CliException {
    try {
      ZabClient.await(client.admin().changeMembers(group, add, remove));
      return "the change of group " + group + " has begun";
    } catch (ZabException e) {
      if (e.code() == ErrorCode.INVALID_ARGUMENT) {
        throw CliException.differs(e.problem());
      }
      return "group " + group + " waits: " + e.problem();
    }
  }

  /** Whether what was asked for is what the group is changing to, or has come to. */
  private boolean isBegun(NodeStatus.Replica leader) {
    Set<Integer> last = last(leader);
    return last.containsAll(add) && remove.stream().noneMatch(last::contains);
  }

  private static Set<Integer> last(NodeStatus.Replica leader) {
    boolean changing = leader.getNextVotersCount() > 0;
    return new HashSet<>(changing ? leader.getNextVotersList() : leader.getVotersList());
  }

  private void check(int group, NodeStatus.Replica leader) throws CliException {
    Optional<String> problem =
        isBegun(leader) ? Optional.empty() : rules.problem(group, last(leader));
    if (problem.isPresent()) {
      throw CliException.differs(problem.get());
    }
  }

  /** Also those that were added know that they vote, and have what is committed. */
  private boolean isDone(Survey survey, int group) {
    Optional<Leaders.GroupLeader> leader = survey.leader(group);
    return leader.isPresent()
        && leader.get().replica().getNextVotersCount() == 0
        && isBegun(leader.get().replica())
        && add.stream().allMatch(node -> survey.isReady(node, group));
  }
}
