package io.zabdb.modelcheck.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.modelcheck.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceReaderTest {

  private static Trace read(String... messages) {
    StringBuilder text = new StringBuilder();
    for (String message : messages) {
      String[] parts = message.split(" ", 2);
      text.append("@!@!@STARTMSG ").append(parts[0]).append(":4 @!@!@\n").append(parts[1]);
      text.append("\n@!@!@ENDMSG ").append(parts[0]).append(" @!@!@\n");
    }
    return TraceReader.read(ToolOutput.parse(text.toString().lines().toList()));
  }

  @Test
  void readsStates() {
    Trace trace =
        read(
            "2217 1: <Initial predicate>\n/\\ x = 0\n/\\ f = (a :> 1 @@\n  b :> 2)\n",
            "2217 2: <Send line 8, col 11 to line 8, col 156 of module Tiny>\n/\\ x = 1\n/\\ f = <<>>\n",
            "2122 1: Back to state: <Send line 8, col 11 to line 8, col 156 of module Tiny>");
    assertEquals("Initial state", trace.steps().get(0).action());
    assertEquals("(a :> 1 @@ b :> 2)", trace.steps().get(0).state().get("f").toString());
    assertEquals("Send", trace.steps().get(1).action());
    assertEquals(List.of("x", "f"), List.copyOf(trace.steps().get(1).state().keySet()));
    assertEquals(1, trace.backTo());
  }

  @Test
  void readsASingleVariable() {
    // TLC prints no bullet if there is one variable.
    Trace trace = read("2217 1: <Initial predicate>\nx = {1, 2}\n", "2218 2: Stuttering");
    assertEquals("{1, 2}", trace.steps().get(0).state().get("x").toString());
    assertEquals(-1, trace.backTo());
  }

  @Test
  void readsAViolationByTheInitialState() {
    Trace trace =
        read("2107 Invariant I is violated by the initial state:\n/\\ x = 0\n/\\ y = 1\n");
    assertEquals("1", trace.steps().get(0).state().get("y").toString());
  }
}
