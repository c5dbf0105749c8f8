package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The invocations and returns of a key in order of time, as a doubly linked list. Operations can be
 * taken out, and put back in the opposite order. Operations are called by their index in the list
 * of the constructor, events by their place from 1; 0 is before the first.
 */
final class EventList {

  private record Event(int operation, long time, boolean isReturn) {}

  private final Event[] events;
  private final int[] next;
  private final int[] previous;
  private final int[] invocation;

  /** The place of an operation's return; 0 if it never returns. */
  private final int[] end;

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
    next = new int[events.length + 1];
    previous = new int[events.length + 1];
    invocation = new int[operations.size()];
    end = new int[operations.size()];
    for (int place = 0; place < events.length; place++) {
      next[place] = place + 1;
      previous[place + 1] = place;
      if (place > 0) {
        events[place] = all.get(place - 1);
        (events[place].isReturn() ? end : invocation)[events[place].operation()] = place;
      }
    }
  }

  /** The first event that is still in the list. */
  int first() {
    return next[0];
  }

  /** The event after this one, which may itself be out of the list. */
  int next(int place) {
    return next[place];
  }

  boolean isReturn(int place) {
    return events[place].isReturn();
  }

  int operation(int place) {
    return events[place].operation();
  }

  int invocation(int operation) {
    return invocation[operation];
  }

  void remove(int operation) {
    unlink(invocation[operation]);
    if (end[operation] != 0) {
      unlink(end[operation]);
    }
  }

  /** Puts back the operation that was removed last. */
  void restore(int operation) {
    if (end[operation] != 0) {
      relink(end[operation]);
    }
    relink(invocation[operation]);
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
