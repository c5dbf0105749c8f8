package io.zabdb.maelstrom.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.step.Connection;
import io.zabdb.maelstrom.protocol.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The two ends of a connection, and a network that loses, doubles and reorders between them. */
class WireTest {

  private static final Connection CONNECTION = new Connection(0, 1, 5);

  private final List<ObjectNode> underWay = new ArrayList<>();
  private final Wire sender = new Wire(CONNECTION, "a", underWay::add);
  private final List<ObjectNode> back = new ArrayList<>();
  private final Wire receiver = new Wire(CONNECTION, "b", back::add);
  private final List<Integer> taken = new ArrayList<>();

  private void arrive(JsonNode message) {
    assertTrue(receiver.isFrom(message.path("run").asText()));
    for (JsonNode frame : Wire.framesIn(message)) {
      receiver.take(frame, body -> taken.add(body.path("value").asInt()));
    }
    receiver.acknowledge(Body.of("received"));
  }

  private void send(int value, long now) {
    sender.send(Body.of("data").put("value", value), now);
    sender.flush();
  }

  @Test
  void everythingArrivesOnceAndInOrder() {
    Random random = new Random(1);
    int sent = 0;
    long now = 0;
    while (taken.size() < 500) {
      now++;
      if (sent < 500) {
        sender.send(Body.of("data").put("value", sent++), now);
      }
      if (random.nextInt(3) == 0) {
        sender.flush();
      }
      sender.sendAgain(now, 5);
      while (underWay.size() > 3) {
        ObjectNode frame = underWay.remove(random.nextInt(underWay.size()));
        if (random.nextInt(4) == 0) {
          underWay.add(frame);
        }
        if (random.nextInt(3) > 0) {
          arrive(frame);
        }
      }
      if (!back.isEmpty() && random.nextBoolean()) {
        sender.received(back.remove(random.nextInt(back.size())).path("next").asLong());
      }
      assertTrue(now < 1_000_000, "it never ends");
    }
    assertEquals(IntStream.range(0, 500).boxed().toList(), taken);
  }

  @Test
  void whatHasArrivedIsNotSentAgain() {
    send(1, 10);
    send(2, 20);
    assertEquals(10, sender.waitingSince(30));
    underWay.forEach(this::arrive);
    sender.received(1);
    assertEquals(20, sender.waitingSince(30));
    underWay.clear();
    sender.sendAgain(30, 10);
    assertEquals(1, underWay.size());
    sender.received(2);
    assertTrue(sender.isAllReceived());
    assertEquals(30, sender.waitingSince(30));
  }

  @Test
  void whatIsSentAtOnceIsOneMessage() {
    for (int i = 0; i < 40; i++) {
      sender.send(Body.of("data").put("value", i), i);
    }
    assertTrue(underWay.isEmpty(), "it is held back until it is flushed");
    sender.flush();
    assertEquals(2, underWay.size(), "no more than 32 frames in a message");
    sender.flush();
    assertEquals(2, underWay.size(), "nothing goes twice");
    underWay.forEach(this::arrive);
    assertEquals(IntStream.range(0, 40).boxed().toList(), taken);
  }

  @Test
  void whatIsSentSaysWhichFramesAreHere() {
    send(1, 10);
    receiver.take(underWay.get(0), body -> {});
    assertTrue(receiver.owes());
    receiver.send(Body.of("data"), 10);
    receiver.flush();
    assertFalse(receiver.owes());
    sender.received(back.get(0).path("next").asLong());
    assertTrue(sender.isAllReceived());
  }

  @Test
  void manyFramesAreAcknowledgedAtOnce() {
    for (int i = 0; i < 4; i++) {
      assertFalse(receiver.owesMuch());
      send(i, 10);
      receiver.take(underWay.get(i), body -> {});
    }
    assertTrue(receiver.owesMuch());
    receiver.acknowledge(Body.of("received"));
    assertFalse(receiver.owes());
    assertEquals(4, back.get(0).path("next").asInt());
  }

  /** The other end may have received it, and its word of that was lost. */
  @Test
  void whatComesAgainIsAcknowledgedAgain() {
    send(1, 10);
    arrive(underWay.get(0));
    assertFalse(receiver.owes());
    receiver.take(underWay.get(0), body -> {});
    assertTrue(receiver.owes());
  }

  @Test
  void theLongerNothingArrivesTheMoreRarelyItIsSentAgain() {
    send(1, 0);
    List<Long> times = new ArrayList<>();
    for (long now = 0; now < 400; now++) {
      underWay.clear();
      sender.sendAgain(now, 10);
      if (!underWay.isEmpty()) {
        times.add(now);
      }
    }
    assertEquals(List.of(10L, 30L, 70L, 150L, 230L, 310L, 390L), times);
    send(2, 400);
    sender.received(1);
    underWay.clear();
    sender.sendAgain(410, 10);
    assertEquals(1, underWay.size(), "what arrived ends the waiting");
  }

  @Test
  void anotherRunIsAnotherProcess() {
    assertTrue(sender.isFrom("b"));
    assertTrue(sender.isFrom("b"));
    assertFalse(sender.isFrom("c"));
  }
}
