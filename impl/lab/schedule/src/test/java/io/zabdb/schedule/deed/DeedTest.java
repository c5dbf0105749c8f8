package io.zabdb.schedule.deed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.schedule.sight.Link;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How deeds read, and which links they cut. */
class DeedTest {

  private static Deed cut(Act act) {
    return new Deed(act, List.of(0), List.of(2, 1), 0, "");
  }

  @Test
  void aDeedReadsAsALineOfAScenario() {
    assertEquals("kill 0,2", Deed.of(Act.KILL, List.of(2, 0)).line());
    assertEquals("lose power 1", Deed.of(Act.LOSE_POWER, List.of(1)).line());
    assertEquals("cut 0 from 1,2", cut(Act.CUT).line());
    assertEquals("cut 0 to 1,2", cut(Act.MUTE).line());
    assertEquals("cut 1,2 to 0", cut(Act.DEAFEN).line());
    assertEquals("heal links", Deed.of(Act.HEAL_LINKS, List.of()).line());
    assertEquals("transfer", Deed.of(Act.TRANSFER, List.of()).line());
    assertEquals("transfer to 1", Deed.of(Act.TRANSFER, List.of(1)).line());
    assertEquals("kill manager", Deed.of(Act.KILL_MANAGER, List.of()).line());
    Deed slow = new Deed(Act.SLOW_DISK, List.of(1), List.of(), 20_000, "");
    assertEquals("slow disk 1 20ms", slow.line());
    assertEquals("slow disk 1 20ms   # the leader", slow.because("the leader").toString());
  }

  @Test
  void aCutGoesThereAndBackUnlessItIsOneWay() {
    Set<Link> out = Set.of(new Link(0, 1), new Link(0, 2));
    Set<Link> in = Set.of(new Link(1, 0), new Link(2, 0));
    assertEquals(out, cut(Act.MUTE).cuts());
    assertEquals(in, cut(Act.DEAFEN).cuts());
    assertTrue(cut(Act.CUT).cuts().containsAll(out));
    assertTrue(cut(Act.CUT).cuts().containsAll(in));
    assertEquals(Set.of(), Deed.of(Act.KILL, List.of(0, 1)).cuts());
  }

  @Test
  void whatUndoesAFaultIsNone() {
    for (Act act : Act.values()) {
      assertTrue(act.isFault() || act.cure().isEmpty(), act.label());
      act.cure().ifPresent(cure -> assertTrue(!cure.isFault(), act.label()));
    }
  }
}
