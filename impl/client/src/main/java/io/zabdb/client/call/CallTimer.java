package io.zabdb.client.call;

import io.zabdb.client.time.Timers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The time that a call has, and the one thing that it does next when nothing comes. For turns. */
final class CallTimer {

  private final Caller caller;
  private final Runnable expired;
  private final long began;
  private final long deadline;
  private Backoff backoff;
  private Timers.Alarm alarm;
  private int arming;
  private boolean isStopped;

  /**
   * Begins now, but rings only when it is armed.
   *
   * @param timeout in nanoseconds
   * @param expired when time is up
   */
  CallTimer(Caller caller, long timeout, Runnable expired) {
    this.caller = caller;
    this.expired = expired;
    began = caller.timers().now();
    deadline = began + timeout;
  }

  /** Rings after so many nanoseconds, or when time is up, and not as it was armed before. */
  void arm(long delay, Runnable action) {
    if (alarm != null) {
      alarm.cancel();
    }
    arming++;
    int armed = arming;
    long wait = Math.max(0, Math.min(delay, deadline - caller.timers().now()));
    alarm = caller.timers().in(wait, () -> caller.turns().take(() -> rung(armed, action)));
  }

  /** Rings after a pause, which grows with each. */
  void armPause(Runnable action) {
    if (backoff == null) {
      backoff = caller.newBackoff();
    }
    arm(backoff.next(), action);
  }

  /** Rings when time is up. */
  void armDeadline() {
    arm(Long.MAX_VALUE, this::armDeadline);
  }

  private void rung(int armed, Runnable action) {
    if (isStopped || armed != arming) {
      return;
    }
    if (caller.timers().now() >= deadline) {
      expired.run();
    } else {
      action.run();
    }
  }

  /** Does not ring any more. */
  void stop() {
    isStopped = true;
    if (alarm != null) {
      alarm.cancel();
    }
  }

  /** How many milliseconds there are in all. */
  long totalMillis() {
    return TimeUnit.NANOSECONDS.toMillis(deadline - began);
  }

  /** How many milliseconds are left; at least 1. Thread-safe. */
  int leftMillis() {
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - caller.timers().now());
    return (int) Math.max(1, Math.min(left, Integer.MAX_VALUE));
  }

  /** How long it has been going. */
  Duration elapsed() {
    return caller.since(began);
  }
}
