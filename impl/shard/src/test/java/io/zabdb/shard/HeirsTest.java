package io.zabdb.shard;

import static io.zabdb.shard.SoloGroup.birth;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.ring.TokenRange;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Gifts are remembered by token, whatever they cover. */
class HeirsTest {

  private static final int TOKENS = 20;

  @Test
  void theyAreAsIfEachTokenHadItsOwn() {
    SplittableRandom random = new SplittableRandom(1);
    int covered = 0;
    for (int run = 0; run < 500; run++) {
      Heirs heirs = new Heirs(List.of());
      Heir[] each = new Heir[TOKENS + 1];
      Arrays.fill(each, Heir.NOBODY);
      for (int step = 1; step <= 12; step++) {
        int after = random.nextInt(TOKENS);
        int upTo = after + 1 + random.nextInt(TOKENS - after);
        boolean given = random.nextInt(3) > 0;
        Heir heir = given ? new Heir(birth(step), step, step) : Heir.NOBODY;
        TokenRange range = new TokenRange(after, upTo);
        if (given) {
          heirs.give(range, heir);
        } else {
          heirs.forget(range);
        }
        Arrays.fill(each, after + 1, upTo + 1, heir);
      }
      for (int token = 1; token <= TOKENS; token++) {
        assertEquals(each[token], heirs.of(token), "run " + run + ", token " + token);
      }
      covered += heirs.gifts().size() > heirs.places().size() ? 1 : 0;
      heirs.forgetPlaces(place -> place < 12);
      assertEquals(each[TOKENS].place() == 12 ? each[TOKENS] : Heir.NOBODY, heirs.of(TOKENS));
    }
    assertTrue(covered > 100, "gifts that were cut in two: " + covered);
  }
}
