package io.zabdb.modelcheck.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValueDiffTest {

  private static List<String> diff(String before, String after) {
    return ValueDiff.diff("x", ValueParser.parse(before), ValueParser.parse(after));
  }

  @Test
  void saysNothingOfEqualValues() {
    assertEquals(List.of(), diff("(a :> {1, 2})", "(a :> {2, 1})"));
  }

  @Test
  void goesDownIntoFunctionsAndRecords() {
    assertEquals(
        List.of("x[s1].epoch = 2"),
        diff(
            "(s1 :> [epoch |-> 1, log |-> <<>>] @@ s2 :> 0)",
            "(s1 :> [epoch |-> 2, log |-> <<>>] @@ s2 :> 0)"));
  }

  @Test
  void namesWhatAFunctionGainsAndLoses() {
    assertEquals(List.of("x - [a]", "x[b] = 1"), diff("(a :> 1)", "(b :> 1)"));
  }

  @Test
  void followsQueues() {
    assertEquals(List.of("x appends 3"), diff("<<1, 2>>", "<<1, 2, 3>>"));
    assertEquals(List.of("x takes 1"), diff("<<1, 2>>", "<<2>>"));
    assertEquals(List.of("x takes 1", "x appends 3"), diff("<<1, 2>>", "<<2, 3>>"));
    assertEquals(List.of("x appends 1"), diff("<<>>", "<<1>>"));
    assertEquals(List.of("x takes 1"), diff("<<1>>", "<<>>"));
  }

  @Test
  void comparesSequencesOfEqualLengthByIndex() {
    assertEquals(List.of("x[1].a = 2"), diff("<<[a |-> 1], 5>>", "<<[a |-> 2], 5>>"));
    assertEquals(List.of("x = <<7>>"), diff("<<1, 2>>", "<<7>>"));
  }

  @Test
  void listsMembersOfSetsUnlessTheSetIsSmall() {
    assertEquals(List.of("x = {s1, s2}"), diff("{s1}", "{s1, s2}"));
    assertEquals(
        List.of("x - [t |-> 1]", "x + [t |-> 2]"),
        diff("{[t |-> 0], [t |-> 1]}", "{[t |-> 0], [t |-> 2]}"));
  }
}
