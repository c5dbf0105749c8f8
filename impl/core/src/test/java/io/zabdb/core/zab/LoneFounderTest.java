package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Roster;
import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Member 0 founds its group alone, or has forgotten that it did; others may have joined since. */
class LoneFounderTest {

  private static final int WAIT = 20;
  private static final long DISK = 77;

  private static Solo solo(int members, int wait) {
    return solo(members, wait, true);
  }

  private static Solo solo(int members, int wait, boolean founds) {
    Settings settings =
        new Settings(
            0,
            members,
            3,
            5,
            Settings.Timing.DEFAULT,
            Settings.Limits.DEFAULT,
            TransferSettings.DEFAULT,
            wait,
            founds,
            false);
    return new Solo(settings, new Recovered(DISK, 0, 0, null, List.of()));
  }

  private static Input says(Role role, long epoch, Zxid last) {
    long length = last.equals(Zxid.ZERO) ? 0 : 5;
    return new Input.Notified(1, new Notification(role, epoch, epoch, last, length, 0, 0, 0b011));
  }

  /** Another one that has nothing, and says this of its disk. */
  private static Input hasNothing(long disk) {
    return new Input.Notified(
        1, new Notification(Role.LOOKING, 0, 0, Zxid.ZERO, 0, 0, 0, 0b011, disk));
  }

  @Test
  void itLooksForOthersFirst() {
    Solo solo = solo(1, WAIT);
    solo.tick(WAIT - 1);
    assertEquals(Role.LOOKING, solo.state.role());
    solo.tick(1);
    assertEquals(Role.LEADING, solo.state.role());
  }

  @Test
  void whoeverNeedNotWaitFoundsAtOnce() {
    Solo solo = solo(1, 0);
    solo.tick(1);
    assertEquals(Role.LEADING, solo.state.role());
  }

  /** Even if it is not heard any more, and leads nobody. */
  @Test
  void itNeverFoundsOnceItHasHeardOfOneWhoHasSomething() {
    Solo solo = solo(1, WAIT);
    solo.tick(WAIT / 2);
    solo.give(says(Role.LOOKING, 3, new Zxid(3, 1)));
    solo.tick(100 * WAIT);
    assertEquals(Role.LOOKING, solo.state.role());
  }

  @Test
  void itFollowsWhoeverLeads() {
    Solo solo = solo(1, WAIT);
    List<?> outputs = solo.give(says(Role.LEADING, 3, new Zxid(3, 1)));
    assertEquals(1, outputs.stream().filter(each -> ("" + each).startsWith("Connect")).count());
  }

  /** One that is told to join before the group is founded waits for the founder. */
  @Test
  void whoHasNothingIsNoSign() {
    Solo solo = solo(1, WAIT);
    solo.give(says(Role.LOOKING, 0, Zxid.ZERO));
    solo.tick(WAIT);
    assertEquals(Role.LEADING, solo.state.role());
  }

  /**
   * Else it would take whoever has it, once it has lost its power, for proof of a group in service.
   */
  @Test
  void nobodyIsSentTheFoundingBeforeItIsOnItsOwnDisk() {
    Solo solo = solo(1, 0);
    solo.tick(1);
    solo.give(Solo.written(EpochField.ACCEPTED, 1));
    assertEquals(1, solo.state.historyLength());
    Connection learner = new Connection(1, 0, 1);
    solo.give(new Input.ConnectionRequested(learner));
    List<Output> before = new ArrayList<>();
    before.addAll(solo.give(Solo.received(learner, new Message.Cepoch(0, 78))));
    before.addAll(
        solo.give(Solo.received(learner, new Message.AckEpoch(Promise.FIRST, 0, Zxid.ZERO))));
    assertEquals(0, syncs(before));
    assertEquals(1, syncs(solo.give(solo.synced(1))));
  }

  private static long syncs(List<Output> outputs) {
    return outputs.stream()
        .filter(each -> each instanceof Output.Send send && send.message() instanceof Message.Sync)
        .count();
  }

  /** Neither alone nor with others, and it says so; it follows whoever leads. */
  @Test
  void whoHasLeftAndComesBackFoundsNothing() {
    Solo alone = solo(1, 0, false);
    alone.tick(100 * WAIT);
    assertEquals(Role.LOOKING, alone.state.role());
    Solo returned = solo(2, 0, false);
    List<Output> outputs = new ArrayList<>(returned.give(hasNothing(78)));
    outputs.addAll(returned.tick(100 * WAIT));
    assertEquals(Role.LOOKING, returned.state.role());
    assertEquals(Set.of(Roster.FOUNDS_NOTHING), introducedDisks(outputs));
    outputs = returned.give(says(Role.LEADING, 3, new Zxid(3, 1)));
    assertEquals(1, outputs.stream().filter(each -> ("" + each).startsWith("Connect")).count());
  }

  private static Set<Long> introducedDisks(List<Output> outputs) {
    return outputs.stream()
        .filter(Output.Notify.class::isInstance)
        .map(each -> ((Output.Notify) each).datagram())
        .filter(Notification.class::isInstance)
        .map(each -> ((Notification) each).disk())
        .collect(Collectors.toSet());
  }

  /** Others that have nothing do not count it as one with whom they found the group. */
  @Test
  void nobodyFoundsWithOneThatHasLeft() {
    Solo solo = solo(2, 0);
    solo.give(hasNothing(Roster.FOUNDS_NOTHING));
    solo.tick(100 * WAIT);
    assertEquals(Role.LOOKING, solo.state.role());
    solo.give(hasNothing(78));
    solo.tick(Settings.Timing.DEFAULT.electionWait() + 30);
    assertEquals(Role.LEADING, solo.state.role());
  }

  /** They found the group together: each of them is a witness for the others. */
  @Test
  void severalFoundersDoNotWait() {
    Solo solo = solo(2, WAIT);
    solo.give(says(Role.LOOKING, 0, Zxid.ZERO));
    solo.tick(Settings.Timing.DEFAULT.electionWait() + 30);
    assertEquals(Role.LEADING, solo.state.role());
  }
}
