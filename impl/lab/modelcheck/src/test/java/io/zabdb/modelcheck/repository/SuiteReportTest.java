package io.zabdb.modelcheck.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Maven writes of a class is counted, and what failed is named. */
class SuiteReportTest {

  private static final String REPORT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="io.zabdb.a.SomeTest" time="1,201.5" tests="4" errors="1" skipped="1" failures="1">
        <testcase name="holds" classname="io.zabdb.a.SomeTest" time="0.1"/>
        <testcase name="isLeftOut" classname="io.zabdb.a.SomeTest"><skipped message="no tool"/></testcase>
        <testcase name="differs" classname="io.zabdb.a.SomeTest">
          <failure message="ready ==&gt; expected: &lt;true&gt;&#10;but was: &lt;false&gt;" type="x"><![CDATA[org.opentest4j.AssertionFailedError: ready
      	at org.junit.jupiter.api.AssertTrue.assertTrue(AssertTrue.java:36)
      	at io.zabdb.a.SomeTest.differs(SomeTest.java:42)
      ]]></failure>
          <system-out>much</system-out>
        </testcase>
        <testcase name="breaks" classname="io.zabdb.a.SomeTest"><error type="java.lang.Error">java.lang.Error
      	at io.zabdb.b.Other.go(Other.java:7)</error></testcase>
      </testsuite>
      """;

  @Test
  void testsAreCountedAndFailuresAreNamed() throws IOException {
    SuiteReport report = SuiteReport.parse(REPORT);
    assertEquals("SomeTest", report.name());
    assertEquals(1, report.passed());
    assertEquals(1, report.skipped());
    assertEquals(Duration.ofMillis(1_201_500), report.time());
    assertEquals(
        List.of(
            "differs (SomeTest.java:42): ready ==> expected: <true> but was: <false>",
            "breaks: java.lang.Error at io.zabdb.b.Other.go(Other.java:7)"),
        report.failures());
  }

  /** What was thrown says little where it carries what went wrong elsewhere. */
  @Test
  void theFirstCauseIsNamedWithItsPlace() throws IOException {
    String xml =
        """
        <testsuite name="io.zabdb.a.SomeTest"><testcase name="waits"><error message="it broke" type="x"><![CDATA[
        java.util.concurrent.ExecutionException: it broke
        	at java.base/java.util.concurrent.CompletableFuture.get(CompletableFuture.java:396)
        	at io.zabdb.a.SomeTest.waits(SomeTest.java:42)
        Caused by: java.io.IOException: cannot connect
        	at io.zabdb.b.Other.connect(Other.java:9)
        	... 1 more
        Caused by: java.net.SocketException: no buffer
        space
        	at java.base/sun.nio.ch.Net.connect0(Native Method)
        	at io.zabdb.b.Other.open(Other.java:17)
        	... 3 more
        	Suppressed: java.io.IOException: closing
        		at io.zabdb.b.Other.close(Other.java:1)
        	Caused by: java.io.IOException: of closing
        		at io.zabdb.b.Other.flush(Other.java:2)
        ]]></error></testcase></testsuite>
        """;
    assertEquals(
        List.of(
            "waits (SomeTest.java:42): it broke;"
                + " caused by java.net.SocketException: no buffer space (Other.java:17)"),
        SuiteReport.parse(xml).failures());
  }

  @Test
  void longMessagesAreCutSoThatTheLineCanBeRead() throws IOException {
    String xml =
        "<testsuite name='a.B'><testcase name='c'><failure message='"
            + "x".repeat(5_000)
            + "'/></testcase></testsuite>";
    assertTrue(SuiteReport.parse(xml).failures().get(0).length() < 400);
  }

  @Test
  void whatIsNoReportIsRefused() {
    assertThrows(IOException.class, () -> SuiteReport.parse("<testsuite"));
  }
}
