package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Input;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of three members, whose replicas have files, one comes with an empty disk. */
class NewDiskTest {

  private static final long DISK = 77;

  private final Group group = Group.withFiles(3);
  private int leader;
  private int member;
  private int other;

  @BeforeEach
  void replace() {
    group.until(() -> group.leader() >= 0);
    leader = group.leader();
    member = (leader + 1) % 3;
    other = (leader + 2) % 3;
    group.request(leader, 9, 1);
    group.replaceDisk(member, DISK);
    group.ticks(60);
    assertEquals(leader, group.leader());
    assertEquals(Roster.NOBODY, leads().roster().disk(member));
    assertEquals(leads().historyLength(), leads().acked(member), "it has the log");
  }

  private StateView leads() {
    return group.replicas.get(leader).state();
  }

  private void isWhole(int at, int which) {
    group.give(at, new Input.MemberIsWhole(which));
    group.run();
  }

  @Test
  void countsOnceItsReplicaIsWhole() {
    isWhole(leader, member);
    assertEquals(DISK, leads().roster().disk(member));
    group.stand(other, true);
    group.request(leader, 9, 2);
    assertEquals(leads().historyLength(), leads().lastCommitted(), "by its vote");
  }

  @Test
  void doesNotCountForWhatIsSaidOfOthersOrToThem() {
    long length = leads().historyLength();
    isWhole(leader, other);
    isWhole(leader, leader);
    isWhole(other, member);
    assertEquals(Roster.NOBODY, leads().roster().disk(member));
    assertEquals(length, leads().historyLength());
  }

  @Test
  void doesNotCountBeforeItHasTheLog() {
    group.lose(Message.AckLd.class::isInstance);
    group.replaceDisk(member, DISK + 1);
    group.ticks(5);
    assertTrue(leads().acked(member) < leads().historyLength());
    isWhole(leader, member);
    assertEquals(Roster.NOBODY, leads().roster().disk(member));
    group.lose(message -> false);
    group.ticks(200);
    isWhole(leader, member);
    assertEquals(DISK + 1, leads().roster().disk(member));
  }

  /** What its leader logs then might not be the successor's. */
  @Test
  void doesNotCountWhileLeadershipIsHandedOver() {
    group.stand(other, true);
    group.request(leader, 9, 2);
    group.give(leader, new Input.TransferRequested(other));
    group.run();
    assertEquals(other, group.replicas.get(leader).transferView().target(), "it drains");
    isWhole(leader, member);
    assertEquals(Roster.NOBODY, leads().roster().disk(member));
  }

  @Test
  void doesNotCountWhileItIsAway() {
    group.isolate(member);
    group.ticks(5);
    isWhole(leader, member);
    assertEquals(Roster.NOBODY, leads().roster().disk(member));
  }
}
