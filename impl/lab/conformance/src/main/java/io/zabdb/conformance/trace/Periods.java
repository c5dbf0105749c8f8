package io.zabdb.conformance.trace;

import io.zabdb.trace.RecordedEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who led and who followed when, and over which connections. A connection belongs to the period in
 * which its leader accepted it. Not thread-safe.
 */
final class Periods {

  final List<Reign> reigns = new ArrayList<>();
  final List<Service> services = new ArrayList<>();

  /** The service that the event with this index ended. */
  final Map<Integer, Service> endedAt = new HashMap<>();

  private final Map<String, Reign> leading = new HashMap<>();
  private final Map<String, Service> following = new HashMap<>();
  private final Map<String, Reign> acceptedIn = new HashMap<>();
  private final Map<String, Integer> incarnations = new HashMap<>();

  Periods(List<RecordedEvent> events) {
    for (int i = 0; i < events.size(); i++) {
      read(i, events.get(i));
    }
  }

  private void read(int i, RecordedEvent event) {
    String node = event.node();
    boolean restart = event.is("Restart");
    Reign led = leading.get(node);
    if (led != null && (restart || !event.state().leads())) {
      led.end = i;
      leading.remove(node);
    }
    Service served = following.get(node);
    if (served != null && (restart || !event.state().follows())) {
      served.end = i;
      endedAt.put(i, served);
      following.remove(node);
    }
    if (restart) {
      incarnations.merge(node, 1, Integer::sum);
    } else if (event.is("Lead")) {
      Reign reign = new Reign(node, incarnation(node));
      reigns.add(reign);
      leading.put(node, reign);
    } else if (event.is(RecordedEvent.ACCEPT) && leading.containsKey(node)) {
      acceptedIn.put(event.connection(), leading.get(node));
    } else if (event.is("Follow") && acceptedIn.containsKey(event.connection())) {
      Service service =
          new Service(node, event.connection(), acceptedIn.get(event.connection()), i);
      services.add(service);
      following.put(node, service);
    }
  }

  private int incarnation(String node) {
    return incarnations.getOrDefault(node, 0);
  }

  /** The leadership period in which a connection was accepted, or null. */
  Reign reignOf(String connection) {
    return acceptedIn.get(connection);
  }

  /** The reign that the event with this index ended, or null. */
  Reign endedReign(int index) {
    return reigns.stream().filter(reign -> reign.end == index).findFirst().orElse(null);
  }
}
