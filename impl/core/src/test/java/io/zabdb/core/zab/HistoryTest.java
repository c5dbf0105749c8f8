package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private static Entry entry(long epoch, long counter) {
    return new Entry(epoch, counter, epoch * 10, counter, new byte[0]);
  }

  /** Epoch 1 with two entries, epoch 3 with three. */
  private static History twoEpochs() {
    return new History(
        null, List.of(entry(1, 1), entry(1, 2), entry(3, 1), entry(3, 2), entry(3, 3)));
  }

  private static Group.Snapshot snapshot(long length, Zxid zxid) {
    return new Group.Snapshot(length, zxid);
  }

  @Test
  void anEmptyHistoryEndsAtZero() {
    History history = new History(null, List.of());
    assertEquals(0, history.length());
    assertEquals(Zxid.ZERO, history.lastZxid());
    assertEquals(0, history.countUpTo(new Zxid(4, 4)));
    assertTrue(history.holds(Zxid.ZERO));
    assertFalse(history.holds(new Zxid(1, 1)));
    assertEquals(0, history.counter(1));
    assertNull(history.lastCheckpoint());
  }

  @Test
  void zxidsAreFoundByTheirPlaceInTheirEpoch() {
    History history = twoEpochs();
    long[][] cases = {
      {0, 0, 0}, {1, 1, 1}, {1, 2, 2}, {1, 3, 2}, {2, 7, 2}, {3, 0, 2}, {3, 1, 3}, {3, 3, 5},
      {3, 4, 5}, {4, 1, 5}
    };
    for (long[] expected : cases) {
      Zxid zxid = new Zxid(expected[0], expected[1]);
      assertEquals(expected[2], history.countUpTo(zxid), zxid.toString());
    }
    assertTrue(history.holds(new Zxid(3, 2)));
    assertFalse(history.holds(new Zxid(2, 1)));
    assertEquals(3, history.counter(3));
    assertEquals(0, history.counter(2));
  }

  @Test
  void entriesAreReadWhereTheyAre() {
    History history = twoEpochs();
    assertEquals(entry(3, 1), history.entry(3));
    assertEquals(List.of(entry(3, 2), entry(3, 3)), history.suffix(3));
    assertEquals(List.of(), history.suffix(5));
    assertThrows(IndexOutOfBoundsException.class, () -> history.entry(0));
    assertThrows(IndexOutOfBoundsException.class, () -> history.entry(6));
  }

  @Test
  void aCutForgetsWhatLiesBehindIt() {
    History history = twoEpochs();
    history.truncate(2);
    assertEquals(2, history.length());
    assertEquals(new Zxid(1, 2), history.lastZxid());
    assertEquals(2, history.countUpTo(new Zxid(3, 3)));
    history.append(entry(4, 1));
    assertEquals(3, history.countUpTo(new Zxid(4, 1)));
    assertEquals(2, history.countUpTo(new Zxid(3, 9)));
    assertThrows(IndexOutOfBoundsException.class, () -> history.truncate(4));
  }

  @Test
  void epochsThatWereCutAwayDoNotCount() {
    History history = twoEpochs();
    history.truncate(1);
    history.append(entry(4, 1));
    assertEquals(1, history.countUpTo(new Zxid(1, 9)));
    assertEquals(1, history.countUpTo(new Zxid(3, 1)));
    assertEquals(2, history.countUpTo(new Zxid(4, 1)));
  }

  @Test
  void aPurgedHistoryKnowsThePlacesOfPurgedZxids() {
    History history = twoEpochs();
    history.purge(snapshot(4, new Zxid(3, 2)));
    assertEquals(4, history.checkpoint());
    assertEquals(5, history.length());
    assertEquals(new Zxid(3, 2), history.zxidAt(4));
    assertEquals(entry(3, 3), history.entry(5));
    assertThrows(IndexOutOfBoundsException.class, () -> history.entry(4));
    assertThrows(IndexOutOfBoundsException.class, () -> history.suffix(3));
    assertThrows(IndexOutOfBoundsException.class, () -> history.truncate(3));
    assertEquals(1, history.countUpTo(new Zxid(1, 1)));
    assertEquals(3, history.countUpTo(new Zxid(3, 1)));
    assertFalse(history.holds(new Zxid(3, 1)));
    assertTrue(history.holds(new Zxid(3, 2)));
    history.truncate(4);
    assertEquals(new Zxid(3, 2), history.lastZxid());
    assertEquals(2, history.counter(3));
  }

  @Test
  void anInstalledCheckpointIsTheFirstThingKnown() {
    History history = twoEpochs();
    history.install(snapshot(9, new Zxid(4, 2)));
    assertEquals(9, history.length());
    assertEquals(9, history.checkpoint());
    assertEquals(new Zxid(4, 2), history.lastZxid());
    assertEquals(9, history.countUpTo(new Zxid(4, 2)));
    assertEquals(8, history.countUpTo(new Zxid(4, 1)));
    history.append(entry(4, 3));
    assertEquals(10, history.countUpTo(new Zxid(4, 3)));
    assertEquals(9, history.countUpTo(new Zxid(4, 2)));
    assertEquals(10, history.countUpTo(new Zxid(5, 1)));
    assertEquals(List.of(entry(4, 3)), history.suffix(9));
  }

  @Test
  void sessionsAreThoseOfTheTail() {
    History history = twoEpochs();
    history.purge(snapshot(2, new Zxid(1, 2)));
    Sessions sessions = history.sessions();
    assertEquals(0, sessions.lastSeq(10));
    assertEquals(0, sessions.lastIndex(10));
    assertEquals(1, sessions.size());
    assertEquals(3, sessions.lastSeq(30));
    assertEquals(5, sessions.lastIndex(30));
    assertEquals(0, sessions.lastSeq(99));
    assertEquals(0, sessions.lastIndex(99));
  }

  /** Compared with a plain list, through many random operations; the seed is fixed. */
  @Test
  void itBehavesLikeAList() {
    Random random = new Random(42);
    History history = new History(null, List.of());
    List<Entry> model = new ArrayList<>();
    int base = 0;
    long epoch = 1;
    for (int step = 0; step < 20_000; step++) {
      int kind = random.nextInt(20);
      if (kind < 14) {
        Entry entry = entry(epoch, history.counter(epoch) + 1);
        history.append(entry);
        model.add(entry);
      } else if (kind < 16) {
        int kept = base + random.nextInt(model.size() - base + 1);
        history.truncate(kept);
        model.subList(kept, model.size()).clear();
        epoch++;
      } else if (kind < 18 && model.size() > base) {
        base += 1 + random.nextInt(model.size() - base);
        history.purge(snapshot(base, model.get(base - 1).zxid()));
      }
      assertEquals(model.size(), history.length());
      assertEquals(base, history.checkpoint());
      assertEquals(model.subList(base, model.size()), history.suffix(base));
      if (!model.isEmpty()) {
        int n = random.nextInt(model.size());
        assertEquals(n + 1, history.countUpTo(model.get(n).zxid()));
      }
      List<Entry> retained = model.subList(base, model.size());
      if (!retained.isEmpty()) {
        long session = retained.get(random.nextInt(retained.size())).session();
        int last = model.size();
        while (model.get(last - 1).session() != session) {
          last--;
        }
        assertEquals(model.get(last - 1).seq(), history.sessions().lastSeq(session));
        assertEquals(last, history.sessions().lastIndex(session));
      }
      assertEquals(
          retained.stream().map(Entry::session).distinct().count(), history.sessions().size());
      // Of the epoch that comes next nothing is there; of one that was cut nothing is left.
      assertEquals(0, history.sessions().lastSeq((epoch + 1) * 10));
      if (retained.isEmpty()) {
        assertEquals(0, history.sessions().lastSeq((epoch - 1) * 10));
      }
    }
  }

  @Test
  void sessionsOfEntriesThatAreCutAreForgotten() {
    History history = twoEpochs();
    history.truncate(3);
    assertEquals(1, history.sessions().lastSeq(30));
    history.truncate(2);
    assertEquals(0, history.sessions().lastSeq(30));
    assertEquals(2, history.sessions().lastSeq(10));
  }

  @Test
  void anInstalledCheckpointLeavesNoSessions() {
    History history = twoEpochs();
    history.install(snapshot(9, new Zxid(4, 2)));
    assertEquals(0, history.sessions().size());
  }

  @Test
  void asManySessionsAreKnownAsEntriesAreRetained() {
    History history = new History(null, List.of());
    for (long counter = 1; counter <= 100_000; counter++) {
      history.append(new Entry(1, counter, counter * 31, 1, new byte[0]));
      if (counter % 1_000 == 0) {
        history.purge(snapshot(counter - 500, new Zxid(1, counter - 500)));
        assertEquals(500, history.sessions().size());
        assertEquals(counter, history.sessions().lastIndex(counter * 31));
        assertEquals(0, history.sessions().lastIndex((counter - 500) * 31));
      }
    }
  }

  private static Entry sized(long counter, int bytes) {
    return new Entry(1, counter, 1, counter, new byte[bytes]);
  }

  private static History ofSizes(int... sizes) {
    History history = new History(null, List.of());
    for (int i = 0; i < sizes.length; i++) {
      history.append(sized(i + 1, sizes[i]));
    }
    return history;
  }

  @Test
  void payloadsAreForgottenFromTheOldestAndNoFurtherThanAsked() {
    History history = ofSizes(10, 20, 0, 40, 50);
    assertEquals(120, history.payloadBytes());
    history.forgetPayloads(5, 120);
    assertTrue(history.entry(1).isInMemory());
    history.forgetPayloads(5, 95);
    assertEquals(90, history.payloadBytes());
    assertFalse(history.entry(2).isInMemory());
    assertTrue(history.entry(3).isInMemory());
    history.forgetPayloads(4, 0);
    assertEquals(50, history.payloadBytes());
    assertFalse(history.entry(4).isInMemory());
    assertTrue(history.entry(5).isInMemory());
    assertEquals(sized(1, 10).withoutPayload(), history.entry(1));
    assertEquals(new Zxid(1, 4), history.zxidAt(4));
    assertEquals(5, history.sessions().lastSeq(1));
  }

  @Test
  void whatIsCutPurgedOrReplacedTakesNoMemory() {
    History history = ofSizes(10, 20, 30, 40, 50);
    history.forgetPayloads(2, 0);
    history.truncate(4);
    assertEquals(70, history.payloadBytes());
    history.purge(snapshot(3, new Zxid(1, 3)));
    assertEquals(40, history.payloadBytes());
    history.append(sized(5, 5));
    history.forgetPayloads(4, 0);
    assertEquals(5, history.payloadBytes());
    history.truncate(4);
    assertEquals(0, history.payloadBytes());
    history.append(sized(5, 6));
    assertEquals(6, history.payloadBytes());
    history.forgetPayloads(9, 0);
    assertEquals(0, history.payloadBytes());
    history.install(snapshot(9, new Zxid(4, 2)));
    history.append(new Entry(4, 3, 1, 1, new byte[7]));
    assertEquals(7, history.payloadBytes());
  }

  @Test
  void aHistoryMayBeRecoveredWithoutItsOldPayloads() {
    History history =
        new History(null, List.of(sized(1, 10).withoutPayload(), sized(2, 20), sized(3, 30)));
    assertEquals(50, history.payloadBytes());
    history.forgetPayloads(3, 30);
    assertFalse(history.entry(2).isInMemory());
    assertTrue(history.entry(3).isInMemory());
  }

  /** The core reads them, also after a restart. */
  @Test
  void rostersKeepTheirPayload() {
    Roster roster = Roster.founding(new long[] {7, 8, 9});
    Entry founding = new Entry(1, 1, Roster.SESSION, 1, roster.encode());
    History history = new History(null, List.of(founding, sized(2, 20), sized(3, 30)));
    history.forgetPayloads(3, 0);
    assertEquals(0, history.payloadBytes());
    assertEquals(founding, history.entry(1));
    assertFalse(history.entry(2).isInMemory());
    History recovered =
        new History(
            null, List.of(founding.withoutPayload(), sized(2, 20).withoutPayload(), sized(3, 30)));
    assertEquals(roster, recovered.roster());
    assertEquals(30, recovered.payloadBytes());
    recovered.truncate(0);
    assertEquals(0, recovered.payloadBytes());
  }
}
