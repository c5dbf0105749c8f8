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
 * @param failures one line for each test that failed: its name, where it failed, and why
 */
record SuiteReport(String name, int passed, int skipped, Duration time, List<String> failures) {

  /** Enough of a message to know which condition did not hold. */
  private static final int SHOWN = 300;

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
    Matcher at =
        Pattern.compile("at \\S*" + Pattern.quote(suite) + "[.$]\\S*\\((\\w+\\.java:\\d+)\\)")
            .matcher(trace);
    String where = at.find() ? " (" + at.group(1) + ")" : "";
    String message = bad.getAttribute("message").isEmpty() ? trace : bad.getAttribute("message");
    String line = message.strip().replaceAll("\\s+", " ");
    return test + where + ": " + line.substring(0, Math.min(SHOWN, line.length()));
  }
}
