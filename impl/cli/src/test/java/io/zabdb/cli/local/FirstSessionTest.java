package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.cli.Bash;
import io.zabdb.cli.Cli;
import io.zabdb.cli.KeptLogs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The first session of README.md, typed into bash word for word. */
@Timeout(300)
class FirstSessionTest {

  private static final Path README = Path.of("../../README.md");

  /** What the lines that begin so print, besides what makes them succeed. */
  private static final Map<String, List<String>> PRINTED = new LinkedHashMap<>();

  static {
    PRINTED.put("./zabdb up", List.of("node-0", "node-1", "node-2"));
    PRINTED.put("./zabdb put greeting hello", List.of("ok"));
    PRINTED.put("./zabdb get greeting", List.of("hello"));
    PRINTED.put("./zabdb status", List.of("group 0 on nodes [0, 1, 2]: node "));
    PRINTED.put("kill -9 $(./zabdb status --leader-pid)", List.of());
    PRINTED.put("./zabdb split p0", List.of("partition p0 is now 0-"));
    PRINTED.put("./zabdb nodes add", List.of("group 0 has members [0, 1, 2, 3]"));
    PRINTED.put("./zabdb ring", List.of("-0 ", "-1 ", " SERVING "));
    PRINTED.put("./zabdb nodes remove 0", List.of("members [1, 2, 3]", "node 0 has left"));
    PRINTED.put("kill -9 $(./zabdb status --pid 1)", List.of());
    PRINTED.put("./zabdb nodes replace 1", List.of("members [2, 3, 4]", "node 1 has left"));
    PRINTED.put(
        "./zabdb groups add", List.of(" is born on nodes [5, 6, 7]", " serves, and owns nothing"));
    PRINTED.put("./zabdb groups remove 60001", List.of("group 60001 has ended"));
    PRINTED.put("./zabdb check", List.of("3 replicas are equal", "all is well"));
    // What the killed nodes knew is gone: who split a partition may be among them.
    PRINTED.put("./zabdb events", List.of(" MEMBERS_CHANGED "));
    PRINTED.put(
        "./zabdb down",
        List.of("stopped node-2, node-3, node-4, node-5, node-6, node-7, config-manager"));
  }

  @TempDir(cleanup = CleanupMode.ALWAYS)
  Path clone;

  @RegisterExtension final KeptLogs logs = new KeptLogs(() -> clone.resolve("data"));

  @BeforeEach
  void prepare() throws IOException {
    Clone.prepare(clone);
  }

  @AfterEach
  void killAll() {
    Cli.run("down", "--kill", "--dir=" + clone.resolve("data"));
  }

  /** The commands of the first chapter, without what is said about them. */
  private static List<String> session() throws IOException {
    return Chapter.blocks(README, "Start").stream()
        .flatMap(String::lines)
        .map(line -> line.replaceFirst("\\s+# .*", "").strip())
        .toList();
  }

  @Test
  void eachLineDoesWhatReadmeSays() throws Exception {
    List<String> session = session();
    Map<String, List<String>> expected = new LinkedHashMap<>(PRINTED);
    for (String line : session) {
      String printed = String.join("\n", Bash.run(clone, line));
      for (Map.Entry<String, List<String>> each : PRINTED.entrySet()) {
        if (line.equals(each.getKey())) {
          each.getValue()
              .forEach(part -> assertTrue(printed.contains(part), line + "\n" + printed));
          expected.remove(line);
        }
      }
    }
    assertEquals(List.of(), List.copyOf(expected.keySet()), "README.md says " + session);
  }
}
