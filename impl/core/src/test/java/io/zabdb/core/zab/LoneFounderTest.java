package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Input;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 0 founds its group alone, or has forgotten that it did; others may have joined since. */
class LoneFounderTest {

  private static final int WAIT = 20;
  private static final long DISK = 77;

  private static Solo solo(int members, int wait) {
    Settings settings =
        new Settings(
            0,
            members,
            3,
            5,
            Settings.Timing.DEFAULT,
            Settings.Limits.DEFAULT,
            TransferSettings.DEFAULT,
            wait);
    return new Solo(settings, new Recovered(DISK, 0, 0, null, List.of()));
  }

  private static Input says(Role role, long epoch, Zxid last) {
    long length = last.equals(Zxid.ZERO) ? 0 : 5;
    return new Input.Notified(1, new Notification(role, epoch, epoch, last, length, 0, 0, 0b011));
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

  /** They found the group together: each of them is a witness for the others. */
  @Test
  void severalFoundersDoNotWait() {
    Solo solo = solo(2, WAIT);
    solo.give(says(Role.LOOKING, 0, Zxid.ZERO));
    solo.tick(Settings.Timing.DEFAULT.electionWait() + 30);
    assertEquals(Role.LEADING, solo.state.role());
  }
}
