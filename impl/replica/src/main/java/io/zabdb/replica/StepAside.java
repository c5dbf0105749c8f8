package io.zabdb.replica;

import io.zabdb.core.group.TransferSettings;
import io.zabdb.core.trace.TransferView;
import java.time.Duration;

/**
 * Decides when a leader that is not fit gives up without a successor: it should have handed over by
 * now, and another member is fit, so that an election will find it. If it is elected again all the
 * same, it waits twice as long the next time. Not thread-safe: of the event loop.
 */
final class StepAside {

  /** So many drains may fail first. */
  private static final long DRAINS = 4;

  private static final int MAX_DOUBLINGS = 5;

  private final int maxPressure;
  private final long first;
  private int doublings;
  private boolean waiting;
  private long since;

  StepAside(TransferSettings settings, Duration tick) {
    maxPressure = settings.maxPressure();
    first = DRAINS * settings.drainTimeout() * tick.toNanos();
  }

  /**
   * Looks at how things are; often.
   *
   * @param now in nanoseconds from any moment on
   * @return whether it is to step down now
   */
  boolean isDue(TransferView view, long now) {
    if (view.fit()) {
      doublings = 0;
    }
    if (view.fit() || !view.leads() || !isAnotherFit(view)) {
      waiting = false;
      return false;
    }
    if (!waiting) {
      waiting = true;
      since = now;
    }
    if (now - since < first << doublings) {
      return false;
    }
    waiting = false;
    doublings = Math.min(MAX_DOUBLINGS, doublings + 1);
    return true;
  }

  /** Whether a leader knows of another member that is fit to lead. */
  boolean isAnotherFit(TransferView view) {
    for (int member = 0; member < view.members(); member++) {
      if (member != view.self()
          && view.heardRun(member) >= 0
          && view.heardPressure(member) <= maxPressure) {
        return true;
      }
    }
    return false;
  }
}
