package io.zabdb.conformance.trace;

import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.Trace;
import io.zabdb.trace.state.ServerState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings the events of a trace into an order in which the spec can take them. Its steps are larger
 * than the core's in these ways:
 *
 * <ul>
 *   <li>When a leader is gone, the spec's followers notice in the same step. A follower's events
 *       after that, up to its own Disconnect, are moved before the leader's departure: the follower
 *       heard and told nobody else meanwhile ({@code ZabState}, header). Its Disconnect then
 *       becomes a notice, which changes nothing; a Follow that came too late moves as well.
 *   <li>When a follower leaves, the spec chooses how many of its messages still arrive. They are
 *       those that the leader handles later on.
 *   <li>A write may have reached the disk although the core did not live to see it. If the state
 *       after a restart shows that, the step that completes the write is put in before it.
 *   <li>A leader accepts a connection; the spec has no such step.
 * </ul>
 */
public final class TraceLinearizer {

  private final Trace trace;
  private final List<RecordedEvent> events;
  private final Periods periods;
  private final Map<Integer, WalkStep> moved = new HashMap<>();
  private final Map<Integer, List<WalkStep>> inserted = new HashMap<>();
  private final Map<Integer, Long> late = new HashMap<>();
  private final Map<String, List<Integer>> byNode = new HashMap<>();

  private TraceLinearizer(Trace trace) {
    this.trace = trace;
    this.periods = new Periods(trace.events());
    this.events = new RoundNumbers(periods).renumber(trace.events());
    for (int i = 0; i < events.size(); i++) {
      byNode.computeIfAbsent(events.get(i).node(), node -> new ArrayList<>()).add(i);
    }
  }

  /** The steps that the spec must be able to take. */
  public static Walk linearize(Trace trace) {
    return new TraceLinearizer(trace).walk();
  }

  private Walk walk() {
    periods.services.forEach(this::moveOrphans);
    completeWrites();
    periods.endedAt.forEach((index, service) -> late.put(index, lateMessages(service)));
    List<WalkStep> steps = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Reign ended = periods.endedReign(i);
      if (ended != null) {
        steps.addAll(ended.movedBefore);
      }
      steps.addAll(inserted.getOrDefault(i, List.of()));
      if (!moved.containsKey(i)) {
        steps.add(step(i));
      }
    }
    long recorded = steps.stream().filter(WalkStep::compared).count();
    if (recorded != events.size()) {
      throw new IllegalStateException("of " + events.size() + " events " + recorded + " are left");
    }
    return new Walk(trace, steps);
  }

  private WalkStep step(int index) {
    RecordedEvent event = events.get(index);
    boolean accepts = event.is(RecordedEvent.ACCEPT) && event.state().leads();
    if (accepts || isNotice(index)) {
      return WalkStep.notice(event);
    }
    return new WalkStep(event, event.action(), late.getOrDefault(index, 0L), true);
  }

  /** In the spec this follower noticed long ago. */
  private boolean isNotice(int index) {
    Service service = periods.endedAt.get(index);
    return service != null && service.isOrphaned(index) && events.get(index).is("Disconnect");
  }

  /** Moves what a follower did without knowing that its leader was gone. */
  private void moveOrphans(Service service) {
    if (service.reign.end == Reign.LASTS) {
      return;
    }
    for (int i : byNode.get(service.follower)) {
      boolean inTime = service.isOrphaned(i) && i <= service.end;
      boolean ownWay = i == service.end && !events.get(i).is("HandleNEWEPOCH");
      if (inTime && !ownWay && !moved.containsKey(i)) {
        WalkStep step = WalkStep.of(events.get(i));
        moved.put(i, step);
        service.reign.movedBefore.add(step);
      }
    }
  }

  // -- writes that nobody saw complete

  private void completeWrites() {
    Map<String, ServerState> last = new HashMap<>();
    for (int i = 0; i < events.size(); i++) {
      RecordedEvent event = events.get(i);
      ServerState before = last.put(event.node(), event.state());
      if (before != null && event.is("Restart")) {
        place(i, completions(event, before));
      }
    }
  }

  private static List<WalkStep> completions(RecordedEvent restart, ServerState before) {
    List<WalkStep> steps = new ArrayList<>();
    ServerState after = restart.state();
    String who = before.leads() ? "Leader" : "Follower";
    if (after.acceptedEpoch() > before.acceptedEpoch()
        && before.pending().field().equals("acceptedEpoch")) {
      steps.add(completion(restart, who + "PersistAcceptedEpoch", 0));
    }
    if (after.currentEpoch() > before.currentEpoch()
        && before.pending().field().equals("currentEpoch")) {
      steps.add(completion(restart, who + "PersistCurrentEpoch", 0));
    }
    if (after.historyLength() > before.synced()
        && after.historyLength() <= before.historyLength()) {
      steps.add(completion(restart, "Fsync", after.historyLength()));
    }
    return steps;
  }

  private static WalkStep completion(RecordedEvent restart, String action, long argument) {
    RecordedEvent event =
        new RecordedEvent(
            restart.seq(),
            restart.time(),
            restart.node(),
            action,
            "",
            "",
            null,
            argument,
            0,
            0,
            restart.state());
    return new WalkStep(event, action, 0, false);
  }

  /** Such a step belongs to the role that was interrupted, which the spec may have ended before. */
  private void place(int restart, List<WalkStep> steps) {
    Service service = periods.endedAt.get(restart);
    if (service != null && service.isOrphaned(restart)) {
      service.reign.movedBefore.addAll(steps);
    } else {
      inserted.computeIfAbsent(restart, index -> new ArrayList<>()).addAll(steps);
    }
  }

  // -- messages that arrive after their sender left

  /** How many messages from the follower the leader handles after the follower left. */
  private long lateMessages(Service service) {
    if (service.isOrphaned(service.end)) {
      return 0;
    }
    List<String> connections =
        periods.services.stream()
            .filter(other -> other.follower.equals(service.follower))
            .filter(other -> other.reign == service.reign && other.start <= service.start)
            .map(other -> other.connection)
            .toList();
    return byNode.get(service.reign.leader).stream()
        .filter(index -> index > service.end)
        .map(events::get)
        .filter(event -> event.message() != null && connections.contains(event.connection()))
        .count();
  }
}
