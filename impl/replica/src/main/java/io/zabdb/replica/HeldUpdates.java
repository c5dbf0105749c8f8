package io.zabdb.replica;

import io.zabdb.core.group.Settings.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Updates that wait, in order, for what is in their way at the end of the log, as many as the core
 * has under way at most, and for a second. They are in no log. By the loop.
 */
final class HeldUpdates {

  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * One of them.
   *
   * @param until when it waits no more, in nanoseconds of the clock
   */
  record Held(UpdateRequest request, long until) {}

  private final Limits limits;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private long bytes;

  HeldUpdates(Limits limits) {
    this.limits = limits;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /**
   * Whether there was room for it.
   *
   * @param until when it waits no more, in nanoseconds of the clock: no earlier than others, unless
   *     it waited before them
   */
  boolean add(UpdateRequest request, long until) {
    int payload = request.payload().length;
    if (held.size() >= limits.entriesInFlight() || bytes + payload > limits.bytesInFlight()) {
      return false;
    }
    bytes += payload;
    return held.add(new Held(request, until));
  }

  /** All of them; none is left. */
  List<Held> takeAll() {
    List<Held> all = List.copyOf(held);
    held.clear();
    bytes = 0;
    return all;
  }

  /** Those that have waited long enough; they are not held any more. */
  List<UpdateRequest> takeLate(long now) {
    List<UpdateRequest> late = new ArrayList<>();
    while (!held.isEmpty() && held.peek().until() - now <= 0) {
      UpdateRequest request = held.poll().request();
      bytes -= request.payload().length;
      late.add(request);
    }
    return late;
  }

  /** How long the first of them may still wait, in nanoseconds; there is one. */
  long untilLate(long now) {
    return Math.max(0, held.element().until() - now);
  }
}
