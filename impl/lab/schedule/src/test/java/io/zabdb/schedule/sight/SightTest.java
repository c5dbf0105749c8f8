package io.zabdb.schedule.sight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is a quorum, and who leads it. */
class SightTest {

  private static final Link A_TO_B = new Link(0, 1);

  private static Sight of(NodeSight a, NodeSight b, NodeSight c, Link... cut) {
    return new Sight(0, List.of(a, b, c), Set.of(cut));
  }

  @Test
  void whoIsDownOrStandsStillOrIsBehindDoesNotCount() {
    for (NodeSight other : List.of(NodeSight.DOWN, NodeSight.PAUSED, NodeSight.BEHIND)) {
      Sight one = of(NodeSight.LEADS, other, NodeSight.FOLLOWS);
      assertEquals(Set.of(0, 2), one.together());
      assertTrue(one.hasQuorum());
      assertFalse(one.isWell());
      assertFalse(of(NodeSight.LEADS, other, other).hasQuorum());
    }
  }

  @Test
  void whatIsCutOneWayIsNotTogether() {
    Sight sight = of(NodeSight.LEADS, NodeSight.FOLLOWS, NodeSight.FOLLOWS, A_TO_B);
    assertEquals(Set.of(0, 2), sight.together());
    assertFalse(sight.isWell());
  }

  @Test
  void nobodyIsTogetherWithTwoThatDoNotReachEachOther() {
    Sight ring =
        of(
            NodeSight.FOLLOWS,
            NodeSight.FOLLOWS,
            NodeSight.FOLLOWS,
            A_TO_B,
            new Link(1, 2),
            new Link(2, 0));
    assertEquals(1, ring.together().size());
    assertFalse(ring.hasQuorum());
  }

  @Test
  void itSaysHowThingsWouldBe() {
    Sight sight = of(NodeSight.LEADS, NodeSight.FOLLOWS, NodeSight.FOLLOWS);
    assertEquals(Set.of(0, 1, 2), sight.together());
    assertEquals(Set.of(1, 2), sight.together(Set.of(0), Set.of()));
    assertEquals(Set.of(0, 2), sight.together(Set.of(), Set.of(A_TO_B)));
    assertEquals(Set.of(2), sight.together(Set.of(0, 1), Set.of()));
  }

  @Test
  void aLeaderThatReachesNoQuorumDoesNotCount() {
    Sight deposed = of(NodeSight.LEADS, NodeSight.LEADS, NodeSight.FOLLOWS, A_TO_B, new Link(2, 0));
    assertEquals(OptionalInt.of(1), deposed.leader());
    Sight alone = of(NodeSight.LEADS, NodeSight.DOWN, NodeSight.BEHIND);
    assertEquals(OptionalInt.empty(), alone.leader());
  }

  @Test
  void withoutLeaderNothingIsWell() {
    assertTrue(of(NodeSight.LEADS, NodeSight.FOLLOWS, NodeSight.FOLLOWS).isWell());
    assertFalse(of(NodeSight.FOLLOWS, NodeSight.FOLLOWS, NodeSight.FOLLOWS).isWell());
  }

  @Test
  void thereAreOneToNineNodes() {
    assertThrows(IllegalArgumentException.class, () -> new Sight(0, List.of(), Set.of()));
    List<NodeSight> ten = Collections.nCopies(10, NodeSight.FOLLOWS);
    assertThrows(IllegalArgumentException.class, () -> new Sight(0, ten, Set.of()));
    assertEquals(5, new Sight(0, ten.subList(0, 9), Set.of()).quorum());
  }
}
