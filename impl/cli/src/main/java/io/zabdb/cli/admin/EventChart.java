package io.zabdb.cli.admin;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.rpc.wire.Event;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Events as a sequence chart in the language of Mermaid, which Git forges draw: a column for each
 * replica that told one, from the top to the bottom by time, an arrow where it is about another
 * replica of the chart.
 */
final class EventChart {

  /** The peer is not whom they tell something, but who leads or led. */
  private static final Set<String> NO_ARROW = Set.of("LEADER", "LEADER_LOST", "TOOK_OVER");

  /** Told by the source, of what the destination has said. */
  private static final String ANSWERED = "MOVED";

  private static final Pattern TO_GROUP = Pattern.compile(" to group (\\d+)");

  /** Who told one of these has the destination's leader. */
  private static final Set<String> AT_DESTINATION =
      Set.of("MOVE_COMES", "MOVE_ARRIVED", "MOVE_CANCELLED");

  private final ClusterState state;
  private final List<EventFeed.ToldEvent> events;

  /**
   * @param state says which node a member is
   * @param events by time
   */
  EventChart(ClusterState state, List<EventFeed.ToldEvent> events) {
    this.state = state;
    this.events = events;
  }

  /** Its lines. */
  List<String> lines() {
    Stream<String> columns =
        events.stream()
            .map(EventFeed.ToldEvent::place)
            .distinct()
            .sorted(Comparator.comparingInt(ReplicaPlace::group).thenComparing(ReplicaPlace::node))
            .map(place -> "  participant " + name(place) + " as " + place);
    Stream<String> steps = events.stream().map(told -> "  " + step(told));
    return Stream.of(Stream.of("sequenceDiagram"), columns, steps).flatMap(all -> all).toList();
  }

  private static String name(ReplicaPlace place) {
    return "g" + place.group() + "n" + place.node();
  }

  private String step(EventFeed.ToldEvent told) {
    String teller = name(told.place());
    String label = label(told.event());
    Optional<String> other = other(told).map(EventChart::name);
    if (other.isEmpty()) {
      return "Note over " + teller + ": " + label;
    }
    return told.event().getKind().equals(ANSWERED)
        ? other.get() + "-->>" + teller + ": " + label
        : teller + "->>" + other.get() + ": " + label;
  }

  private Optional<ReplicaPlace> other(EventFeed.ToldEvent told) {
    if (NO_ARROW.contains(told.event().getKind())) {
      return Optional.empty();
    }
    Matcher group = TO_GROUP.matcher(told.event().getText());
    if (told.event().getKind().startsWith("MOVE") && group.find()) {
      int to = Integer.parseInt(group.group(1));
      return teller(
          told,
          known -> known.place().group() == to && AT_DESTINATION.contains(known.event().getKind()));
    }
    OptionalInt peer = ReplicaPlace.peerOf(state, told.place().group(), told.event());
    return peer.isPresent() && peer.getAsInt() != told.place().node()
        ? teller(
            told,
            known -> known.place().equals(new ReplicaPlace(peer.getAsInt(), told.place().group())))
        : Optional.empty();
  }

  /** Of those the nearest in time: leaders change. */
  private Optional<ReplicaPlace> teller(
      EventFeed.ToldEvent near, Predicate<EventFeed.ToldEvent> which) {
    long when = near.event().getTimeMillis();
    return events.stream()
        .filter(which)
        .min(Comparator.comparingLong(known -> Math.abs(known.event().getTimeMillis() - when)))
        .map(EventFeed.ToldEvent::place);
  }

  /** What Mermaid would take for the end of a statement, or of a name, is written otherwise. */
  private String label(Event event) {
    long since = event.getTimeMillis() - events.get(0).event().getTimeMillis();
    String took = event.getNanos() > 0 ? ", took " + EventText.took(event) : "";
    String text = event.getText().isEmpty() ? "" : " " + event.getText();
    return ("+" + since + " ms " + event.getKind() + text + took)
        .replace(';', ',')
        .replace("#", "no. ");
  }
}
