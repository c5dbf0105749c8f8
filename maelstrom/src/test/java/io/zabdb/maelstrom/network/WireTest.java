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

  private void arrive(JsonNode frame) {
    assertTrue(receiver.isFrom(frame.path("run").asText()));
    receiver.take(
        frame.path("number").asLong(), frame, body -> taken.add(body.path("value").asInt()));
    receiver.acknowledge(Body.of("received"));
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
      sender.sendAgain(now - 5);
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
    sender.send(Body.of("data").put("value", 1), 10);
    sender.send(Body.of("data").put("value", 2), 20);
    assertEquals(10, sender.waitingSince(30));
    underWay.forEach(this::arrive);
    sender.received(1);
    assertEquals(20, sender.waitingSince(30));
    underWay.clear();
    sender.sendAgain(30);
    assertEquals(1, underWay.size());
    sender.received(2);
    assertTrue(sender.isAllReceived());
    assertEquals(30, sender.waitingSince(30));
  }

  @Test
  void anotherRunIsAnotherProcess() {
    assertTrue(sender.isFrom("b"));
    assertTrue(sender.isFrom("b"));
    assertFalse(sender.isFrom("c"));
  }
}
