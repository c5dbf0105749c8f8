package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The invocations and returns of a key in order of time, as doubly linked lists: one of the
 * operations that return, one of those that never do. Operations can be taken out, and put back in
 * the opposite order. Operations are called by their index in the list of the constructor, events
 * by their place in time, from 1.
 */
final class EventList {

  /** No place. */
  static final int NONE = -1;

  /** Before the first and after the last operation that returns. */
  private static final int START = 0;

  private record Event(int operation, long time, boolean isReturn) {}

  private final Event[] events;
  private final int[] next;
  private final int[] previous;
  private final int[] invocation;

  /** The place of an operation's return, or NONE. */
  private final int[] end;

  /** Before the first and after the last operation that never returns: above all other places. */
  private final int open;

  EventList(List<Operation> operations) {
    List<Event> all = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      all.add(new Event(i, operation.invoked(), false));
      if (operation.returned() != Operation.NEVER) {
        all.add(new Event(i, operation.returned(), true));
      }
    }
    // Invocations first where times are equal: such operations overlap.
    all.sort(Comparator.comparingLong(Event::time).thenComparing(Event::isReturn));
    events = new Event[all.size() + 1];
    open = events.length;
    next = new int[events.length + 1];
    previous = new int[events.length + 1];
    invocation = new int[operations.size()];
    end = new int[operations.size()];
    Arrays.fill(end, NONE);
    next[open] = open;
    previous[open] = open;
    for (int place = 1; place < events.length; place++) {
      Event event = all.get(place - 1);
      events[place] = event;
      (event.isReturn() ? end : invocation)[event.operation()] = place;
      boolean returns = operations.get(event.operation()).returned() != Operation.NEVER;
      append(place, returns ? START : open);
    }
  }

  /**
   * The first invocation that may take effect next: one before every return that is left. Those
   * that never return come last, as they may be left out.
   */
  int firstCall() {
    return nextCall(START);
  }

  /** The invocation that may take effect instead of this one, or NONE after the last. */
  int nextCall(int place) {
    int candidate = next[place];
    if (candidate != open && events[candidate].isReturn()) {
      candidate = next[open];
    }
    // Every invocation of the first list that is reached lies before the first return anyway.
    return candidate > firstReturn() ? NONE : candidate;
  }

  /** The first return in the list; there must be one. */
  int firstReturn() {
    int place = next[START];
    while (!events[place].isReturn()) {
      place = next[place];
    }
    return place;
  }

  /** The operation that is invoked or returns there. */
  int operation(int place) {
    return events[place].operation();
  }

  int invocation(int operation) {
    return invocation[operation];
  }

  void remove(int operation) {
    unlink(invocation[operation]);
    if (end[operation] != NONE) {
      unlink(end[operation]);
    }
  }

  /** Puts back the operation that was removed last. */
  void restore(int operation) {
    if (end[operation] != NONE) {
      relink(end[operation]);
    }
    relink(invocation[operation]);
  }

  private void append(int place, int list) {
    previous[place] = previous[list];
    next[place] = list;
    relink(place);
  }

  private void unlink(int place) {
    next[previous[place]] = next[place];
    previous[next[place]] = previous[place];
  }

  private void relink(int place) {
    next[previous[place]] = place;
    previous[next[place]] = place;
  }
}
