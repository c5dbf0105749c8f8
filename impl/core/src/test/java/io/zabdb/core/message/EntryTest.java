package io.zabdb.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class EntryTest {

  private static Entry entry(long epoch, long counter, long session, long seq, int payload) {
    return new Entry(epoch, counter, session, seq, new byte[] {(byte) payload});
  }

  @Test
  void zxidsAreOrderedByEpochThenCounter() {
    assertTrue(new Zxid(1, 9).compareTo(new Zxid(2, 1)) < 0);
    assertTrue(new Zxid(2, 2).compareTo(new Zxid(2, 1)) > 0);
    assertEquals(0, new Zxid(2, 2).compareTo(new Zxid(2, 2)));
    assertEquals("2.7", new Zxid(2, 7).toString());
  }

  @Test
  void anEntryIsAfterASmallerZxidOnly() {
    Entry entry = entry(2, 5, 1, 1, 0);
    assertTrue(entry.isAfter(new Zxid(1, 9)));
    assertTrue(entry.isAfter(new Zxid(2, 4)));
    assertFalse(entry.isAfter(new Zxid(2, 5)));
    assertFalse(entry.isAfter(new Zxid(2, 6)));
    assertFalse(entry.isAfter(new Zxid(3, 1)));
    assertEquals(new Zxid(2, 5), entry.zxid());
  }

  @Test
  void whoTakesAPayloadThatIsNotInMemoryIsTold() {
    Entry entry = entry(1, 2, 3, 4, 5).withoutPayload();
    assertFalse(entry.isInMemory());
    assertEquals(
        "the payload of 1.2(3#4) is not in memory",
        assertThrows(IllegalStateException.class, entry::payload).getMessage());
  }

  @Test
  void entriesAreEqualIfAllTheirPartsAre() {
    Entry entry = entry(1, 2, 3, 4, 5);
    assertEquals(entry, entry(1, 2, 3, 4, 5));
    assertEquals(entry.hashCode(), entry(1, 2, 3, 4, 5).hashCode());
    List<Entry> others =
        List.of(
            entry(9, 2, 3, 4, 5),
            entry(1, 9, 3, 4, 5),
            entry(1, 2, 9, 4, 5),
            entry(1, 2, 3, 9, 5),
            entry(1, 2, 3, 4, 9));
    for (Entry other : others) {
      assertNotEquals(entry, other);
    }
    assertNotEquals(entry, new Object());
    assertEquals(4, others.subList(0, 4).stream().map(Entry::hashCode).distinct().count());
  }

  @Test
  void aDifferenceHasACheckpointInModeSnapOnly() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Difference(Difference.Mode.SNAP, Zxid.ZERO, null, List.of()));
  }
}
