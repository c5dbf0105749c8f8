package io.zabdb.cli.admin;

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
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Changes the members of all groups, one after the other, and waits until each has changed. What is
 * so already is left alone, so that a change that was interrupted can be asked for again.
 */
final class MemberChange {

  private static final int POLL_MILLIS = 100;

  private final ZabClient client;
  private final Optional<ClusterFile> file;
  private final Set<Integer> add;
  private final Set<Integer> remove;
  private final MemberRules rules;
  private final Consumer<String> told;
  private long deadline;

  /** What was told last of what blocks it. */
  private String blocked = "";

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
    deadline = System.nanoTime() + limit.toNanos();
    Survey survey = survey();
    while (survey.state().isEmpty()) {
      pause("no node answers: " + survey.silent().values(), limit);
      survey = survey();
    }
    ClusterState state = survey.state().get();
    // Of all groups before the first one changes.
    for (GroupInfo group : state.groups()) {
      Optional<Survey.Leader> leader = survey.leader(group.id());
      if (leader.isPresent()) {
        check(group.id(), leader.get().replica());
      }
    }
    for (GroupInfo group : state.groups()) {
      change(group.id(), limit);
    }
  }

  private Survey survey() {
    return Survey.of(client, file);
  }

  private void change(int group, Duration limit) throws InterruptedException, CliException {
    Survey survey = survey();
    boolean asked = false;
    while (!isDone(survey, group)) {
      Optional<Survey.Leader> leader = survey.leader(group);
      String why = "group " + group + " has no leader now";
      if (leader.isPresent() && !isBegun(leader.get().replica())) {
        check(group, leader.get().replica());
        why = ask(group);
        asked = true;
      } else if (leader.isPresent()) {
        why = "the change of group " + group + " goes on";
      }
      pause(why, limit);
      survey = survey();
    }
    told.accept(
        "group "
            + group
            + (asked ? " has members " : " has members already: ")
            + survey.leader(group).orElseThrow().replica().getVotersList());
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
    Optional<Survey.Leader> leader = survey.leader(group);
    return leader.isPresent()
        && leader.get().replica().getNextVotersCount() == 0
        && isBegun(leader.get().replica())
        && add.stream().allMatch(node -> survey.isReady(node, group));
  }

  private void pause(String why, Duration limit) throws InterruptedException, CliException {
    if (System.nanoTime() > deadline) {
      throw CliException.differs(
          "not done after " + limit.toSeconds() + " s: " + why + "; ask again to go on");
    }
    if (!why.equals(blocked)) {
      told.accept(why);
      blocked = why;
    }
    Thread.sleep(POLL_MILLIS);
  }
}
