package io.zabdb.replica.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeHealthTest {

  private final NodeHealth health = new NodeHealth();

  /** Writes down what it hears. */
  private static final class Heard implements HealthListener {

    private final List<String> lines = new ArrayList<>();

    @Override
    public void ails(Complaint complaint) {
      lines.add(complaint.ailment() + " " + complaint.severity() + " " + complaint.group());
    }

    @Override
    public void recovered(Complaint last) {
      lines.add(last.ailment() + " over " + last.group());
    }
  }

  @Test
  void aReplicaIsAsStrainedAsItsWorstAilment() {
    assertEquals(0, health.level(1));
    health.strained(Ailment.SYNC_LATENCY, NodeHealth.NODE, 3, "syncs take 90 ms");
    health.strained(Ailment.COLD, 1, 7, "started a moment ago");
    assertEquals(7, health.level(1));
    assertEquals(3, health.level(2));
    health.strained(Ailment.COLD, 1, 1, "nearly warm");
    assertEquals(3, health.level(1));
    health.cleared(Ailment.SYNC_LATENCY, NodeHealth.NODE);
    assertEquals(1, health.level(1));
    assertEquals(0, health.level(2));
  }

  @Test
  void whatIsUnfitSaysWhyAndWhatIsStrainedIsReadyAllTheSame() {
    health.strained(Ailment.SYNC_LATENCY, NodeHealth.NODE, 3, "syncs take 90 ms");
    assertEquals(List.of(), health.reasons());
    health.unfit(Ailment.DAMAGE, 1, "a block of 7.sst is damaged");
    assertTrue(health.isUnfit(1));
    assertFalse(health.isUnfit(2));
    assertEquals(List.of("the replica of group 1: a block of 7.sst is damaged"), health.reasons());
    health.unfit(Ailment.DISK_ROOM, NodeHealth.NODE, "no room");
    assertTrue(health.isUnfit(2));
    health.cleared(Ailment.DAMAGE, 1);
    assertTrue(health.isUnfit(1));
    assertEquals(List.of("no room"), health.reasons());
  }

  @Test
  void figuresSayHowBadEachKindIs() {
    assertEquals(0, health.worst(Ailment.COLD));
    health.strained(Ailment.COLD, 1, 1, "x");
    assertEquals(1, health.worst(Ailment.COLD));
    health.unfit(Ailment.COLD, 2, "x");
    assertEquals(2, health.worst(Ailment.COLD));
    assertEquals(0, health.worst(Ailment.CLOCK));
  }

  @Test
  void listenersHearOfEachChangeOnceAndOfWhatWasBefore() {
    health.strained(Ailment.COLD, 1, 2, "x");
    Heard heard = new Heard();
    health.listen(heard);
    health.strained(Ailment.COLD, 1, 3, "y");
    health.unfit(Ailment.COLD, 1, "z");
    health.unfit(Ailment.COLD, 1, "z, still");
    health.cleared(Ailment.COLD, 1);
    health.cleared(Ailment.COLD, 1);
    health.cleared(Ailment.COLD, NodeHealth.NODE);
    assertEquals(List.of("COLD STRAINED 1", "COLD UNFIT 1", "COLD over 1"), heard.lines);
  }

  /** A group has ended: its replica neither hears nor tells of anything any more. */
  @Test
  void whatConcernedAGroupThatHasEndedIsForgotten() {
    Heard heard = new Heard();
    health.listen(heard);
    health.unfit(Ailment.CLOCK, 1, "x");
    health.unfit(Ailment.CLOCK, 2, "x");
    health.forget(heard);
    health.ended(1);
    health.unfit(Ailment.CLOCK, 1, "late");
    health.unfit(Ailment.COLD, 2, "y");
    assertEquals(List.of("CLOCK UNFIT 1", "CLOCK UNFIT 2"), heard.lines);
    assertFalse(health.isUnfit(1));
    assertTrue(health.isUnfit(2));
  }

  /** The node was removed from a group, and is a member again, in the same process. */
  @Test
  void aReplicaThatBeginsAgainTellsOfItself() {
    health.unfit(Ailment.CLOCK, 1, "x");
    health.ended(1);
    health.begun(1);
    assertFalse(health.isUnfit(1));
    Heard heard = new Heard();
    health.listen(heard);
    health.unfit(Ailment.LACKS_FILES, 1, "y");
    assertEquals(List.of("LACKS_FILES UNFIT 1"), heard.lines);
    assertTrue(health.isUnfit(1));
  }

  @Test
  void aStrainHasALevel() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> health.strained(Ailment.COLD, 1, 0, "x"));
    assertEquals("level is 0, allowed is 1 or more", refused.getMessage());
  }
}
