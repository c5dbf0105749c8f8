package io.zabdb.schedule;

import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import io.zabdb.schedule.window.WindowKind;
import java.util.List;

/** What a window does. Not thread-safe. */
interface Phase {

  WindowKind kind();

  /** What is to be done now; empty: nothing. Whatever is given is done before the next sight. */
  List<Deed> deeds(Sight sight);

  /** Whether the window is over. */
  boolean isOver(Sight sight);

  /** When what it is for had begun, in microseconds; below 0: it has not. */
  long struck();

  /** Whether it came to what it is for; asked when it is over. */
  boolean reached();
}
