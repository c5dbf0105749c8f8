package io.zabdb.model.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingClaimsTest {

  private static final RingPartition ALL = new RingPartition("p0", TokenRange.ALL, 0, 0);

  private final RingClaims claims = new RingClaims(new Ring(1, List.of(ALL)));

  private static RingPartition hearsay(String name, long after, long upTo, int group, long move) {
    return new RingPartition(name, new TokenRange(after, upTo), group, move);
  }

  private static RingPartition own(String name, long after, long upTo, int group, long move) {
    return new RingPartition(name, new TokenRange(after, upTo), group, move, true);
  }

  private List<RingPartition> parts() {
    return claims.ring(1).partitions();
  }

  @Test
  void aMoveIsOfItsTokensAlone() {
    assertTrue(claims.add(hearsay("p0", 10, 20, 1, 3)));
    assertEquals(
        List.of(
            ALL.with(new TokenRange(Token.MIN, 10)),
            hearsay("p0", 10, 20, 1, 3),
            ALL.with(new TokenRange(20, Long.MAX_VALUE))),
        parts());
    assertFalse(claims.add(hearsay("p0", 10, 20, 1, 3)));
  }

  @Test
  void aLowerNumberChangesNothingAndTheRestOfItsClaimDoes() {
    claims.add(hearsay("p0", 10, 20, 1, 5));
    assertFalse(claims.add(own("p0", 10, 20, 0, 4)));
    assertTrue(claims.add(own("x", 0, 30, 2, 4)));
    assertEquals(
        List.of(own("x", 0, 10, 2, 4), hearsay("p0", 10, 20, 1, 5), own("x", 20, 30, 2, 4)),
        parts().subList(1, 4));
  }

  @Test
  void ofTheSameNumberTheOwnersWordIsNotOutweighed() {
    assertTrue(claims.add(own("a", Token.MIN, 0, 0, 0)));
    assertTrue(claims.add(own("b", 0, Long.MAX_VALUE, 0, 0)));
    assertFalse(claims.add(ALL), "hearsay of before a split");
    assertFalse(claims.add(new RingPartition("p0", TokenRange.ALL, 1, 0)));
    assertTrue(claims.add(own("m", Token.MIN, Long.MAX_VALUE, 0, 0)), "a merge");
    assertEquals(List.of(own("m", Token.MIN, Long.MAX_VALUE, 0, 0)), parts());
  }

  @Test
  void ofHearsayOfTheSameNumberTheLatestCounts() {
    assertTrue(claims.add(new RingPartition("p0", TokenRange.ALL, 1, 0)));
    assertEquals(1, parts().get(0).group());
  }

  @Test
  void whatTheSameClaimSaidInPartsIsOnePartition() {
    claims.add(own("a", 0, 10, 1, 1));
    claims.add(own("a", 10, 20, 1, 1));
    assertTrue(claims.add(own("a", 0, 20, 1, 1)));
    assertEquals(3, parts().size());
    assertFalse(claims.add(own("a", 0, 20, 1, 1)));
  }

  @Test
  void aClaimThatWouldMakeTooManyPartitionsIsNotTaken() {
    RingClaims few = new RingClaims(new Ring(1, List.of(ALL)), 3);
    assertTrue(few.add(own("a", 0, 10, 1, 1)));
    assertFalse(few.add(own("b", 20, 30, 1, 1)));
    assertEquals(3, few.ring(1).partitions().size());
    assertTrue(few.add(own("b", 0, 10, 2, 2)), "no more than before");
  }

  @Test
  void whateverIsClaimedInWhateverOrderTheHighestNumberCounts() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<RingPartition> all = new ArrayList<>();
      for (int move = 1; move <= 12; move++) {
        long after = random.nextInt(20) - 1L;
        long upTo = after + 1 + random.nextInt(8);
        int group = random.nextInt(3);
        // An owner and those who heard of it.
        all.add(own("own" + move, after, upTo, group, move));
        all.add(hearsay("heard" + move, after, upTo, group, move));
      }
      Collections.shuffle(all, random);
      RingClaims heard = new RingClaims(new Ring(1, List.of(ALL)));
      all.forEach(heard::add);
      // Without gaps, or this throws.
      Ring ring = heard.ring(2);
      for (long token = -3; token < 32; token++) {
        long of = token;
        RingPartition wanted =
            all.stream()
                .filter(claim -> claim.range().contains(of) && claim.isFirstHand())
                .max(Comparator.comparingLong(RingPartition::move))
                .orElse(ALL);
        RingPartition found = ring.partitionOf(token);
        assertEquals(wanted.name(), found.name(), "seed " + seed + ", token " + token);
        assertEquals(wanted.group(), found.group(), "seed " + seed);
        assertEquals(wanted.isFirstHand(), found.isFirstHand(), "seed " + seed);
      }
      for (RingPartition claim : all) {
        assertFalse(heard.add(claim), () -> claim + " is no news any more");
      }
    }
  }
}
