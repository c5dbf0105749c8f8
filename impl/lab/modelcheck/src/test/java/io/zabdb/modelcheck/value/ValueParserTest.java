package io.zabdb.modelcheck.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueParserTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-17",
        "TRUE",
        "s1",
        "\"a \\\"quoted\\\" string, with >> and }\"",
        "<<>>",
        "{}",
        "<<1, <<2>>, {}>>",
        "{s1, s2}",
        "[a |-> 1, b |-> [c |-> <<>>]]",
        "(s1 :> 1 @@ s2 :> {2, 3})",
        "(s1 :> (s1 :> <<[type |-> \"ACK\", zxid |-> <<1, 2>>]>> @@ s2 :> <<>>))",
        "(<<1, 2>> :> TRUE)",
      })
  void printsWhatItReads(String text) {
    assertEquals(text, ValueParser.parse(text).toString());
  }

  @Test
  void readsValuesThatTlcBrokeIntoLines() {
    String text = "( n1 :> [a |-> 0,\n    b |-> <<\"a\">>] @@\n  n2 :> [a |-> 0, b |-> <<>>] )";
    assertEquals(
        "(n1 :> [a |-> 0, b |-> <<\"a\">>] @@ n2 :> [a |-> 0, b |-> <<>>])",
        ValueParser.parse(text).toString());
  }

  @Test
  void expandsIntervals() {
    assertEquals(ValueParser.parse("{1, 2, 3}"), ValueParser.parse("1..3"));
    assertEquals("0..1000000", ValueParser.parse("0..1000000").toString());
  }

  @Test
  void setsAndFunctionsIgnoreOrder() {
    assertEquals(ValueParser.parse("{1, 2}"), ValueParser.parse("{2, 1}"));
    assertEquals(ValueParser.parse("(a :> 1 @@ b :> 2)"), ValueParser.parse("(b :> 2 @@ a :> 1)"));
    assertNotEquals(ValueParser.parse("<<1, 2>>"), ValueParser.parse("<<2, 1>>"));
    assertNotEquals(ValueParser.parse("\"1\""), ValueParser.parse("1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{1", "<<1, >>", "[a 1]", "\"open", "1 2", "(a :> )"})
  void refusesWhatIsNoValue(String text) {
    assertThrows(IllegalArgumentException.class, () -> ValueParser.parse(text));
  }
}
