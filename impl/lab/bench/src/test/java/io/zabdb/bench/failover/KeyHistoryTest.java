package io.zabdb.bench.failover;

import static io.zabdb.bench.failover.KeyHistory.Verdict.DOUBLED;
import static io.zabdb.bench.failover.KeyHistory.Verdict.EXPECTED;
import static io.zabdb.bench.failover.KeyHistory.Verdict.LOST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.failover.KeyHistory.Content;
import io.zabdb.bench.failover.KeyHistory.Verdict;
import io.zabdb.model.data.Version;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyHistoryTest {

  private final KeyHistory history = new KeyHistory();

  @BeforeEach
  void writeTwice() {
    assertEquals(Verdict.EXPECTED, history.found(Optional.empty()));
    history.answered(history.issue(), version(1));
    history.answered(history.issue(), version(2));
  }

  private static Version version(long counter) {
    return new Version(0, 1, counter);
  }

  private Verdict found(long number, long counter) {
    return history.found(Optional.of(new Content(number, version(counter))));
  }

  @Test
  void theLastWrite() {
    assertEquals(EXPECTED, found(2, 2));
    assertEquals(Optional.of(2L), history.current());
  }

  @Test
  void theLastWriteIsGone() {
    assertEquals(LOST, found(1, 1));
  }

  @Test
  void allIsGone() {
    assertEquals(LOST, history.found(Optional.empty()));
  }

  @Test
  void theLastWriteWasMadeAgain() {
    assertEquals(DOUBLED, found(2, 3));
  }

  @Test
  void anOlderWriteWasMadeAgain() {
    assertEquals(DOUBLED, found(1, 3));
  }

  @Test
  void aWriteWithoutAnswerMayBeThere() {
    history.unanswered(history.issue());
    assertTrue(history.isUnsure());
    assertEquals(EXPECTED, found(2, 2));
    assertTrue(history.isUnsure());
    assertEquals(EXPECTED, found(3, 3));
    assertFalse(history.isUnsure());
    assertEquals(Optional.of(3L), history.current());
  }

  @Test
  void aWriteWithoutAnswerIsMadeOnce() {
    history.unanswered(history.issue());
    assertEquals(EXPECTED, found(3, 3));
    assertEquals(DOUBLED, found(3, 4));
  }

  @Test
  void numbersAreNotUsedTwice() {
    assertEquals(3, history.issue());
    assertEquals(4, history.issue());
  }
}
