package io.zabdb.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.ring.Ring;
import io.zabdb.rpc.wire.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventChartTest {

  private final List<EventFeed.ToldEvent> events = new ArrayList<>();

  private void add(int group, int node, String kind, String text) {
    Event event =
        Event.newBuilder().setTimeMillis(events.size()).setKind(kind).setText(text).build();
    events.add(new EventFeed.ToldEvent(new ReplicaPlace(node, group), event));
  }

  private List<String> steps() {
    ClusterState state =
        new ClusterState(new UUID(1, 2), List.of(), Ring.even(2, 1), List.of(), List.of());
    return new EventChart(state, events)
        .lines().stream().filter(line -> line.contains(": ")).map(String::strip).toList();
  }

  @Test
  void movesGoFromTheSourceToTheDestinationAndItsAnswerBack() {
    add(0, 1, "MOVE_BEGAN", "p0 to group 1, attempt 4");
    add(1, 2, "MOVE_COMES", "p0 from group 0, attempt 4");
    add(0, 1, "MOVE_SWITCHED", "p0 to group 1, attempt 4");
    add(1, 2, "MOVE_ARRIVED", "p0 from group 0, attempt 4");
    add(0, 1, "MOVED", "p0 to group 1, attempt 4");
    assertEquals(
        List.of(
            "g0n1->>g1n2: +0 ms MOVE_BEGAN p0 to group 1, attempt 4",
            "Note over g1n2: +1 ms MOVE_COMES p0 from group 0, attempt 4",
            "g0n1->>g1n2: +2 ms MOVE_SWITCHED p0 to group 1, attempt 4",
            "Note over g1n2: +3 ms MOVE_ARRIVED p0 from group 0, attempt 4",
            "g1n2-->>g0n1: +4 ms MOVED p0 to group 1, attempt 4"),
        steps());
  }

  @Test
  void anArrowGoesToWhoeverLedThen() {
    add(0, 1, "MOVE_BEGAN", "p0 to group 1, attempt 1");
    add(1, 2, "MOVE_COMES", "p0 from group 0, attempt 1");
    add(1, 0, "MOVE_COMES", "q0 from group 0, attempt 1");
    add(0, 1, "MOVE_BEGAN", "q0 to group 1, attempt 1");
    assertEquals("g0n1->>g1n2: +0 ms MOVE_BEGAN p0 to group 1, attempt 1", steps().get(0));
    assertEquals("g0n1->>g1n0: +3 ms MOVE_BEGAN q0 to group 1, attempt 1", steps().get(3));
  }

  @Test
  void whoToldNothingHasNoColumn() {
    add(0, 1, "MOVE_BEGAN", "p0 to group 1, attempt 4");
    assertEquals(List.of("Note over g0n1: +0 ms MOVE_BEGAN p0 to group 1, attempt 4"), steps());
  }

  @Test
  void whatWouldEndAStatementIsWrittenOtherwise() {
    add(0, 1, "MOVE_GIVEN_UP", "a; b #3");
    assertEquals(List.of("Note over g0n1: +0 ms MOVE_GIVEN_UP a, b no. 3"), steps());
  }
}
