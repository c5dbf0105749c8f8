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
  private final Consumer<String> told;
  private long deadline;

  /** What was told last of what blocks it. */
  private String blocked = "";

  /**
   * @param add nodes that are to vote
   * @param remove nodes that are not to
   * @param told hears how it goes
   */
  MemberChange(
      ZabClient client,
      Optional<ClusterFile> file,
      Set<Integer> add,
      Set<Integer> remove,
      Consumer<String> told) {
    this.client = client;
    this.file = file;
    this.add = add;
    this.remove = remove;
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
      Optional<Leaders.GroupLeader> leader = survey.leader(group);
      String why = "group " + group + " has no leader now";
      if (leader.isPresent() && !isBegun(leader.get().replica())) {
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

  /** Empty: it has begun. */
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
    boolean changing = leader.getNextVotersCount() > 0;
    Set<Integer> last =
        new HashSet<>(changing ? leader.getNextVotersList() : leader.getVotersList());
    return last.containsAll(add) && remove.stream().noneMatch(last::contains);
  }

  /** Also those that were added know that they vote, and have what is committed. */
  private boolean isDone(Survey survey, int group) {
    Optional<Leaders.GroupLeader> leader = survey.leader(group);
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
