package io.zabdb.cli.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.rpc.wire.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalInt;

/** Events for people and for programs, a line each. docs/monitoring.md names kinds and fields. */
final class EventText {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
  private static final String FORMAT = "%-23s %-4s %-5s %-17s %-7s %-10s %s";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final ClusterState state;

  /**
   * @param state says which node a member is
   */
  EventText(ClusterState state) {
    this.state = state;
  }

  static String header() {
    return String.format(FORMAT, "time", "node", "group", "event", "peer", "took", "why");
  }

  String line(EventFeed.ToldEvent told) {
    Event event = told.event();
    OptionalInt peer = ReplicaPlace.peerOf(state, told.place().group(), event);
    String why = event.getText();
    if (event.getBytes() > 0) {
      String waiting = SurveyText.size(event.getBytes()) + " to compact";
      why = why.isEmpty() ? waiting : why + ", " + waiting;
    }
    return String.format(
            FORMAT,
            time(event),
            told.place().node(),
            told.place().group(),
            event.getKind(),
            peer.isPresent() ? "node " + peer.getAsInt() : "",
            event.getNanos() > 0 ? took(event) : "",
            why)
        .stripTrailing();
  }

  String json(EventFeed.ToldEvent told) {
    Event event = told.event();
    ObjectNode node = JSON.createObjectNode();
    node.put("node", told.place().node()).put("group", told.place().group());
    put(node, event, ReplicaPlace.peerOf(state, told.place().group(), event));
    return node.toString();
  }

  /**
   * Adds the fields of an event.
   *
   * @param peer a node
   */
  static void put(ObjectNode node, Event event, OptionalInt peer) {
    node.put("number", event.getNumber())
        .put("timeMillis", event.getTimeMillis())
        .put("kind", event.getKind());
    peer.ifPresent(id -> node.put("peer", id));
    node.put("nanos", event.getNanos()).put("bytes", event.getBytes()).put("text", event.getText());
  }

  /** When it was, by the clock of its node, in the time zone of this machine. */
  static String time(Event event) {
    return time(event.getTimeMillis());
  }

  /** The same of milliseconds since 1970. */
  static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** How long it took. */
  static String took(Event event) {
    Duration took = Duration.ofNanos(event.getNanos());
    return took.toSeconds() < 1
        ? String.format(Locale.ROOT, "%.1f ms", took.toNanos() / NANOS_PER_MILLI)
        : String.format(Locale.ROOT, "%.1f s", took.toMillis() / MILLIS_PER_SECOND);
  }
}
