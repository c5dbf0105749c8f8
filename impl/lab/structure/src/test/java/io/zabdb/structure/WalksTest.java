package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/walks.md} names methods that exist, and shows charts of what a group does. */
class WalksTest {

  private static final int MIN_HOPS = 60;
  private static final Pattern HOP = Pattern.compile("`(\\w+#\\w+)`");
  private static final Pattern CHART =
      Pattern.compile("<!-- chart: (\\w+) -->\\n+(```mermaid\\n.*?```\\n)", Pattern.DOTALL);
  private static final Path PAGE = Sources.impl().resolveSibling("docs/walks.md");

  private static MethodNames methods() throws IOException {
    List<Path> files = new ArrayList<>();
    Sources.modules().forEach(module -> files.addAll(Sources.files(module)));
    return MethodNames.in(files);
  }

  @Test
  void eachHopIsAMethodOfTheProduct() throws IOException {
    MethodNames methods = methods();
    List<String> missing = new ArrayList<>();
    int hops = 0;
    Matcher hop = HOP.matcher(Files.readString(PAGE));
    while (hop.find()) {
      hops++;
      if (!methods.has(hop.group(1))) {
        missing.add(hop.group(1));
      }
    }
    assertEquals(List.of(), missing, "docs/walks.md names what is not there");
    assertTrue(hops >= MIN_HOPS, "docs/walks.md has " + hops + " hops");
  }

  @Test
  void methodsOfNestedTypesAreFoundAndCallsAreNot() throws IOException {
    MethodNames methods = methods();
    assertTrue(methods.has("Applier#handOver"));
    assertTrue(methods.has("Turn#drops"), "of an interface in a class");
    assertTrue(!methods.has("Applier#handedOver2"));
    assertTrue(!methods.has("Turns#println"));
  }

  /**
   * The charts are those of runs today. Which run is the shortest may change with anything that the
   * simulator draws, so what is compared is which steps there are.
   */
  @Test
  void chartsShowTheStepsOfARun() throws IOException {
    Map<String, String> now = WalkCharts.all();
    String page = Files.readString(PAGE);
    Map<String, String> shown = new LinkedHashMap<>();
    String renewed =
        CHART
            .matcher(page)
            .replaceAll(
                chart -> {
                  shown.put(chart.group(1), steps(chart.group(2)));
                  String text = now.getOrDefault(chart.group(1), "");
                  return Matcher.quoteReplacement(
                      "<!-- chart: " + chart.group(1) + " -->\n\n" + text);
                });
    Path file = Sources.impl().resolve("lab/structure/target/walks.md");
    Files.createDirectories(file.getParent());
    Files.writeString(file, renewed);
    Map<String, String> expected = new LinkedHashMap<>();
    now.forEach((name, chart) -> expected.put(name, steps(chart)));
    assertEquals(expected, shown, "copy " + file + " to " + PAGE);
  }

  /** What happens in a chart, without who does it, when, and with which entry. */
  private static String steps(String chart) {
    TreeSet<String> steps = new TreeSet<>();
    for (String line : chart.lines().toList()) {
      int colon = line.indexOf(": ");
      if (colon >= 0) {
        steps.add(line.substring(colon + 2).replaceAll(" [0-9.]+$", ""));
      }
    }
    return String.join(", ", steps);
  }
}
