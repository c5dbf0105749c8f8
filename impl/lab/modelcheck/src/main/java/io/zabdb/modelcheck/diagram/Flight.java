package io.zabdb.modelcheck.diagram;

import io.zabdb.modelcheck.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A message from the step that sent it to the steps that received it or the step that lost it. */
final class Flight {

  /** Longer contents are left out of the label. */
  private static final int LONGEST_DETAIL = 30;

  private final Value.Record message;
  private final String source;
  private final String destination;
  private final int sent;
  private final List<Integer> received = new ArrayList<>();
  private boolean lost;

  /**
   * A message in the channel.
   *
   * @param sent number of the step that sent it; 1 if it was there from the start
   */
  Flight(Value.Record message, String source, String destination, int sent) {
    this.message = message;
    this.source = source;
    this.destination = destination;
    this.sent = sent;
  }

  void receivedBy(int step) {
    received.add(step);
  }

  void lost() {
    lost = true;
  }

  String source() {
    return source;
  }

  String destination() {
    return destination;
  }

  int sent() {
    return sent;
  }

  /** The steps that received it: several if it was duplicated or stays in the channel. */
  List<Integer> received() {
    return received;
  }

  /** Whether it left the channel without being received. */
  boolean isLost() {
    return lost;
  }

  String type() {
    Value type = message.fields().get("type");
    return type == null ? "message" : type.toString().replace("\"", "");
  }

  /** What it carries beside type and addresses, if that is short: empty collections say nothing. */
  String detail() {
    String detail =
        message.fields().entrySet().stream()
            .filter(field -> !List.of("type", "src", "dst").contains(field.getKey()))
            .filter(field -> !List.of("<<>>", "{}").contains(field.getValue().toString()))
            .map(field -> field.getKey() + " " + field.getValue())
            .collect(Collectors.joining(", "));
    return detail.length() <= LONGEST_DETAIL ? detail : "";
  }

  /** Type and addressee, for a message that never arrives. */
  String address() {
    return type() + " to " + destination.replace("\"", "");
  }
}
