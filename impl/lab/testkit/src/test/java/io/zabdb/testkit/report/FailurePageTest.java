package io.zabdb.testkit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.linearizability.Failure;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class FailurePageTest {

  private final HistoryRecorder recorder = new HistoryRecorder();

  private void write(Object value) {
    recorder.ok(recorder.invoke("w", "k", "write", value), null);
  }

  private void read(Object result) {
    recorder.ok(recorder.invoke("r", "k", "read", null), result);
  }

  private Failure failure() {
    return LinearizabilityChecker.check(
            recorder.history(), RegisterModel.register(), Limits.DEFAULT)
        .failure()
        .orElseThrow();
  }

  /** The chart is XML, so that a mistake in it shows here. */
  private static Document chart(String page) throws Exception {
    String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void marksTheStuckOperationAndNumbersTheOthers() throws Exception {
    recorder.invoke("lost", "k", "write", 9);
    write(1);
    read(1);
    read(2);
    read(1);
    String page = FailurePage.write("run", "invalid", failure());
    NodeList bars = chart(page).getElementsByTagName("rect");
    StringBuilder styles = new StringBuilder();
    for (int i = 0; i < bars.getLength(); i++) {
      styles.append(((Element) bars.item(i)).getAttribute("class")).append("; ");
    }
    assertTrue(
        styles.toString().contains("unknown; placed; placed; stuck; unplaced;"), styles::toString);
    String red = ((Element) bars.item(3)).getParentNode().getTextContent();
    assertTrue(red.contains("process r, read → 2, time 5–6, no place in the order"), red);
    assertEquals(4, chart(page).getElementsByTagName("text").getLength() - bars.getLength() + 1);
    assertTrue(page.contains("got the answer &quot;2&quot;"), page);
    assertTrue(page.contains("<td>✗</td><td>r</td><td>read</td><td>2</td>"), page);
  }

  @Test
  void saysWhatIsWrong() {
    write(1);
    read(2);
    assertEquals(
        "Process r called \"read\" on key k and got the answer \"2\", but no order of the operations"
            + " explains that answer. All earlier answers on this key can be explained, for example"
            + " by an order of 1 operations that leaves the state \"1\"; every other order was"
            + " tried, too.",
        Explanation.of(failure()));
  }

  @Test
  void anEmptyOrderLeavesTheInitialState() {
    read(2);
    assertTrue(Explanation.of(failure()).contains("leaves the state \"null\""));
  }

  @Test
  void escapesWhatClientsWrote() throws Exception {
    write("<script>alert('1')</script>");
    read("\"&\u0007");
    String page = FailurePage.write("<b>", "<i>", failure());
    assertFalse(page.contains("<script"), page);
    assertFalse(page.contains("<b>") || page.contains("<i>"), page);
    assertTrue(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"), page);
    assertTrue(page.contains("&quot;&amp;\uFFFD"), page);
    chart(page);
  }

  @Test
  void loadsNothingAndKnowsTheDark() {
    read(2);
    String page = FailurePage.write("run", "invalid", failure());
    assertFalse(page.matches("(?s).*(https?:|src=|@import|url\\().*"), page);
    assertTrue(page.contains("prefers-color-scheme: dark"), page);
  }

  @Test
  void ofALongHistoryItShowsTheSurroundings() throws Exception {
    for (int i = 0; i < 3000; i++) {
      recorder.invoke("lost" + i, "k", "write", "never seen");
      write(i);
      read(i);
    }
    read("odd");
    for (int i = 0; i < 3000; i++) {
      read(i);
    }
    String page = FailurePage.write("run", "invalid", failure());
    assertTrue(page.contains("operations further away are not shown"), page);
    assertTrue(page.contains("… 5940 before these"), page);
    assertTrue(page.length() < 60_000, "length: " + page.length());
    int bars = chart(page).getElementsByTagName("rect").getLength();
    assertTrue(bars > 20 && bars < 60, "bars: " + bars);
  }

  @Test
  void aClientThatGoesOnAfterAnUnknownHasTwoRows() throws Exception {
    recorder.invoke("r", "k", "write", 9);
    read(9);
    read(5);
    NodeList bars =
        chart(FailurePage.write("run", "invalid", failure())).getElementsByTagName("rect");
    assertEquals("5", ((Element) bars.item(0)).getAttribute("y"));
    assertEquals("35", ((Element) bars.item(1)).getAttribute("y"));
    assertEquals("35", ((Element) bars.item(2)).getAttribute("y"));
  }
}
