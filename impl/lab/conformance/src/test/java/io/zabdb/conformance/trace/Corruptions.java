package io.zabdb.conformance.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.trace.EventJson;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.Trace;
import io.zabdb.trace.state.ServerState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Traces that must be refused, each made from one that is accepted by one change at a random place.
 * Only places are taken at which the change cannot go unnoticed.
 */
final class Corruptions {

  /** A change shows soon; checking what comes later would only take time. */
  private static final int EVENTS_AFTER = 80;

  private final List<Trace> sources;
  private final Random random;
  private final Map<String, List<Trace>> made = new LinkedHashMap<>();

  private Corruptions(List<Trace> sources, long seed) {
    this.sources = sources;
    this.random = new Random(seed);
  }

  /** The corrupted traces by kind. */
  static Map<String, List<Trace>> of(List<Trace> sources, long seed) {
    Corruptions corruptions = new Corruptions(sources, seed);
    corruptions.changeOrder();
    corruptions.changeStates();
    corruptions.changeMessages();
    corruptions.changeActions();
    return corruptions.made;
  }

  // -- which events, in which order

  private void changeOrder() {
    edit("event dropped", this::isMissed, (events, i) -> events.remove((int) i));
    edit("event doubled", this::isStep, (events, i) -> events.add(i, events.get(i)));
    edit(
        "two steps of a server swapped",
        this::isStepBeforeStep,
        (events, i) -> {
          RecordedEvent event = events.remove((int) i);
          events.add(next(events, i - 1, event.node()) + 1, event);
        });
    edit(
        "effect before cause",
        (events, i) -> events.get(i).is("HandlePROPOSE"),
        (events, i) -> {
          RecordedEvent handled = events.remove((int) i);
          int cause = i - 1;
          while (!events.get(cause).is("ClientRequest")
              || !events
                  .get(cause)
                  .state()
                  .lastEntry()
                  .equals(handled.message().entries().get(0))) {
            cause--;
          }
          events.add(cause, handled);
        });
  }

  /** A step that changed its server's state, which the server's next event shows. */
  private boolean isMissed(List<RecordedEvent> events, int i) {
    int after = next(events, i, events.get(i).node());
    // The end of a role, and a restart all the more, may reset all that the step changed.
    return isStep(events, i)
        && after > 0
        && !events.get(after).state().role().equals(ServerState.LOOKING);
  }

  private boolean isStepBeforeStep(List<RecordedEvent> events, int i) {
    int after = next(events, i, events.get(i).node());
    return isMissed(events, i) && isStep(events, after) && !events.get(i).is("Restart");
  }

  private boolean isStep(List<RecordedEvent> events, int i) {
    RecordedEvent event = events.get(i);
    int before = i - 1;
    while (before >= 0 && !events.get(before).node().equals(event.node())) {
      before--;
    }
    return before >= 0
        && !Set.of("Restart", "Disconnect").contains(event.action())
        && !events.get(before).state().equals(event.state());
  }

  private static int next(List<RecordedEvent> events, int i, String node) {
    for (int j = i + 1; j < events.size(); j++) {
      if (events.get(j).node().equals(node)) {
        return j;
      }
    }
    return -1;
  }

  // -- states

  private void changeStates() {
    for (String number :
        List.of(
            "acceptedEpoch",
            "currentEpoch",
            "historyLength",
            "synced",
            "checkpoint",
            "lastCommitted")) {
      editJson("state: " + number, event -> true, json -> raise(state(json), number));
    }
    editJson("state: role", e -> e.state().leads(), json -> state(json).put("role", "LOOKING"));
    editJson("state: phase", event -> true, json -> state(json).put("phase", "NONE"));
    editJson("state: leader", e -> e.state().follows(), Corruptions::changeLeader);
    editJson(
        "state: lastEntry",
        event -> event.state().lastEntry() != null,
        json -> raise((ObjectNode) state(json).get("lastEntry"), "seq"));
    for (String part : List.of("epoch", "upTo")) {
      editJson(
          "state: pending " + part, e -> true, json -> raise(in(state(json), "pending"), part));
    }
    editJson(
        "state: cepoch",
        event -> !event.state().led().cepoch().isEmpty(),
        json -> raise(in(state(json), "cepoch"), first(in(state(json), "cepoch"))));
    editJson(
        "state: acked",
        event -> !event.state().led().acked().isEmpty(),
        json -> raise(in(state(json), "acked"), first(in(state(json), "acked"))));
    editJson(
        "state: ackEpoch",
        event -> !event.state().led().ackEpoch().isEmpty(),
        json -> {
          ObjectNode votes = in(state(json), "ackEpoch");
          raise(in(votes, first(votes)), "epoch");
        });
    for (String set : List.of("forwarding", "ackLeader")) {
      editJson(
          "state: " + set,
          event ->
              !event.state().led().forwarding().isEmpty()
                  && !event.state().led().ackLeader().isEmpty(),
          json -> state(json).putArray(set));
    }
    for (String number : List.of("round", "index")) {
      editJson(
          "state: reads " + number,
          event -> event.state().led().reads().active(),
          json -> raise(in(state(json), "reads"), number));
    }
    editJson(
        "state: reads acks",
        event -> event.state().led().reads().active(),
        json -> in(state(json), "reads").putArray("acks"));
    editJson(
        "state: reads active",
        event -> event.state().led().reads().active(),
        json -> in(state(json), "reads").put("active", false));
  }

  private static void changeLeader(ObjectNode json) {
    state(json).put("leader", json.get("node").asText());
  }

  // -- messages

  private void changeMessages() {
    for (String number : List.of("epoch", "round", "covered")) {
      editJson(
          "message: " + number,
          event -> event.message() != null,
          json -> raise(in(json, "message"), number));
    }
    editJson(
        "message: type", e -> e.message() != null, json -> in(json, "message").put("type", "NONE"));
    editJson(
        "message: zxid",
        event -> event.message() != null,
        json -> in(json, "message").putArray("zxid").add(7).add(7));
    editJson(
        "message: mode", e -> e.message() != null, json -> in(json, "message").put("mode", "no"));
    editJson(
        "message: entries",
        event -> event.message() != null && !event.message().entries().isEmpty(),
        json -> in(json, "message").putArray("entries"));
    editJson(
        "message: entry",
        event -> event.message() != null && !event.message().entries().isEmpty(),
        json -> raise((ObjectNode) in(json, "message").get("entries").get(0), "session"));
    editJson("message: missing", event -> event.message() != null, json -> json.remove("message"));
  }

  // -- actions

  private void changeActions() {
    rename("Lead", "Follow");
    rename("HandleACK", "HandleACKLD");
    rename("HandleACKLD", "HandleACK");
    rename("HandleCOMMIT", "HandlePROPOSE");
    rename("Fsync", "TakeCheckpoint");
    rename("FollowerPersistCurrentEpoch", "LeaderPersistCurrentEpoch");
    rename("CompleteDiscovery", "Establish");
    rename("Disconnect", "Accept");
    editJson("action: unknown", event -> true, json -> json.put("action", "Nothing"));
    editJson(
        "peer",
        event -> event.message() != null,
        json -> json.put("peer", json.get("node").asText()));
    editJson("argument", event -> event.argument() > 0, json -> raise(json, "argument"));
    editJson("session", event -> event.is("ClientRequest"), json -> raise(json, "session"));
    editJson("request", event -> event.is("ClientRequest"), json -> raise(json, "request"));
  }

  private void rename(String from, String to) {
    editJson(
        "action: " + from + " for " + to, event -> event.is(from), json -> json.put("action", to));
  }

  // -- making them

  private interface Place {
    boolean fits(List<RecordedEvent> events, int index);
  }

  /** One corrupted trace of this kind, from a random place that fits. */
  private void edit(String kind, Place place, BiConsumer<List<RecordedEvent>, Integer> change) {
    List<int[]> places = new ArrayList<>();
    for (int t = 0; t < sources.size(); t++) {
      List<RecordedEvent> events = sources.get(t).events();
      for (int i = 0; i < events.size(); i++) {
        if (place.fits(events, i)) {
          places.add(new int[] {t, i});
        }
      }
    }
    if (places.isEmpty()) {
      throw new IllegalStateException("no trace has a place for: " + kind);
    }
    int[] chosen = places.get(random.nextInt(places.size()));
    Trace source = sources.get(chosen[0]);
    List<RecordedEvent> events = new ArrayList<>(source.events());
    change.accept(events, chosen[1]);
    int end = Math.min(events.size(), chosen[1] + EVENTS_AFTER);
    made.computeIfAbsent(kind, key -> new ArrayList<>())
        .add(
            new Trace(
                source.name() + ", " + kind + " at " + (chosen[1] + 1),
                source.servers(),
                events.subList(0, end)));
  }

  private void editJson(String kind, Predicate<RecordedEvent> place, Consumer<ObjectNode> change) {
    edit(
        kind,
        (events, i) -> !events.get(i).is(RecordedEvent.ACCEPT) && place.test(events.get(i)),
        (events, i) -> {
          ObjectNode json = EventJson.write(events.get(i));
          change.accept(json);
          events.set(i, EventJson.read(json));
        });
  }

  private static ObjectNode state(ObjectNode json) {
    return in(json, "state");
  }

  private static ObjectNode in(ObjectNode json, String name) {
    return (ObjectNode) json.get(name);
  }

  private static String first(ObjectNode json) {
    return json.fieldNames().next();
  }

  private static void raise(ObjectNode json, String name) {
    JsonNode number = json.path(name);
    json.put(name, number.asLong() + 1);
  }
}
