package io.zabdb.shard;

import static io.zabdb.shard.SoloGroup.LEFT;
import static io.zabdb.shard.SoloGroup.RIGHT;
import static io.zabdb.shard.SoloGroup.WHOLE;
import static io.zabdb.shard.SoloGroup.part;
import static io.zabdb.shard.SoloGroup.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Version;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Moves between groups that act at once. */
class MoveTest {

  private final SoloGroup a = new SoloGroup(1, WHOLE);
  private final SoloGroup b = new SoloGroup(2);
  private final OwnerAnswers answers = new OwnerAnswers();

  @Test
  void aPartitionMovesWithItsCellsAndSessions() {
    a.took(a.admission.admit(put(7, 56, "first", 10L)));
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    a.copy(b);
    a.took(a.admission.admit(put(8, 1, "meanwhile", 60L, 61L)));
    b.took(b.destination.handleCatch(a.says(MessageType.CATCH)));
    a.took(a.source.sealMove(WHOLE));
    a.finish(b);
    assertEquals(List.of(), List.copyOf(a.table.parts()));
    assertEquals("", a.cells.of(10));
    assertEquals(MovePhase.SERVING, b.phase(WHOLE));
    assertEquals("first 0/1.2", b.cells.of(10));
    assertEquals("meanwhile 0/1.4", b.cells.of(61));
    // T1: the session goes on at the new group, and a retry gets its first result.
    assertEquals(UpdateFate.REPEATED, b.admission.fate(put(7, 56, "first", 10L)));
    assertEquals(
        "first 0/1.2", answers.answerUpdate(b.table, 10, 7, 56).orElseThrow().result().text());
    b.took(b.admission.admit(put(7, 58, "next", 10L)));
    assertEquals("next 1/1.7", b.cells.of(10));
    assertTrue(new Version(1, 1, 7).compareTo(new Version(0, 1, 4)) > 0);
  }

  @Test
  void whoGaveItAwayNamesTheHeirAndTakesNothing() {
    a.give(WHOLE, b);
    assertEquals(UpdateFate.REDIRECTED, a.admission.fate(put(7, 1, "x", 10L)));
    a.refused(a.admission.admit(put(7, 1, "x", 10L)));
    assertFalse(answers.answerRead(a.table, 0, 10));
    assertEquals(b.table.self(), answers.redirect(a.table, 10, 0).orElseThrow().group());
    assertEquals(Optional.empty(), answers.redirect(a.table, 10, 1));
    assertEquals(Optional.empty(), answers.redirect(a.table, 101, 0));
    b.give(WHOLE, a);
    assertEquals(Optional.empty(), answers.redirect(a.table, 10, 0), "an owner names nobody");
    assertEquals(2, answers.redirect(b.table, 10, 1).orElseThrow().epoch());
    assertTrue(answers.answerRead(a.table, answers.confirmRead(a.table), 10));
    assertFalse(answers.answerRead(a.table, a.table.index() + 1, 10));
  }

  @Test
  void updatesWaitWhileItIsSealedAndUntilTheSwitch() {
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    assertEquals(UpdateFate.ADMITTED, a.admission.fate(put(7, 1, "x", 10L)));
    a.copy(b);
    a.took(a.source.sealMove(WHOLE));
    assertEquals(UpdateFate.HELD, a.admission.fate(put(7, 1, "x", 10L)));
    a.refused(a.admission.admit(put(7, 1, "x", 10L)));
    assertTrue(answers.answerRead(a.table, 0, 10));
    assertEquals(UpdateFate.REDIRECTED, b.admission.fate(put(7, 1, "x", 10L)));
    b.took(b.destination.handleManifest(a.says(MessageType.MANIFEST)));
    assertEquals(UpdateFate.HELD, b.admission.fate(put(7, 1, "x", 10L)));
    assertFalse(answers.answerRead(b.table, 0, 10));
  }

  /** T2: the table at the tail decides, not what is applied. */
  @Test
  void nothingIsLoggedBehindASealThatIsNotCommittedYet() {
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    ShardCommand seal = a.source.sealMove(WHOLE).orElseThrow();
    a.refused(a.admission.admit(put(7, 1, "x", 10L)));
    // The next leader's log has the seal, or has not.
    PartitionLog log = new PartitionLog();
    assertFalse(
        TailAdmission.leaderChange(log, a.table.state(), a.sessions.copy(), List.of(seal))
            .admit(put(7, 1, "x", 10L))
            .isPresent());
    assertTrue(
        TailAdmission.leaderChange(log, a.table.state(), a.sessions.copy(), List.of())
            .admit(put(7, 1, "x", 10L))
            .isPresent());
  }

  @Test
  void anAttemptThatIsGivenUpChangesNothing() {
    a.took(a.admission.admit(put(7, 1, "x", 10L)));
    SortedMap<Long, LastUpdate> before = new TreeMap<>(a.table.sessions(WHOLE));
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    a.copy(b);
    MoveMessage accept = b.says(MessageType.ACCEPT);
    a.took(a.source.sealMove(WHOLE));
    a.took(a.source.abortMove(WHOLE));
    assertEquals(before, a.table.sessions(WHOLE));
    assertEquals(MovePhase.SERVING, a.phase(WHOLE));
    a.refused(a.source.abortMove(WHOLE));
    MoveMessage cancel = a.replies(accept).get(0);
    assertEquals(MessageType.CANCEL, cancel.type());
    b.took(b.destination.handleCancel(cancel));
    assertEquals(1, b.table.floor());
    assertEquals("", b.cells.of(10));
    b.refused(b.destination.handleCancel(cancel));
  }

  @Test
  void aNumberBelowTheFloorIsRefusedAndTheNextIsHigher() {
    SoloGroup c = new SoloGroup(3);
    a.give(WHOLE, b);
    b.give(WHOLE, c);
    PartitionId other = part("other", 200, 300);
    SoloGroup d = new SoloGroup(4, other);
    d.took(d.source.beginMove(other, b.table.self()));
    MoveMessage prepare = d.says(MessageType.PREPARE);
    b.refused(b.destination.handlePrepare(prepare));
    MoveMessage low = b.replies(prepare).get(0);
    assertEquals(MessageType.TOO_LOW, low.type());
    assertEquals(2, low.number());
    d.took(d.source.handleTooLow(low));
    d.give(other, b);
    assertEquals(3, b.table.record(other).orElseThrow().epoch());
  }

  /** Whoever leads may not have applied yet what is committed, and has the floor of before. */
  @Test
  void aLeaderThatLagsSaysNothingOfAnAttemptThatItHasNotHeardOf() {
    SoloGroup giver = new SoloGroup(5, LEFT, RIGHT);
    giver.give(LEFT, b);
    PartitionTable lagging =
        new PartitionTable(giver.table.state(), SessionRecords.ABSENT, Cells.ABSENT);
    giver.took(giver.source.beginMove(RIGHT, b.table.self()));
    giver.copy(b);
    MoveMessage accept = b.says(MessageType.ACCEPT);
    giver.took(giver.source.sealMove(RIGHT));
    b.took(b.destination.handleManifest(giver.says(MessageType.MANIFEST)));
    MoveMessage ready = b.says(MessageType.READY);
    giver.took(giver.source.handleReady(ready));
    assertEquals(MovePhase.SWITCHED, giver.phase(RIGHT));
    Speech speech = new Speech();
    assertEquals(List.of(), speech.reply(lagging, accept));
    assertEquals(List.of(), speech.reply(lagging, ready));
    assertEquals(2, ready.epoch(), "above the floor");
  }

  /** It is in logs of before, and must lead to the same. */
  @Test
  void aNumberOfBeforeTakesEffect() {
    SoloGroup giver = new SoloGroup(5, LEFT, RIGHT);
    giver.give(LEFT, b);
    ShardCommand begin = ShardCommand.of(CommandKind.BEGIN, RIGHT, 1, b.table.self());
    assertTrue(new PartitionLog().commit(giver.table, begin, 1, 99));
    assertEquals(MovePhase.COPYING, giver.phase(RIGHT));
  }

  @Test
  void messagesOfAnotherAttemptOrToAnotherGroupDoNothing() {
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    a.copy(b);
    a.took(a.source.sealMove(WHOLE));
    MoveMessage manifest = a.says(MessageType.MANIFEST);
    a.took(a.source.abortMove(WHOLE));
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    a.copy(b);
    b.refused(b.destination.handleManifest(manifest));
    a.refused(a.destination.handleManifest(manifest));
    a.refused(a.source.handleReady(b.says(MessageType.ACCEPT)));
    SoloGroup c = new SoloGroup(3);
    c.refused(c.destination.handlePrepare(a.says(MessageType.PREPARE)));
  }

  @Test
  void aSourceThatHearsNothingIsToldByALaterOwner() {
    SoloGroup c = new SoloGroup(3);
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    a.copy(b);
    a.took(a.source.sealMove(WHOLE));
    b.took(b.destination.handleManifest(a.says(MessageType.MANIFEST)));
    a.took(a.source.handleReady(b.says(MessageType.READY)));
    MoveMessage activate = a.says(MessageType.ACTIVATE);
    assertEquals(List.of(), b.replies(activate), "it waits, so it has not served");
    assertEquals(List.of(), c.replies(activate), "it knows of nothing, which proves nothing");
    b.took(b.destination.handleActivate(activate));
    b.give(WHOLE, c);
    b.took(b.admission.dissolve());
    assertEquals(List.of(), b.replies(activate), "nobody answers for it any more");
    a.took(a.source.handleDone(c.replies(activate).get(0)));
    b.refused(b.destination.handlePrepare(activate));
  }

  @Test
  void aDissolvedGroupTakesNothing() {
    a.refused(a.admission.dissolve());
    b.took(b.admission.dissolve());
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    b.refused(b.destination.handlePrepare(a.says(MessageType.PREPARE)));
    b.refused(b.admission.dissolve());
  }

  @Test
  void theOldestHeirsAreForgotten() {
    PartitionId[] parts = {part("p", 0, 10), part("q", 10, 20), part("r", 20, 30)};
    SoloGroup giver = new SoloGroup(5, 2, parts);
    SoloGroup taker = new SoloGroup(6);
    for (PartitionId each : parts) {
      // One number for each: the taker's floor does not rise.
      giver.give(each, taker);
    }
    assertEquals(Heir.NOBODY, giver.table.heirs().of(5));
    assertEquals(taker.table.self(), giver.table.heirs().of(15).group());
    assertEquals(taker.table.self(), giver.table.heirs().of(25).group());
  }

  @Test
  void timeComesWithTheSwitch() {
    a.took(
        a.admission.admit(
            new ShardUpdate(
                7, 1, List.of(10L), 1_000, ShardUpdate.NO_VERSION, put(7, 1, "x", 10L).payload())));
    a.give(WHOLE, b);
    assertEquals(1_000, b.table.time());
  }

  @Test
  void aSplitGivesBothPartsTheSessionsAndAMergeTheHigherNumber() {
    a.took(a.admission.admit(put(7, 1, "x", 10L)));
    a.took(a.sharding.beginSharding(List.of(LEFT, RIGHT)));
    a.refused(a.source.beginMove(WHOLE, b.table.self()));
    a.refused(a.sharding.beginSharding(List.of(part("l", 0, 30), part("r", 30, 100))));
    a.took(a.sharding.commitSharding(List.of(LEFT, RIGHT)));
    assertEquals(1, a.table.last(RIGHT, 7).seq());
    assertEquals(UpdateFate.REDIRECTED, a.admission.fate(put(7, 2, "y", 10L, 60L)));
    a.took(a.admission.admit(put(7, 2, "y", 10L)));
    a.took(a.source.beginMove(LEFT, b.table.self()));
    PartitionId again = part("again", 0, 100);
    a.refused(a.sharding.beginSharding(List.of(again)));
    a.took(a.source.abortMove(LEFT));
    a.took(a.sharding.beginSharding(List.of(again)));
    a.took(a.sharding.abortSharding(List.of(again)));
    a.refused(a.sharding.commitSharding(List.of(again)));
    a.took(a.sharding.beginSharding(List.of(again)));
    a.took(a.sharding.commitSharding(List.of(again)));
    assertEquals(2, a.table.last(again, 7).seq());
    assertEquals(1, a.table.record(again).orElseThrow().epoch());
  }

  @Test
  void shardingsThatDoNotFitAreRefused() {
    a.refused(a.sharding.beginSharding(List.of()));
    a.refused(a.sharding.beginSharding(List.of(part("other", 0, 100))));
    a.refused(a.sharding.beginSharding(List.of(part("l", 0, 30), part("r", 40, 100))));
    a.refused(a.sharding.beginSharding(List.of(part("l", 0, 30), part("l", 30, 100))));
    a.refused(a.sharding.beginSharding(List.of(part("whole", 0, 30), part("r", 30, 100))));
    a.refused(a.sharding.commitSharding(List.of(LEFT, RIGHT)));
    a.refused(a.sharding.abortSharding(List.of()));
  }

  @Test
  void aNewAttemptReplacesWhatIsLeftOfOldOnes() {
    a.took(a.source.beginMove(WHOLE, b.table.self()));
    a.copy(b);
    a.took(a.source.abortMove(WHOLE));
    a.took(a.sharding.beginSharding(List.of(LEFT, RIGHT)));
    a.took(a.sharding.commitSharding(List.of(LEFT, RIGHT)));
    a.took(a.source.beginMove(RIGHT, b.table.self()));
    b.took(b.destination.handlePrepare(a.says(MessageType.PREPARE)));
    assertEquals(List.of(RIGHT), List.copyOf(b.table.parts()));
    assertEquals(1, b.table.floor());
  }
}
