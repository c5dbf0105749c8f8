package io.zabdb.conformance.move;

import io.zabdb.shard.TableState;
import java.util.ArrayList;
import java.util.List;

/**
 * What the groups of a cluster did to their tables of partitions, in one order.
 *
 * @param founded what each began with
 * @param events in order: a message of one group was sent before another group acted on it
 */
record MoveTrace(List<TableState> founded, List<MoveEvent> events) {

  MoveTrace {
    founded = List.copyOf(founded);
    events = List.copyOf(events);
  }

  /** The first n events. */
  MoveTrace prefix(int n) {
    return new MoveTrace(founded, events.subList(0, n));
  }

  /** The same with another event at a place. */
  MoveTrace with(int place, MoveEvent event) {
    List<MoveEvent> changed = new ArrayList<>(events);
    changed.set(place, event);
    return new MoveTrace(founded, changed);
  }

  /** The same without one event. */
  MoveTrace without(int place) {
    List<MoveEvent> fewer = new ArrayList<>(events);
    fewer.remove(place);
    return new MoveTrace(founded, fewer);
  }
}
