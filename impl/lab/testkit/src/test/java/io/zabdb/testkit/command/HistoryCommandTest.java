package io.zabdb.testkit.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HistoryCommandTest {

  private static final String HISTORIES = "src/test/resources/histories/";
  private static final String VALID = HISTORIES + "etcd/etcd_002.log";
  private static final String INVALID = HISTORIES + "etcd/etcd_000.log";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String unreadable;

  @BeforeEach
  void writeAnUnreadableFile() throws IOException {
    unreadable = file("bad.edn", "\n\n{:process 0, :type :never, :f :read}\n");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new CommandLine(new HistoryCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void theExitCodeIsTheVerdict() {
    assertEquals(0, run(VALID));
    assertEquals(1, run(INVALID));
    assertEquals(2, run(VALID, "--max-steps", "5"));
    assertEquals(2, run(INVALID, "--max-configurations", "5"));
    assertEquals(2, run(INVALID, "--max-seconds", "0"));
    assertEquals(3, run(unreadable));
  }

  @Test
  void theWorstFileCounts() throws IOException {
    String short1 =
        file(
            "short.edn",
            "{:process 0, :type :invoke, :f :read}{:process 0, :type :ok, :f :read, :value 1}");
    assertEquals(1, run(INVALID, VALID));
    assertEquals(1, run(VALID, short1, "--max-steps", "5"));
    assertEquals(3, run(unreadable, INVALID, VALID));
    assertEquals(3, run(VALID, unreadable));
  }

  @Test
  void eachFileHasALine() {
    run(VALID, INVALID);
    List<String> lines = out.toString().lines().toList();
    assertTrue(
        lines
            .get(0)
            .matches(
                VALID
                    + ": valid \\(etcd-log, cas-register; \\d+ operations: \\d+ ok, 0 failed, \\d+"
                    + " unknown; keys: 1; in flight: at most \\d, mean \\d\\.\\d; overlapping pairs:"
                    + " \\d+; steps: \\d+\\)"),
        lines.get(0));
    assertTrue(lines.get(1).startsWith(INVALID + ": invalid ("), lines.get(1));
    assertTrue(lines.get(2).contains("no order of the operations explains"), lines.get(2));
    run(VALID, "--max-steps", "5");
    assertTrue(out.toString().startsWith(VALID + ": inconclusive: more than 5 steps ("));
    assertEquals("", err.toString());
  }

  @Test
  void errorsNameFileAndLine() {
    run(unreadable);
    assertEquals(
        "zabdb: "
            + unreadable
            + ":3: the type is not one of invoke, ok, fail, info but never"
            + System.lineSeparator(),
        err.toString());
    assertEquals(3, run("no such file.edn"));
    assertTrue(err.toString().startsWith("zabdb: no such file.edn: no such file"), err::toString);
    assertEquals(3, run(folder.toString()));
    assertTrue(err.toString().contains("cannot be read: "), err::toString);
    assertEquals("", out.toString());
  }

  @Test
  void wrongUsageIsUnreadable() {
    assertEquals(3, run());
    assertEquals(3, run(VALID, "--model", "queue"));
    assertEquals(3, run(VALID, "--max-steps", "-1"));
    assertTrue(err.toString().startsWith("a limit is negative"), err::toString);
    assertEquals(3, run(VALID, INVALID, "--html", folder.resolve("page.html").toString()));
  }

  @Test
  void formatAndModelCanBeGiven() {
    assertEquals(3, run(VALID, "--format", "jsonl"));
    assertTrue(err.toString().startsWith("zabdb: " + VALID + ":1: "), err::toString);
    assertEquals(3, run(VALID, "--model", "register"));
    assertTrue(err.toString().contains("the model knows no function 'cas'"), err::toString);
    assertEquals(0, run(VALID, "--format", "etcd-log", "--model", "cas-register"));
    for (String name : List.of("kv-log", "edn")) {
      assertEquals(0, run(HISTORIES + "kv/c10-ok.txt", "--format", name, "--model", "append"));
    }
  }

  @Test
  void theModelFollowsTheFunctions() throws IOException {
    String text = "{\"process\": 0, \"type\": \"invoke\", \"f\": \"%s\", \"value\": 1}";
    for (String[] pair :
        new String[][] {
          {"append", "append"}, {"put", "map"}, {"delete", "map"}, {"write", "cas-register"}
        }) {
      assertEquals(0, run(file("a.jsonl", String.format(text, pair[0]))));
      assertTrue(out.toString().contains("valid (jsonl, " + pair[1] + ";"), out::toString);
      assertTrue(out.toString().contains("this says little: no operation is known"), out::toString);
    }
  }

  @Test
  void drawsInvalidHistoriesOnly() throws IOException {
    Path pages = folder.resolve("new/pages");
    assertEquals(1, run(VALID, INVALID, INVALID, "--html", pages.toString()));
    try (var files = Files.list(pages)) {
      assertEquals(
          List.of("etcd_000.log-2.html", "etcd_000.log.html"),
          files.map(path -> path.getFileName().toString()).sorted().toList());
    }
    assertTrue(out.toString().contains("drawn: " + pages.resolve("etcd_000.log.html")));
    Path page = folder.resolve("one.html");
    run(INVALID, "--html", page.toString());
    assertTrue(Files.readString(page).contains("etcd_000.log is not linearizable"));
    Files.delete(page);
    run(VALID, "--html", page.toString());
    assertFalse(Files.exists(page));
  }

  @Test
  void theVerdictStandsIfItCannotBeDrawn() {
    assertEquals(1, run(INVALID, "--html", unreadable));
    assertTrue(err.toString().contains("cannot be written"), err::toString);
  }
}
