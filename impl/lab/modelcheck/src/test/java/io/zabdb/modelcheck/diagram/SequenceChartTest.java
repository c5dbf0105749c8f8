package io.zabdb.modelcheck.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.modelcheck.value.ValueParser;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class SequenceChartTest {

  private static final String PING = "[type |-> \"PING\", src |-> a, dst |-> b]";
  private static final String PONG = "[type |-> \"PONG\", src |-> b, dst |-> a]";

  private final List<Step> steps = new ArrayList<>();

  private void step(String name, String msgs, String... parameters) {
    List<Value> values = Arrays.stream(parameters).map(ValueParser::parse).toList();
    steps.add(new Step(steps.size() + 1, name, values, Map.of("msgs", ValueParser.parse(msgs))));
  }

  private void queues(String name, String toB, String toA, String actor) {
    step(
        name,
        "(a :> (a :> <<>> @@ b :> <<%s>>) @@ b :> (a :> <<%s>> @@ b :> <<>>))".formatted(toB, toA),
        actor);
  }

  private String flights() {
    StringBuilder text = new StringBuilder();
    for (Flight flight : Channel.follow(steps)) {
      text.append(flight.type())
          .append(' ')
          .append(flight.sent())
          .append("->")
          .append(flight.received());
      text.append(flight.isLost() ? " lost; " : "; ");
    }
    return text.toString().strip();
  }

  @Test
  void followsASetThatForgetsWhatWasReceived() {
    step("Initial state", "{}");
    step("Ping", "{" + PING + "}", "a");
    step("HandlePing", "{" + PONG + "}", "b");
    step("Lose", "{}", PONG);
    assertEquals("PING 2->[3]; PONG 3->[] lost;", flights());
  }

  @Test
  void followsASetThatKeepsWhatWasReceived() {
    step("Initial state", "{}");
    step("Ping", "{" + PING + "}", "a");
    step("HandlePing", "{" + PING + "}", "b", PING);
    step("Sleep", "{" + PING + "}", "b");
    step("HandlePing", "{" + PING + "}", "b", PING);
    assertEquals("PING 2->[3, 5];", flights());
  }

  @Test
  void followsQueues() {
    queues("Initial state", "", "", "1");
    queues("Ping", PING, "", "a");
    queues("Ping", PING + ", " + PING, "", "a");
    queues("HandlePing", PING, PONG, "b");
    queues("Disconnect", "", "", "b");
    assertEquals("PING 2->[4]; PING 3->[] lost; PONG 4->[] lost;", flights());
  }

  @Test
  void aStepThatEmptiesAQueueOfAnotherNodeLosesIt() {
    queues("Initial state", "", "", "1");
    queues("Ping", PING, "", "a");
    queues("Lead", "", "", "a");
    assertEquals("PING 2->[] lost;", flights());
  }

  @Test
  void aStepThatTakesSeveralMessagesAtOnceReadsNone() {
    queues("Initial state", "", "", "1");
    queues("Ping", PING + ", " + PING, "", "a");
    queues("Lead", "", "", "b");
    assertEquals("PING 2->[] lost; PING 2->[] lost;", flights());
  }

  @Test
  void aStepThatEmptiesSeveralQueuesReadsNone() {
    queues("Initial state", "", "", "1");
    queues("Exchange", PING, PONG, "a");
    queues("Lead", "", "", "b");
    assertEquals("PING 2->[] lost; PONG 2->[] lost;", flights());
  }

  @Test
  void drawsWellFormedXmlWithLanesArrowsAndCrosses() throws Exception {
    step("Initial state", "{}");
    step("Ping", "{" + PING + "}", "a");
    step("HandlePing", "{" + PONG + "}", "b");
    step("Lose", "{}", PONG);
    String svg = SequenceChart.draw(new Trace(steps, 2), "A & B", "x < y", "violates \"P\"");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertEquals(2, svg.split("class='node'", -1).length - 1, svg);
    assertEquals(1, svg.split("marker-end", -1).length - 1, svg);
    assertTrue(svg.contains(">PONG to a</text>") && svg.contains("class=\"losttype"), svg);
    assertTrue(svg.contains("back to state 2"), svg);
  }
}
