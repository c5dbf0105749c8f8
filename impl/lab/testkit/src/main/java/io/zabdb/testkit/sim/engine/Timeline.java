package io.zabdb.testkit.sim.engine;

import java.util.PriorityQueue;

/**
 * Virtual time, in microseconds from 0, and what is due when. Events of the same time happen in the
 * order in which they were scheduled. Not thread-safe: a simulation is single-threaded.
 */
public final class Timeline {

  private record Event(long time, long number, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return time != other.time
          ? Long.compare(time, other.time)
          : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>(256);
  private long scheduled;
  private long happened;
  private long now;

  /** The present, in microseconds. */
  public long now() {
    return now;
  }

  /** How many events have happened. */
  public long happened() {
    return happened;
  }

  /** Schedules an action at a time in microseconds; a time that has passed means now. */
  public void at(long time, Runnable action) {
    events.add(new Event(Math.max(now, time), scheduled++, action));
  }

  /** Schedules an action after a delay in microseconds. */
  public void after(long delay, Runnable action) {
    at(now + delay, action);
  }

  /** Lets everything happen that is due up to a time, which is the present afterwards. */
  public void runUntil(long time) {
    while (!events.isEmpty() && events.peek().time <= time) {
      Event event = events.poll();
      now = event.time;
      happened++;
      event.action.run();
    }
    now = Math.max(now, time);
  }
}
