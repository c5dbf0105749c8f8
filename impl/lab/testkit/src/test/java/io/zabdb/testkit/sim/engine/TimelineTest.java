package io.zabdb.testkit.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private final Timeline time = new Timeline();
  private final List<String> happened = new ArrayList<>();

  @Test
  void eventsHappenInTheOrderOfTheirTimesThenAsScheduled() {
    time.at(20, () -> happened.add("late"));
    time.at(10, () -> happened.add("first"));
    time.at(10, () -> happened.add("second"));
    time.runUntil(100);
    assertEquals(List.of("first", "second", "late"), happened);
    assertEquals(100, time.now());
  }

  @Test
  void whatIsDueLaterWaits() {
    time.after(50, () -> happened.add("at " + time.now()));
    time.runUntil(49);
    assertEquals(List.of(), happened);
    time.runUntil(50);
    assertEquals(List.of("at 50"), happened);
  }
}
