package io.zabdb.bench.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {

  private static final Span WINDOW = new Span(0, 100);

  private static Spans spans(long... ends) {
    List<Span> all = new ArrayList<>();
    for (int i = 0; i < ends.length; i += 2) {
      all.add(new Span(ends[i], ends[i + 1]));
    }
    return Spans.of(all);
  }

  private static void same(Shares expected, Shares found) {
    assertEquals(expected.none(), found.none(), 1e-9);
    assertEquals(expected.minority(), found.minority(), 1e-9);
    assertEquals(expected.quorum(), found.quorum(), 1e-9);
  }

  @Test
  void noneMinorityQuorum() {
    same(
        new Shares(0.5, 0.4, 0.1),
        Shares.of(List.of(spans(10, 40), spans(30, 60), spans()), WINDOW));
  }

  @Test
  void ofFiveTwoAreAMinority() {
    Spans busy = spans(0, 50);
    same(
        new Shares(0.5, 0.5, 0), Shares.of(List.of(busy, busy, spans(), spans(), spans()), WINDOW));
    same(new Shares(0.5, 0, 0.5), Shares.of(List.of(busy, busy, busy, spans(), spans()), WINDOW));
  }

  @Test
  void onlyTheWindowCounts() {
    same(
        new Shares(0, 0.8, 0.2),
        Shares.of(List.of(spans(-50, 20), spans(0, 200), spans(120, 300)), WINDOW));
  }

  @Test
  void oneAfterTheOtherIsNeverTwo() {
    same(new Shares(0, 1, 0), Shares.of(List.of(spans(0, 50), spans(50, 100), spans()), WINDOW));
  }

  @Test
  void nothingAtAll() {
    same(new Shares(1, 0, 0), Shares.of(List.of(spans(), spans(), spans()), WINDOW));
  }

  @Test
  void spansAreJoined() {
    Spans joined = spans(50, 60, 10, 20, 15, 30, 30, 31, 40, 40);
    assertEquals(List.of(new Span(10, 31), new Span(50, 60)), joined.list());
    assertEquals(31, joined.micros());
    assertEquals(List.of(new Span(12, 31)), joined.within(new Span(12, 50)).list());
    assertEquals(
        List.of(new Span(10, 45), new Span(50, 60)),
        Spans.union(List.of(joined, spans(20, 45))).list());
  }

  @Test
  void touching() {
    Spans spans = spans(10, 20, 30, 40);
    assertTrue(spans.touches(0, 10));
    assertTrue(spans.touches(12, 13));
    assertTrue(spans.touches(0, 100));
    assertTrue(spans.touches(19, 25));
    assertFalse(spans.touches(0, 9));
    assertFalse(spans.touches(20, 29));
    assertFalse(spans.touches(40, 50));
    assertFalse(spans().touches(0, 50));
  }
}
