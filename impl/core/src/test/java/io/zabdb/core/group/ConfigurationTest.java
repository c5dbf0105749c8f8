package io.zabdb.core.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ConfigurationTest {

  private static long set(int... members) {
    long set = 0;
    for (int member : members) {
      set = Members.with(set, member);
    }
    return set;
  }

  @Test
  void aMajorityOfTheVotersIsAQuorum() {
    Configuration three = Configuration.ofFirst(3);
    assertTrue(three.isQuorum(set(0, 2)));
    assertFalse(three.isQuorum(set(0, 3, 4)));
    assertTrue(three.isWithin(set(0, 1, 2, 5)));
    assertFalse(three.isWithin(set(0, 1)));
    assertEquals("{0, 1, 2}", three.toString());
  }

  @Test
  void whileMembersChangeOldAndNewOnesMustAgree() {
    Configuration joint = new Configuration(set(0, 1, 2), set(2, 3, 62));
    assertTrue(joint.isQuorum(set(0, 2, 3)));
    assertFalse(joint.isQuorum(set(0, 1, 2)), "new ones must agree");
    assertFalse(joint.isQuorum(set(2, 3, 62)), "old ones must agree");
    assertEquals(set(0, 1, 2, 3, 62), joint.voters());
    assertEquals(set(2, 3, 62), joint.last());
    assertEquals("{0, 1, 2} and {2, 3, 62}", joint.toString());
  }

  @Test
  void nobodyAndAMemberTooManyAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Configuration.of(0));
    assertThrows(IllegalArgumentException.class, () -> Configuration.of(1L << 63));
    assertThrows(IllegalArgumentException.class, () -> new Configuration(1, 1L << 63));
    assertEquals(Long.MAX_VALUE, Configuration.ofFirst(Members.MAX_MEMBERS).voters());
  }
}
