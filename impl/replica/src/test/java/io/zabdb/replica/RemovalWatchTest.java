package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram.Role;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guards of Removals: member 2 of three, with disk 7, is replaced by member 3. */
class RemovalWatchTest {

  private static final Configuration FOUNDERS = Configuration.ofFirst(3);

  private static final Roster JOIN =
      Roster.founding(new long[] {5, 6, 7})
          .sealed()
          .join(0b1011, new long[] {0, 0, 0, 9}, FOUNDERS);

  private static final Roster LEFT = JOIN.leave(false);

  private final Map<String, Object> state =
      new HashMap<>(
          Map.of(
              "self",
              2,
              "disk",
              7L,
              "role",
              Role.FOLLOWING,
              "roster",
              LEFT,
              "rosterPlace",
              4L,
              "lastCommitted",
              4L));

  private int told;

  private final RemovalWatch watch = new RemovalWatch(FOUNDERS, ShownState.of(state), () -> told++);

  private void assertTold(int times, String what, Object value) {
    Object before = state.put(what, value);
    watch.turnEnded();
    assertEquals(times, told, () -> what + " is " + value);
    state.put(what, before);
  }

  @Test
  void aReplicaGoesOnceItsRemovalIsCommittedAndItDoesNotLead() {
    assertTold(0, "lastCommitted", 3L);
    assertTold(0, "role", Role.LEADING);
    assertTold(0, "roster", JOIN);
    assertTold(0, "roster", JOIN.leave(true));
    assertTold(0, "self", 1);
    // One that learns, to come back.
    assertTold(0, "disk", 8L);
    assertTold(0, "roster", Roster.NONE);
    watch.turnEnded();
    assertEquals(1, told);
    watch.turnEnded();
    assertEquals(1, told);
  }

  /** It has promised a later epoch than that of the group, perhaps: its own log says nothing. */
  @Test
  void othersSayOfItsDiskThatItHasLeft() {
    state.put("roster", JOIN);
    watch.told(8L);
    assertEquals(0, told);
    state.put("role", Role.LEADING);
    watch.told(7L);
    assertEquals(0, told);
    state.put("role", Role.LOOKING);
    watch.turnEnded();
    assertEquals(1, told);
    watch.told(7L);
    assertEquals(1, told);
    assertEquals(true, watch.isRemoved());
  }

  @Test
  void soDoesANewcomerWhoseJoiningWasUndone() {
    state.put("self", 3);
    state.put("disk", 9L);
    assertTold(0, "roster", LEFT);
    assertTold(1, "roster", JOIN.leave(true));
  }
}
