package io.zabdb.trace;

import java.util.List;

/**
 * What the replicas of one group recorded, in one order that agrees with each replica's own and
 * with cause before effect.
 *
 * @param name for people
 * @param servers all members of the group, also those that recorded nothing
 * @param events in order
 */
public record Trace(String name, List<String> servers, List<RecordedEvent> events) {

  public Trace {
    servers = List.copyOf(servers);
    events = List.copyOf(events);
  }
}
