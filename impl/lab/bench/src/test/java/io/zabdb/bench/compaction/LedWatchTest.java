package io.zabdb.bench.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.timeline.Spans;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LedWatchTest {

  @Test
  void aNodeLeadsFromTheFirstTimeThatItSaysSoToTheLast() {
    LedWatch watch = new LedWatch(3, Set::of, 0);
    watch.note(Set.of(0), -10, -10);
    watch.note(Set.of(0, 1), 10, 10);
    watch.note(Set.of(1), 20, 20);
    watch.note(Set.of(0, 1), 30, 30);
    watch.note(Set.of(0), 40, 40);
    List<Spans> led = watch.spans();
    assertTrue(led.get(0).touches(0, 5));
    assertFalse(led.get(0).touches(11, 29));
    assertTrue(led.get(0).touches(35, 50));
    assertTrue(led.get(1).touches(15, 16));
    assertFalse(led.get(1).touches(31, 50));
    assertEquals(List.of(), led.get(2).list());
  }

  @Test
  void aNodeMayHaveHandedOverWhileItsAnswerWasOnItsWay() {
    LedWatch watch = new LedWatch(1, Set::of, 0);
    watch.note(Set.of(0), 0, 10);
    watch.note(Set.of(0), 30, 90);
    watch.note(Set.of(), 110, 120);
    Spans led = watch.spans().get(0);
    assertTrue(led.touches(15, 20));
    assertFalse(led.touches(0, 9));
    assertFalse(led.touches(40, 90));
  }
}
