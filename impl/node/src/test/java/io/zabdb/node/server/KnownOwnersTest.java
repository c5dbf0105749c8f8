package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.move.GroupNumbers;
import io.zabdb.shard.Birth;
import io.zabdb.shard.Heir;
import io.zabdb.shard.Heirs;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.TableState;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KnownOwnersTest {

  private static final UUID CLUSTER = new UUID(7, 11);
  private static final TokenRange LOW = new TokenRange(Token.MIN, 0);
  private static final TokenRange HIGH = new TokenRange(0, Long.MAX_VALUE);
  private static final RingPartition FIRST = new RingPartition("p0", TokenRange.ALL, 0, 0);
  private static final PartitionId WHOLE = new PartitionId("p0", TokenRange.ALL);

  private final KnownOwners owners =
      new KnownOwners(CLUSTER, new Ring(1, List.of(FIRST)), group -> group < 3);

  private static Birth birth(int group) {
    return GroupNumbers.birth(CLUSTER, group, 99);
  }

  private static PartitionRecord record(MovePhase phase, long epoch, long move) {
    return new PartitionRecord(phase, epoch, move, birth(1), 1, List.of());
  }

  private static TableState table(Map<PartitionId, PartitionRecord> records, Heirs.Gift... gifts) {
    return new TableState(birth(0), 9, 9, 0, false, new TreeMap<>(records), List.of(gifts));
  }

  private static Heirs.Gift gift(TokenRange range, Birth heir, long epoch) {
    return new Heirs.Gift(range, new Heir(heir, epoch, 8));
  }

  private static RingPartition own(String name, TokenRange range, int group, long move) {
    return new RingPartition(name, range, group, move, true);
  }

  private List<RingPartition> parts() {
    return owners.ring().partitions();
  }

  private Optional<RingPartition> elsewhere(int group, TokenRange... asked) {
    return owners.elsewhere(group, List.of(asked));
  }

  @Test
  void itBeginsWithTheConfigurationAndHearsOfSplits() {
    assertEquals(List.of(FIRST), parts());
    assertFalse(owners.hasHeardOf(0));
    PartitionRecord serving = record(MovePhase.SERVING, 0, 0);
    owners.heard(
        0, table(Map.of(new PartitionId("a", LOW), serving, new PartitionId("b", HIGH), serving)));
    assertEquals(List.of(own("a", LOW, 0, 0), own("b", HIGH, 0, 0)), parts());
    assertTrue(owners.hasHeardOf(0));
    assertFalse(owners.hasHeardOf(1));
    owners.heard(0, table(Map.of(new PartitionId("m", TokenRange.ALL), serving)));
    assertEquals(List.of(own("m", TokenRange.ALL, 0, 0)), parts());
    assertEquals(List.of(FIRST), owners.first().partitions());
  }

  @Test
  void itsVersionGrowsWithEachChangeAndOnlyThen() {
    assertEquals(1, owners.ring().version());
    TableState serving = table(Map.of(WHOLE, record(MovePhase.SERVING, 0, 0)));
    owners.heard(0, serving);
    assertEquals(2, owners.ring().version());
    owners.heard(0, serving);
    owners.heard(0, table(Map.of(WHOLE, record(MovePhase.SEALED, 4, 0))));
    assertEquals(2, owners.ring().version());
    owners.heard(0, table(Map.of(WHOLE, record(MovePhase.SWITCHED, 4, 0)), gift(LOW, birth(1), 4)));
    assertEquals(3, owners.ring().version());
  }

  @Test
  void whatIsGivenAwayIsTheHeirsAndACopyIsNotOwnedYet() {
    owners.heard(
        0,
        table(Map.of(WHOLE, record(MovePhase.SWITCHED, 4, 0)), gift(TokenRange.ALL, birth(1), 4)));
    RingPartition heirs = new RingPartition("p0", TokenRange.ALL, 1, 4);
    assertEquals(List.of(heirs), parts());
    for (MovePhase copy : List.of(MovePhase.RECEIVING, MovePhase.READY)) {
      owners.heard(2, table(Map.of(WHOLE, record(copy, 7, 7))));
      assertEquals(List.of(heirs), parts());
    }
    // The heir itself tells of it, then of a split.
    owners.heard(1, table(Map.of(WHOLE, record(MovePhase.COPYING, 4, 4))));
    assertEquals(List.of(own("p0", TokenRange.ALL, 1, 4)), parts());
  }

  /** A group that was born is not known at once. */
  @Test
  void whatWasGivenToAGroupCountsOnceThatIsKnown() {
    Set<Integer> known = new HashSet<>(Set.of(0));
    KnownOwners grows = new KnownOwners(CLUSTER, new Ring(1, List.of(FIRST)), known::contains);
    int born = 40_001;
    grows.heard(
        0,
        table(
            Map.of(WHOLE, record(MovePhase.SWITCHED, 4, 0)), gift(TokenRange.ALL, birth(born), 4)));
    assertEquals(List.of(FIRST), grows.ring().partitions());
    known.add(born);
    grows.groupsChanged();
    assertEquals(
        List.of(new RingPartition("p0", TokenRange.ALL, born, 4)), grows.ring().partitions());
  }

  @Test
  void whatWasHeardIsNotUndoneByWhoLagsOrForgets() {
    owners.heard(0, table(Map.of(), gift(TokenRange.ALL, birth(1), 4)));
    owners.heard(2, table(Map.of(WHOLE, record(MovePhase.SERVING, 9, 9))));
    List<RingPartition> after = parts();
    assertEquals(List.of(own("p0", TokenRange.ALL, 2, 9)), after);
    owners.heard(0, table(Map.of(WHOLE, record(MovePhase.SERVING, 0, 0))));
    owners.heard(0, table(Map.of()));
    owners.heard(1, table(Map.of(), gift(TokenRange.ALL, birth(0), 8)));
    assertEquals(after, parts());
  }

  @Test
  void aGroupThatThereIsNotIsNoHeir() {
    owners.heard(
        0,
        table(
            Map.of(),
            gift(LOW, birth(3), 4),
            gift(HIGH, GroupNumbers.birth(new UUID(100, 12), 1, 99), 4)));
    assertEquals(List.of(FIRST), parts());
    assertEquals(1, owners.ring().version());
  }

  /** It has ended, before this node heard of the gift: the owner of today has to be asked for. */
  @Test
  void whatWasGivenToAGroupThatThereIsNotHasNoOwnerHere() {
    PartitionId low = new PartitionId("low", LOW);
    PartitionId high = new PartitionId("high", HIGH);
    owners.heard(
        0,
        table(Map.of(low, record(MovePhase.SERVING, 0, 0), high, record(MovePhase.SERVING, 0, 0))));
    assertEquals(List.of(false, false), parts().stream().map(owners::isRefuted).toList());
    owners.heard(0, table(Map.of(high, record(MovePhase.SERVING, 0, 0)), gift(LOW, birth(3), 4)));
    assertEquals(List.of(true, false), parts().stream().map(owners::isRefuted).toList());
    assertFalse(owners.isOwn(0, List.of(0L)));
    assertTrue(owners.isOwn(0, List.of(1L)));
    owners.told(new Ring(7, List.of(own("low", LOW, 2, 5), own("high", HIGH, 0, 0))));
    assertEquals(List.of(false, false), parts().stream().map(owners::isRefuted).toList());
  }

  @Test
  void theFirstOfWhatIsElsewhereIsNamed() {
    assertEquals(Optional.empty(), elsewhere(0, TokenRange.ALL));
    assertEquals(Optional.of(FIRST), elsewhere(1, TokenRange.of(5)));
    owners.heard(
        0,
        table(
            Map.of(new PartitionId("a", LOW), record(MovePhase.SERVING, 0, 0)),
            gift(new TokenRange(0, 10), birth(1), 4),
            gift(new TokenRange(10, 20), birth(2), 5)));
    RingPartition second = new RingPartition("p0", new TokenRange(0, 10), 1, 4);
    assertEquals(Optional.of(second), elsewhere(0, TokenRange.ALL));
    assertEquals(Optional.of(second), elsewhere(0, TokenRange.of(-5), TokenRange.of(10)));
    assertEquals(Optional.empty(), elsewhere(0, LOW, TokenRange.of(21)));
    assertEquals(2, elsewhere(0, TokenRange.of(-5), TokenRange.of(11)).orElseThrow().group());
    assertEquals(Optional.empty(), elsewhere(0));
  }

  @Test
  void aGroupOwnsWhatItSaysItself() {
    assertTrue(owners.isOwn(0, List.of(5L)), "it has said nothing yet");
    owners.heard(
        0,
        table(
            Map.of(new PartitionId("a", LOW), record(MovePhase.SERVING, 0, 0)),
            gift(HIGH, birth(1), 4)));
    assertTrue(owners.isOwn(0, List.of(-5L, 0L)));
    assertFalse(owners.isOwn(0, List.of(-5L, 5L)));
    assertTrue(owners.isOwn(1, List.of(5L)), "it has said nothing yet");
    owners.heard(1, table(Map.of(new PartitionId("b", HIGH), record(MovePhase.READY, 4, 4))));
    assertFalse(owners.isOwn(1, List.of(5L)), "the giver says so, and not yet the heir");
    owners.heard(1, table(Map.of(new PartitionId("b", HIGH), record(MovePhase.SERVING, 4, 4))));
    assertTrue(owners.isOwn(1, List.of(5L)));
  }

  /** By nodes that tell each other where they know of no owner but a group that has ended. */
  @Test
  void whatAnotherNodeKnowsCountsIfItIsLater() {
    RingPartition low = new RingPartition("p0", LOW, 2, 5);
    owners.told(new Ring(7, List.of(own("p9", LOW, 2, 5), own("p0", HIGH, 0, 0))));
    assertEquals(Optional.of("p9"), elsewhere(0, LOW).map(RingPartition::name));
    // It is hearsay here.
    assertEquals(List.of(false, false), parts().stream().map(RingPartition::isFirstHand).toList());
    long version = owners.ring().version();
    owners.told(new Ring(8, List.of(new RingPartition("p0", TokenRange.ALL, 1, 4))));
    assertEquals(version + 1, owners.ring().version());
    assertEquals(2, owners.ring().partitionOf(0).group());
    assertEquals(1, owners.ring().partitionOf(1).group());
    owners.told(new Ring(9, List.of(low, new RingPartition("p0", HIGH, 0, 3))));
    assertEquals(1, owners.ring().partitionOf(1).group());
  }
}
