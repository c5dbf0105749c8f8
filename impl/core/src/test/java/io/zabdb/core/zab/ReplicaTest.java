package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.state.Phase;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories of a group, told by whole replicas. */
class ReplicaTest {

  private static boolean follow(Group group, int leader) {
    return group.replicas.stream()
        .allMatch(
            replica ->
                replica.state().phase() == Phase.BROADCAST && replica.state().leader() == leader);
  }

  private static Group established(int members) {
    Group group = new Group(members);
    group.until(() -> group.leader() >= 0 && follow(group, group.leader()));
    return group;
  }

  private static List<Long> answered(Group group, int member) {
    return group.outputsOf(member, Output.Answer.class).stream().map(Output.Answer::token).toList();
  }

  @Test
  void aGroupOfOneLeadsItself() {
    Group group = established(1);
    long token = group.request(0, 7, 1);
    assertEquals(List.of(token), answered(group, 0));
    assertEquals(1, group.replicas.get(0).state().lastCommitted());
  }

  @Test
  void aGroupElectsALeaderAndAnswersARequest() {
    Group group = established(3);
    int leader = group.leader();
    long token = group.request(leader, 7, 1);
    assertEquals(List.of(token), answered(group, leader));
    for (Replica replica : group.replicas) {
      assertEquals(1, replica.state().lastCommitted());
      assertEquals(1, replica.state().entry(1).seq());
    }
  }

  @Test
  void aReadIsServedAfterARound() {
    Group group = established(3);
    long token = group.read(group.leader());
    List<Output.ServeReads> served = group.outputsOf(group.leader(), Output.ServeReads.class);
    assertEquals(List.of(token), served.get(0).tokens());
  }

  @Test
  void aFollowerRefusesAndNamesTheLeader() {
    Group group = established(3);
    int follower = (group.leader() + 1) % 3;
    group.request(follower, 7, 1);
    Output.Refuse refused = group.outputsOf(follower, Output.Refuse.class).get(0);
    assertEquals(Refusal.NOT_LEADER, refused.refusal());
    assertEquals(group.leader(), refused.leader());
  }

  @Test
  void anotherLeadsWhenTheLeaderIsCutOffAndItsUnansweredRequestIsGone() {
    Group group = established(3);
    int old = group.leader();
    group.request(old, 7, 1);
    group.isolate(old);
    group.request(old, 7, 2);
    group.until(() -> group.leader() >= 0);
    int next = group.leader();
    assertEquals(List.of(3L), List.of(group.request(next, 8, 1)));
    group.heal();
    group.until(() -> follow(group, next));
    assertEquals(2, group.replicas.get(old).state().historyLength());
    assertEquals(8, group.replicas.get(old).state().entry(2).session());
    assertEquals(1, group.outputsOf(old, Output.Unknown.class).size());
  }

  @Test
  void aRetryIsAnsweredOnce() {
    Group group = established(3);
    long first = group.request(group.leader(), 7, 1);
    long again = group.request(group.leader(), 7, 1);
    assertEquals(List.of(first, again), answered(group, group.leader()));
    assertEquals(1, group.replicas.get(0).state().historyLength());
  }

  @Test
  void aFollowerWhoseTailIsPurgedGetsACheckpoint() {
    Group group = established(3);
    int leader = group.leader();
    int other = (leader + 1) % 3;
    group.isolate(other);
    for (int seq = 1; seq <= 5; seq++) {
      group.request(leader, 7, seq);
    }
    group.purge(leader);
    group.request(leader, 7, 6);
    group.heal();
    group.until(() -> follow(group, leader));
    assertEquals(5, group.outputsOf(other, Output.Install.class).get(0).checkpoint().length());
    assertEquals(6, group.replicas.get(other).state().lastCommitted());
  }

  @Test
  void whatIsAcknowledgedSurvivesACrashOfAll() {
    Group group = established(3);
    group.request(group.leader(), 7, 1);
    for (int member = 0; member < 3; member++) {
      group.restart(member);
    }
    group.until(() -> group.leader() >= 0 && follow(group, group.leader()));
    assertEquals(1, group.replicas.get(0).state().lastCommitted());
    assertEquals(Role.LEADING, group.replicas.get(group.leader()).state().role());
    assertTrue(group.replicas.get(0).state().currentEpoch() > 1);
  }
}
