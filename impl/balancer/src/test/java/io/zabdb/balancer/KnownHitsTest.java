package io.zabdb.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zabdb.balancer.StoreView.OwnedPartition;
import io.zabdb.rpc.wire.Partitions.Hits;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What partitions have to do that cannot tell it yet. */
class KnownHitsTest {

  private static final long NOW = 1_000_000;

  private final KnownHits known = new KnownHits();

  private static Partition.Builder silent(String name, long after, long upTo) {
    return Partition.newBuilder().setName(name).setAfter(after).setUpTo(upTo);
  }

  private static Partition.Builder told(String name, long after, long upTo, double updates) {
    return silent(name, after, upTo)
        .setHits(Hits.newBuilder().setUpdates(updates).setReads(10 * updates).setHottest(0.9));
  }

  private List<Partition> look(long after, Partition.Builder... all) {
    List<OwnedPartition> owned =
        Stream.of(all).map(each -> new OwnedPartition(0, each.build())).toList();
    return known.complete(owned, NOW + after).stream().map(OwnedPartition::partition).toList();
  }

  private static void assertHits(double updates, Partition partition) {
    assertEquals(updates, partition.getHits().getUpdates(), 1e-9, partition::toString);
    assertEquals(10 * updates, partition.getHits().getReads(), 1e-9, partition::toString);
  }

  @Test
  void eachPartOfWhatWasSplitHasHalfOfIt() {
    look(0, told("a", 0, 100, 8), told("b", 100, 200, 1));
    List<Partition> parts =
        look(1, silent("a0", 0, 40), silent("a1", 40, 100), silent("b", 100, 200));
    assertHits(4, parts.get(0));
    assertHits(4, parts.get(1));
    assertHits(1, parts.get(2));
    assertEquals(0, parts.get(0).getHits().getHottest(), 1e-9, "it may be in the other part");
    assertEquals(0.9, parts.get(2).getHits().getHottest(), 1e-9);
    List<Partition> quarters =
        look(2, silent("a00", 0, 20), silent("a01", 20, 40), told("a1", 40, 100, 7));
    assertHits(2, quarters.get(0));
    assertHits(2, quarters.get(1));
    assertHits(7, quarters.get(2));
  }

  @Test
  void whatWasMergedHasTheSum() {
    look(0, told("a", 0, 40, 8), told("b", 40, 100, 3), told("c", 100, 200, 1));
    assertHits(11, look(1, silent("ab", 0, 100), silent("c", 100, 200)).get(0));
  }

  @Test
  void anotherNameChangesNothing() {
    look(0, told("a", 0, 100, 8));
    assertHits(8, look(1, silent("b", 0, 100)).get(0));
  }

  /**
   * Neither what lies across a border, nor what is known in part, nor tokens that make no sense.
   */
  @Test
  void whatIsNotKnownStaysSo() {
    Partition.Builder[] told = {told("a", 0, 40, 8), told("c", 60, 100, 3), told("d", 200, 300, 1)};
    for (Partition.Builder silent :
        List.of(
            silent("x", 20, 60),
            silent("x", 0, 100),
            silent("x", 0, 50),
            silent("x", 150, 300),
            silent("x", 400, 500),
            silent("x", 30, 30),
            silent("x", 100, 0))) {
      look(0, told);
      assertFalse(look(1, silent).get(0).hasHits(), silent::toString);
    }
  }

  @Test
  void figuresOfPartsAreAsOldAsTheOldestOfTheirs() {
    look(0, told("a", 0, 40, 8), told("b", 40, 100, 3));
    look(1_000, silent("a", 0, 40), told("b", 40, 100, 4));
    assertHits(12, look(60_000, silent("ab", 0, 100)).get(0));
    assertFalse(look(60_001, silent("ab", 0, 100)).get(0).hasHits());
  }
}
