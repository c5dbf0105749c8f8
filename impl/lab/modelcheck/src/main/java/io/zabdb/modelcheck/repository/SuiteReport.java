package io.zabdb.modelcheck.repository;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * What Maven's report says of the tests of a class.
 *
 * @param name of the class, without its package
 * @param passed how many tests passed
 * @param skipped how many tests were skipped
 * @param time what the class took
 * @param failures one line for each test that failed: its name, where it failed, and why, with the
 *     first cause
 */
record SuiteReport(String name, int passed, int skipped, Duration time, List<String> failures) {

  /** Enough of a message to know which condition did not hold. */
  private static final int SHOWN = 300;

  private static final String OURS = Pattern.quote("io.zabdb.");

  /**
   * Reads a report.
   *
   * @throws IOException if it is no XML
   */
  static SuiteReport parse(String xml) throws IOException {
    Element suite = root(xml);
    String full = suite.getAttribute("name");
    List<String> failures = new ArrayList<>();
    int skipped = 0;
    NodeList tests = suite.getElementsByTagName("testcase");
    for (int i = 0; i < tests.getLength(); i++) {
      Element test = (Element) tests.item(i);
      skipped += test.getElementsByTagName("skipped").getLength();
      for (String kind : List.of("failure", "error")) {
        NodeList bad = test.getElementsByTagName(kind);
        if (bad.getLength() > 0) {
          failures.add(failure(full, test.getAttribute("name"), (Element) bad.item(0)));
        }
      }
    }
    int passed = tests.getLength() - skipped - failures.size();
    return new SuiteReport(
        full.replaceFirst(".*\\.", ""),
        passed,
        skipped,
        time(suite.getAttribute("time")),
        List.copyOf(failures));
  }

  /** Seconds, which Maven writes with separators: 1,234.5. */
  private static Duration time(String text) {
    String seconds = text.replace(",", "");
    return seconds.matches("\\d+(\\.\\d+)?")
        ? Duration.ofMillis((long) (Double.parseDouble(seconds) * 1000))
        : Duration.ZERO;
  }

  private static Element root(String xml) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return factory
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(xml)))
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("a report of tests cannot be read: " + e.getMessage(), e);
    }
  }

  private static String failure(String suite, String test, Element bad) {
    String trace = bad.getTextContent();
    String message = bad.getAttribute("message").isEmpty() ? trace : bad.getAttribute("message");
    return test
        + place(trace, Pattern.quote(suite) + "[.$]")
        + ": "
        + line(message)
        + firstCause(trace);
  }

  /**
   * Where the first cause is ours, and what it is; empty if there is none. Causes of what was
   * suppressed are not counted: their lines are indented.
   */
  private static String firstCause(String trace) {
    int last = ("\n" + trace).lastIndexOf("\nCaused by: ");
    if (last < 0) {
      return "";
    }
    String cause = trace.substring(last + "Caused by: ".length());
    int frames = cause.indexOf("\n\tat ");
    String what = frames < 0 ? cause : cause.substring(0, frames);
    return "; caused by " + line(what) + place(cause, OURS);
  }

  /** The first line of a trace that is of such classes, a pattern; empty if there is none. */
  private static String place(String trace, String classes) {
    Matcher at =
        Pattern.compile("at \\S*" + classes + "\\S*\\((\\w+\\.java:\\d+)\\)").matcher(trace);
    return at.find() ? " (" + at.group(1) + ")" : "";
  }

  private static String line(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.substring(0, Math.min(SHOWN, line.length()));
  }
}
