package io.zabdb.shard;

import static io.zabdb.shard.SoloGroup.WHOLE;
import static io.zabdb.shard.SoloGroup.birth;
import static io.zabdb.shard.SoloGroup.part;
import static io.zabdb.shard.SoloGroup.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.LimitException;
import io.zabdb.model.ring.TokenRange;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a table refuses because it would be too much, or makes no sense. */
class LimitsTest {

  private static PartitionId[] parts(int count) {
    return LongStream.range(0, count)
        .mapToObj(n -> part("p" + n, n * 10, n * 10 + 10))
        .toArray(PartitionId[]::new);
  }

  @Test
  void aFullGroupTakesNoPartition() {
    SoloGroup full = new SoloGroup(1, parts(ShardLimits.PARTITIONS));
    PartitionId extra = part("extra", -10, 0);
    SoloGroup source = new SoloGroup(2, extra);
    source.took(source.source.beginMove(extra, full.table.self()));
    full.refused(full.destination.handlePrepare(source.says(MessageType.PREPARE)));
    full.refused(full.sharding.beginSharding(List.of(part("x", 0, 5), part("y", 5, 10))));
    assertThrows(
        LimitException.class,
        () -> ShardCommand.found(birth(1), List.of(parts(ShardLimits.PARTITIONS + 1))));
  }

  @Test
  void splitsUnderWayCount() {
    SoloGroup group = new SoloGroup(1, parts(ShardLimits.PARTITIONS - 1));
    group.took(group.sharding.beginSharding(List.of(part("x", 0, 5), part("y", 5, 10))));
    group.refused(group.sharding.beginSharding(List.of(part("v", 10, 15), part("w", 15, 20))));
    group.refused(group.sharding.beginSharding(List.of(part("x", 10, 15), part("w", 15, 20))));
  }

  /** Else the commit of the split would make one more than there may be, or a second of a name. */
  @Test
  void whoArrivesLeavesRoomForSplitsUnderWay() {
    PartitionId extra = part("extra", -10, 0);
    PartitionId namesake = part("x", -10, 0);
    for (PartitionId arriving : List.of(extra, namesake)) {
      boolean isFull = arriving.equals(extra);
      SoloGroup group =
          new SoloGroup(1, parts(isFull ? ShardLimits.PARTITIONS - 1 : ShardLimits.PARTITIONS / 2));
      List<PartitionId> halves = List.of(part("x", 0, 5), part("y", 5, 10));
      group.took(group.sharding.beginSharding(halves));
      SoloGroup source = new SoloGroup(2, arriving);
      source.took(source.source.beginMove(arriving, group.table.self()));
      MoveMessage prepare = source.says(MessageType.PREPARE);
      group.refused(group.destination.handlePrepare(prepare));
      group.took(group.sharding.abortSharding(halves));
      group.took(group.destination.handlePrepare(prepare));
    }
  }

  @Test
  void aPartitionRemembersSoManySessions() {
    SoloGroup group = new SoloGroup(1, WHOLE);
    for (long session = 1; session <= ShardLimits.SESSIONS; session++) {
      group.took(group.admission.admit(put(session, 1, "", 10L)));
    }
    group.refused(group.admission.admit(put(0, 1, "", 10L)));
    assertEquals(UpdateFate.OVERLOADED, group.admission.fate(put(0, 1, "", 10L)));
    group.took(group.admission.admit(put(1, 2, "", 10L)));
  }

  /** The largest that there may be is no longer than a command. */
  @Test
  void aCopyIsBoundedInBytes() {
    assertTrue(ShardLimits.COPY > 0 && ShardLimits.COPY < DataLimits.COMMAND);
    Bytes longest = Bytes.wrap(new byte[ShardLimits.RESULT]);
    assertEquals(longest, new LastUpdate(1, longest).result());
    Bytes longer = Bytes.wrap(new byte[ShardLimits.RESULT + 1]);
    assertThrows(LimitException.class, () -> new LastUpdate(1, longer));
  }

  @Test
  void namesAreUniqueInAGroup() {
    SoloGroup group = new SoloGroup(1, WHOLE);
    PartitionId namesake = part("whole", 200, 300);
    SoloGroup source = new SoloGroup(2, namesake);
    source.took(source.source.beginMove(namesake, group.table.self()));
    group.refused(group.destination.handlePrepare(source.says(MessageType.PREPARE)));
    assertThrows(LimitException.class, () -> part("", 0, 1));
    assertThrows(LimitException.class, () -> part("x".repeat(101), 0, 1));
  }

  @Test
  void numbersEndBeforeTheyOverflow() {
    SoloGroup group = new SoloGroup(1, WHOLE);
    group.took(group.source.beginMove(WHOLE, birth(2)));
    MoveMessage low =
        new MoveMessage(
            MessageType.TOO_LOW, birth(2), birth(1), WHOLE, 1, ShardLimits.NUMBER, null, null);
    group.took(group.source.handleTooLow(low));
    group.refused(group.source.beginMove(WHOLE, birth(2)));
  }

  @Test
  void theFirstCommandFoundsTheGroupAndNoOther() {
    PartitionTable table = new PartitionTable(SessionRecords.ABSENT, Cells.ABSENT);
    PartitionLog log = new PartitionLog();
    assertFalse(log.admissible(table, ShardCommand.update(put(7, 1, "", 10L))));
    ShardCommand twice = ShardCommand.found(birth(1), List.of(WHOLE, part("half", 0, 50)));
    assertFalse(log.admissible(table, twice));
    ShardCommand nobody = ShardCommand.found(Birth.NOBODY, List.of(WHOLE));
    assertFalse(log.admissible(table, nobody), "it would not be founded by it");
    ShardCommand found = ShardCommand.found(birth(1), List.of(WHOLE));
    assertTrue(log.commit(table, found, 1, 1));
    assertFalse(log.commit(table, found, 1, 2));
    log.pass(table);
    assertEquals(3, table.index());
    assertEquals(
        table.state(),
        new PartitionTable(table.state(), SessionRecords.ABSENT, Cells.ABSENT).state());
  }

  @Test
  void aCommandHasWhatItsKindNeeds() {
    for (CommandKind kind : CommandKind.values()) {
      boolean bare = kind.isOfAttempt() || kind == CommandKind.UPDATE;
      if (bare) {
        assertThrows(
            IllegalArgumentException.class, () -> ShardCommand.shard(kind, List.of()), kind::name);
      }
    }
    assertThrows(
        IllegalArgumentException.class, () -> ShardCommand.shard(CommandKind.SEAL, List.of(WHOLE)));
    assertThrows(
        IllegalArgumentException.class,
        () -> MoveMessage.of(MessageType.BASE, birth(1), birth(2), WHOLE, 1));
  }

  @Test
  void tokensAreFoundAtTheEndsOfRanges() {
    PartitionId low = new PartitionId("a", new TokenRange(Long.MIN_VALUE, -5));
    PartitionId high = new PartitionId("-", new TokenRange(7, Long.MAX_VALUE));
    PartitionTable table = new SoloGroup(1, low, high).table;
    assertTrue(table.around(List.of(Long.MIN_VALUE)).isEmpty());
    assertEquals(low, table.around(List.of(Long.MIN_VALUE + 1, -5L)).orElseThrow());
    assertTrue(table.around(List.of(-4L)).isEmpty());
    assertTrue(table.around(List.of(7L)).isEmpty());
    assertEquals(high, table.around(List.of(8L, Long.MAX_VALUE)).orElseThrow());
    assertTrue(table.around(List.of(8L, -5L)).isEmpty());
  }
}
