package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.status.GroupEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Charts of real events in docs/elasticity.md show what is still told, between known columns. */
class EventChartsTest {

  private static final Pattern CHART = Pattern.compile("```mermaid\n(.*?)```", Pattern.DOTALL);
  private static final Pattern COLUMN = Pattern.compile("  participant (\\w+) as .+");
  private static final Pattern NOTE =
      Pattern.compile("  Note over (\\w+): \\+(\\d+) ms ([A-Z_]+)\\b.*");
  private static final Pattern ARROW =
      Pattern.compile("  (\\w+)--?>>(\\w+): \\+(\\d+) ms ([A-Z_]+)\\b.*");

  private static final Set<String> KINDS =
      Arrays.stream(GroupEvent.Kind.values()).map(Enum::name).collect(Collectors.toSet());

  @Test
  void eachEventIsOneThatIsToldInItsOrder() throws IOException {
    String page = Files.readString(Sources.impl().resolveSibling("docs/elasticity.md"));
    Matcher charts = CHART.matcher(page);
    Set<String> shown = new TreeSet<>();
    int count = 0;
    while (charts.find()) {
      count++;
      shown.addAll(check(charts.group(1).lines().toList()));
    }
    assertTrue(count >= 2, "charts: " + count);
    assertTrue(
        shown.containsAll(Set.of("FOUNDED", "MOVED", "MOVE_ARRIVED", "MEMBERS_CHANGED")),
        shown::toString);
  }

  /** The kinds of its events. */
  private static Set<String> check(List<String> lines) {
    assertEquals("sequenceDiagram", lines.get(0));
    List<String> columns = new ArrayList<>();
    Set<String> kinds = new TreeSet<>();
    long before = 0;
    for (String line : lines.subList(1, lines.size())) {
      Matcher column = COLUMN.matcher(line);
      Matcher note = NOTE.matcher(line);
      Matcher arrow = ARROW.matcher(line);
      if (column.matches()) {
        columns.add(column.group(1));
        continue;
      }
      boolean isNote = note.matches();
      assertTrue(isNote || arrow.matches(), line);
      Matcher event = isNote ? note : arrow;
      int last = event.groupCount();
      for (int i = 1; i < last - 1; i++) {
        assertTrue(columns.contains(event.group(i)), line);
      }
      long millis = Long.parseLong(event.group(last - 1));
      assertTrue(millis >= before, line);
      before = millis;
      assertTrue(KINDS.contains(event.group(last)), line);
      kinds.add(event.group(last));
    }
    return kinds;
  }
}
