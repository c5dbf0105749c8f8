package io.zabdb.core.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RosterTest {

  private static final Roster FOUNDING = Roster.founding(new long[] {5, Long.MAX_VALUE, 7});

  @Test
  void isReadAsItWasWritten() {
    for (Roster roster :
        new Roster[] {
          Roster.NONE, FOUNDING, FOUNDING.sealed(), FOUNDING.sealed().with(1, Roster.NOBODY, 3)
        }) {
      assertEquals(roster, Roster.decode(roster.encode()));
    }
  }

  @Test
  void aDiskCountsUntilItIsRetired() {
    Roster sealed = FOUNDING.sealed();
    assertTrue(FOUNDING.isFounding());
    assertFalse(sealed.isFounding());
    assertTrue(sealed.counts(0, 5));
    assertFalse(sealed.counts(0, 6));
    Roster retired = sealed.with(0, Roster.NOBODY, 3);
    assertFalse(retired.counts(0, 5));
    assertFalse(retired.counts(0, 6));
    Roster admitted = retired.with(0, 6, 3);
    assertTrue(admitted.counts(0, 6));
    assertTrue(admitted.counts(2, 7));
    assertEquals(4, admitted.version());
  }

  @Test
  void withoutARosterUnnumberedDisksCount() {
    assertTrue(Roster.NONE.counts(2, Roster.UNNUMBERED));
    assertFalse(Roster.NONE.counts(2, 9));
    Roster retired = Roster.NONE.with(1, Roster.NOBODY, 3);
    assertEquals(1, retired.version());
    assertTrue(retired.counts(2, Roster.UNNUMBERED));
    assertFalse(retired.counts(1, Roster.UNNUMBERED));
  }

  @Test
  void whatIsNoRosterIsRefused() {
    byte[] whole = FOUNDING.encode();
    assertThrows(IllegalArgumentException.class, () -> Roster.decode(new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> Roster.decode(new byte[whole.length - 1]));
    assertThrows(IllegalArgumentException.class, () -> Roster.decode(new byte[9 + 64 * 8]));
    whole[0] = 3;
    assertThrows(IllegalArgumentException.class, () -> Roster.decode(whole));
    byte[] changed = JOIN.encode();
    changed[16] = 1 << 4;
    assertThrows(
        IllegalArgumentException.class, () -> Roster.decode(changed), "no disk of voter 4");
    changed[16] = 0;
    assertThrows(IllegalArgumentException.class, () -> Roster.decode(changed), "nobody votes");
  }

  private static final Configuration FOUNDERS = Configuration.ofFirst(3);

  private static final Roster JOIN =
      FOUNDING.sealed().join(0b1011, new long[] {1, 1, 1, 9, 1}, FOUNDERS);

  @Test
  void joinNamesBothVoterSetsAndTheDisksOfThoseThatAreNew() {
    assertEquals(new Configuration(0b111, 0b1011), JOIN.configuration(FOUNDERS));
    assertEquals(5, JOIN.disk(0));
    assertEquals(9, JOIN.disk(3));
    assertEquals(3, JOIN.version());
    assertEquals(JOIN, Roster.decode(JOIN.encode()));
    Roster retired = JOIN.with(0, Roster.NOBODY, 3);
    assertEquals(JOIN.configuration(FOUNDERS), retired.configuration(FOUNDERS));
    assertEquals(9, retired.disk(3));
  }

  @Test
  void leaveNamesOneOfThem() {
    Roster left = JOIN.leave(false);
    assertEquals(Configuration.of(0b1011), left.configuration(FOUNDERS));
    assertEquals(left, Roster.decode(left.encode()));
    assertEquals(FOUNDERS, JOIN.leave(true).configuration(FOUNDERS));
    Roster grown = FOUNDING.sealed().join(0b1111, new long[] {0, 0, 0, 9}, FOUNDERS).leave(false);
    assertEquals(grown, Roster.decode(grown.encode()));
    assertEquals(Configuration.ofFirst(4), grown.configuration(FOUNDERS));
  }

  /** The guards of Removals. */
  @Test
  void aDiskThatHasLeftNeverCountsAgain() {
    Roster left = JOIN.leave(false);
    assertTrue(left.hasLeft(2, 7, FOUNDERS));
    assertFalse(left.hasLeft(2, 8, FOUNDERS), "one that learns, to come back");
    assertFalse(left.hasLeft(0, 5, FOUNDERS), "one that votes");
    assertFalse(JOIN.hasLeft(2, 7, FOUNDERS), "one that votes for now");
    assertFalse(left.hasLeft(4, 0, FOUNDERS), "a number that nobody had");
    assertTrue(JOIN.leave(true).hasLeft(3, 9, FOUNDERS), "one whose joining was undone");
    assertFalse(Roster.NONE.hasLeft(0, Roster.UNNUMBERED, FOUNDERS));
    assertFalse(left.mayJoin(2, 7), "with the disk that it had");
    assertTrue(left.mayJoin(2, 8), "with another one");
    assertTrue(left.mayJoin(4, 8), "a number that nobody had");
    long[] disks = {1, 2, 8, 4, 5, 6, 3};
    Roster far = left.join(0b1000011, disks, FOUNDERS).leave(true);
    assertTrue(far.mayJoin(4, 8), "a number that was passed over");
    assertFalse(far.mayJoin(6, 3));
    Roster back = far.join(0b10111, disks, FOUNDERS);
    assertEquals(8, back.disk(2));
    assertEquals(5, back.disk(4));
    assertEquals(left.disk(0), back.disk(0), "that of one who stays");
    assertFalse(back.leave(false).hasLeft(2, 8, FOUNDERS));
    assertTrue(back.leave(false).hasLeft(3, 9, FOUNDERS));
  }

  @Test
  void itNamesTheDisksThatHaveLeft() {
    assertEquals(Map.of(), Roster.NONE.left(FOUNDERS));
    assertEquals(Map.of(), JOIN.left(FOUNDERS), "all vote for now");
    assertEquals(Map.of(2, 7L), JOIN.leave(false).left(FOUNDERS));
    assertEquals(Map.of(3, 9L), JOIN.leave(true).left(FOUNDERS));
    long[] disks = {1, 2, 8, 4, 5, 6, 3};
    Roster far = JOIN.leave(false).join(0b1000011, disks, FOUNDERS).leave(false);
    assertEquals(Map.of(2, 7L, 3, 9L), far.left(FOUNDERS), "no number that was passed over");
  }

  @Test
  void whoIsDismissedHasLeftWithoutEverHavingJoined() {
    long[] disks = {1, 2, 8, 4, 5, 6, 3};
    Roster dismissed = JOIN.leave(false).dismiss(6, disks, FOUNDERS);
    assertTrue(dismissed.hasLeft(6, 3, FOUNDERS));
    assertFalse(dismissed.mayJoin(6, 3));
    assertTrue(dismissed.mayJoin(4, 5), "a number that was passed over");
    assertEquals(JOIN.leave(false).configuration(FOUNDERS), dismissed.configuration(FOUNDERS));
    assertEquals(dismissed, Roster.decode(dismissed.encode()));
    assertThrows(
        IllegalArgumentException.class, () -> dismissed.dismiss(0, disks, FOUNDERS), "it votes");
    Roster first = Roster.NONE.dismiss(4, disks, FOUNDERS);
    assertEquals(FOUNDERS, first.configuration(FOUNDERS));
    assertTrue(first.counts(2, Roster.UNNUMBERED), "founders vote with what they have");
    assertTrue(first.mayJoin(3, 4));
    assertEquals(first, Roster.decode(first.encode()));
  }

  @Test
  void theFoundersOfALogWithoutRostersMayChangeToo() {
    Roster join = Roster.NONE.join(0b1110, new long[4], FOUNDERS);
    assertEquals(new Configuration(0b111, 0b1110), join.configuration(FOUNDERS));
    assertTrue(join.counts(3, Roster.UNNUMBERED));
    assertEquals(FOUNDERS, Roster.NONE.configuration(FOUNDERS));
  }
}
