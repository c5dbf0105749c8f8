package io.zabdb.environment.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes say that they are there; those that have not for a while are silent. */
class HeardNodesTest {

  private static final long PATIENCE = 120;

  private final HeardNodes nodes = new HeardNodes(PATIENCE);
  private final HeardNews news = new HeardNews(nodes);

  @Test
  void aNodeIsHeardForAsLongAsItsLastWordIsGoodFor() {
    nodes.heard(1, 7, 1_000);
    nodes.heard(2, 8, 1_040);
    assertEquals(Map.of(1, 7L, 2, 8L), nodes.starts(1_000 + PATIENCE));
    assertEquals(Map.of(2, 8L), nodes.starts(1_001 + PATIENCE));
    nodes.heard(1, 9, 1_200);
    assertEquals(Map.of(1, 9L), nodes.starts(1_200));
  }

  @Test
  void severalWordsAreSaidInThatTime() {
    assertEquals(40, nodes.interval());
  }

  @Test
  void whatIsNewIsToldAndAllOfItNowAndThen() {
    assertEquals(Optional.empty(), news.next(0));
    nodes.heard(1, 7, 0);
    assertEquals(Optional.of(Map.of(1, 7L)), news.next(1));
    assertEquals(Optional.empty(), news.next(2));
    nodes.heard(1, 8, 3);
    assertEquals(Optional.of(Map.of(1, 8L)), news.next(3));
    int again = 0;
    for (int look = 0; look < 50; look++) {
      again += news.next(4).isPresent() ? 1 : 0;
    }
    assertEquals(2, again);
    assertEquals(Optional.of(Map.of()), news.next(4 + PATIENCE));
  }
}
