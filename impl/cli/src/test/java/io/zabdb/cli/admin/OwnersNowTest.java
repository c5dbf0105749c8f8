package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What leaders say, and what was known before. */
class OwnersNowTest {

  private static final Ring BEFORE =
      new Ring(
          7,
          List.of(
              new RingPartition("p0", new TokenRange(Long.MIN_VALUE, 0), 0, 0),
              new RingPartition("p1", new TokenRange(0, Long.MAX_VALUE), 1, 0)));

  private static Partition held(String name, long after, long upTo, String phase, long move) {
    return Partition.newBuilder()
        .setName(name)
        .setAfter(after)
        .setUpTo(upTo)
        .setPhase(phase)
        .setMove(move)
        .build();
  }

  private static Partition p0(String phase, long move) {
    return held("p0", Long.MIN_VALUE, 0, phase, move);
  }

  private static String owners(Map<Integer, List<Partition>> said) {
    StringBuilder text = new StringBuilder();
    for (RingPartition each : OwnersNow.ring(BEFORE, said).partitions()) {
      text.append(each.name()).append('@').append(each.group());
      text.append(each.isFirstHand() ? "! " : " ");
    }
    return text.toString().trim();
  }

  /** The first group gives p0 to the second one, in attempt 4. */
  @ParameterizedTest
  @CsvSource({
    "COPYING, RECEIVING, 'p0@0! p1@1'",
    "SEALED, READY, 'p0@0! p1@1'",
    "SWITCHED, READY, 'p0@0 p1@1'",
    "SWITCHED, SERVING, 'p0@1! p1@1'",
    "gone, SERVING, 'p0@1! p1@1'",
    "gone, COPYING, 'p0@1! p1@1'"
  })
  void whoServesIsTheOwner(String source, String destination, String owners) {
    List<Partition> first = source.equals("gone") ? List.of() : List.of(p0(source, 0));
    assertEquals(owners, owners(Map.of(0, first, 1, List.of(p0(destination, 4)))));
  }

  /** A leader that has not heard of its successor may have an older word. */
  @Test
  void theHigherNumberCounts() {
    List<Partition> old = List.of(p0("SERVING", 4));
    List<Partition> later = List.of(p0("SERVING", 5));
    assertEquals("p0@1! p1@1", owners(Map.of(0, old, 1, later)));
    assertEquals("p0@0! p1@1", owners(Map.of(0, later, 1, old)));
  }

  @Test
  void whoSaysNothingKeepsWhatWasKnown() {
    assertEquals("p0@0 p1@1", owners(Map.of()));
    assertEquals(
        "p0@0 p1@1!", owners(Map.of(1, List.of(held("p1", 0, Long.MAX_VALUE, "SERVING", 0)))));
  }

  @Test
  void partsOfASplitHaveTheirOwnNames() {
    assertEquals(
        "a@0! b@0! p1@1",
        owners(
            Map.of(
                0,
                List.of(
                    held("a", Long.MIN_VALUE, -9, "SERVING", 0), held("b", -9, 0, "SERVING", 0)))));
  }

  /** What a node said of its own is hearsay by now, as what its leader says has to show. */
  @Test
  void whatWasFirstHandBeforeIsNotConfirmed() {
    Ring own = new Ring(1, List.of(new RingPartition("p0", TokenRange.ALL, 0, 3, true)));
    assertEquals(false, OwnersNow.ring(own, Map.of()).partitions().get(0).isFirstHand());
  }
}
