package io.zabdb.core.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    whole[0] = 2;
    assertThrows(IllegalArgumentException.class, () -> Roster.decode(whole));
  }
}
