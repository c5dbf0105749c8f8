package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import java.util.List;

/** What the scheduler wants next. */
public sealed interface Step {

  /** These deeds, one right behind the other; then another sight. */
  record Act(List<Deed> deeds) implements Step {
    public Act {
      deeds = List.copyOf(deeds);
    }
  }

  /** Nothing now; another sight after so many microseconds at most, sooner if something changes. */
  record Wait(long micros) implements Step {}

  /** Nothing any more. */
  record Over() implements Step {}
}
