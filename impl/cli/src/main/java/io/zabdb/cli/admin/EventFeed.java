package io.zabdb.cli.admin;

import io.zabdb.client.ZabClient;
import io.zabdb.client.admin.ClusterAdmin;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** What the replicas of a cluster tell, each event once. Not thread-safe. */
final class EventFeed {

  /** A node gives, and keeps, at most this many. */
  private static final int MAX_EVENTS_OF_A_REPLICA = 1_000;

  /** An event, and whose it is. */
  record ToldEvent(ReplicaPlace place, Event event) {}

  /**
   * What was new.
   *
   * @param events by time
   * @param silent why nodes did not answer, by id
   */
  record News(List<ToldEvent> events, SortedMap<Integer, String> silent) {}

  private final ClusterAdmin admin;
  private final List<ReplicaPlace> places;
  private final Map<ReplicaPlace, Long> heard = new HashMap<>();

  EventFeed(ClusterAdmin admin, List<ReplicaPlace> places) {
    this.admin = admin;
    this.places = places;
  }

  /**
   * Asks all replicas at once for what they have not told yet.
   *
   * @param limit the newest so many of all
   */
  News next(int limit) {
    Map<ReplicaPlace, CompletableFuture<List<Event>>> asked = new LinkedHashMap<>();
    for (ReplicaPlace place : places) {
      long after = heard.getOrDefault(place, 0L);
      int most = Math.min(limit, MAX_EVENTS_OF_A_REPLICA);
      asked.put(place, admin.events(place.node(), place.group(), after, most));
    }
    List<ToldEvent> events = new ArrayList<>();
    SortedMap<Integer, String> silent = new TreeMap<>();
    asked.forEach(
        (place, answer) -> {
          try {
            for (Event event : ZabClient.await(answer)) {
              events.add(new ToldEvent(place, event));
              heard.put(place, event.getNumber());
            }
          } catch (ZabException e) {
            silent.put(place.node(), e.problem());
          }
        });
    // Those of a replica stay in their order where the times are equal.
    events.sort(Comparator.comparingLong(told -> told.event().getTimeMillis()));
    int skipped = Math.max(0, events.size() - limit);
    return new News(events.subList(skipped, events.size()), silent);
  }
}
