package io.zabdb.modelcheck.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Tally;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryChecksTest {

  private static final String HEAD = "\\* @about x\n\\* @module Clock\n\\* @expect ";

  @TempDir Path home;

  private String check() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    new RepositoryChecks(
            new Checks(new PrintStream(said, true, StandardCharsets.UTF_8), new Tally()))
        .run();
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void namesStrangersAtTheTop() throws Exception {
    new SpecTree(home);
    assertTrue(check().contains("ok   the top level"));
    new SpecTree(home).file("notes.txt", "");
    assertTrue(
        check().contains("FAIL the top level holds what it must hold: not expected: notes.txt"));
  }

  @Test
  void namesWhatAProtocolLacks() throws Exception {
    new SpecTree(home).file("specs/zab/Zab.tla", "---- MODULE Zab ----\n====\n");
    assertTrue(
        check()
            .contains(
                "FAIL Zab has the models it must have: missing: a model in reach/, mutants: 0 of at least 12, the module APAZab"));
  }

  @Test
  void namesPropertiesWithoutAMutant() throws Exception {
    SpecTree tree =
        new SpecTree(home)
            .file(
                "specs/clock/MCClock.cfg",
                HEAD + "holds\nINVARIANTS TypeOK Early Late\nPROPERTY Returns\n")
            .file(
                "specs/clock/mutants/A.cfg",
                HEAD + "violates Early\nCONSTANT CanTick <- Always\nINVARIANT Early\n")
            .file("specs/clock/reach/B.cfg", HEAD + "violates Late\nINVARIANT Late\n");
    String line = "Clock: each property is violated by a mutant";
    assertTrue(check().contains("FAIL " + line + ": no mutant violates Late, Returns"), check());
    tree.file(
            "specs/clock/mutants/C.cfg",
            HEAD + "violates Late\nCONSTANT CanTick <- Always\nINVARIANT Late\n")
        .file(
            "specs/clock/mutants/D.cfg",
            HEAD + "violates Returns\nCONSTANT CanTick <- Always\nPROPERTY Returns\n");
    assertTrue(check().contains("ok   " + line), check());
  }

  @Test
  void namesModelsThatNobodyRanToTheirEnd() throws Exception {
    String check = "each model was run to its end as it is now: specs/STATISTICS.md";
    String row =
        "| Clock | MCClock | deep | holds | holds | %s | all | 1 | 1 | 1 | %s | 1 | 1.0 s |";
    String table =
        """
        # Statistics

        ## TLC

        | module | model | tier | expected | outcome | constants | search | distinct | generated | depth | finished | workers | time |
        | --- | --- | --- | --- | --- | --- | --- | ---: | ---: | ---: | --- | ---: | ---: |
        """;
    SpecTree tree =
        new SpecTree(home)
            .file("specs/clock/MCClock.cfg", HEAD + "holds\nCONSTANT Max = 2\nINVARIANT Early\n")
            .file("specs/STATISTICS.md", table);
    assertTrue(
        check()
            .contains(
                "FAIL " + check + ": MCClock has no row: ./zabdb specs --only MCClock --record"),
        check());
    tree.file("specs/STATISTICS.md", table + row.formatted("`Max=2`", "yes") + "\n");
    assertTrue(check().contains("ok   " + check), check());
    tree.file("specs/STATISTICS.md", table + row.formatted("`Max=3`", "yes") + "\n");
    assertTrue(check().contains("MCClock was recorded with other constants"), check());
    tree.file("specs/STATISTICS.md", table + row.formatted("`Max=2`", "no") + "\n");
    assertTrue(check().contains("MCClock was not run to its end"), check());
  }

  private static final String TABLE =
      "# Running\n\n## What may go wrong, what you see, what you do\n\n| what | held by test |\n| --- | --- |\n";
  private static final String HELD = "each row of the operators' table is held by tests that exist";

  @Test
  void namesRowsOfTheOperatorsTableThatNoTestHolds() throws Exception {
    SpecTree tree = new SpecTree(home);
    assertTrue(check().contains("FAIL " + HELD + ": docs/operations.md has no table"), check());
    tree.file("impl/node/src/test/java/a/DiskTest.java", "@Test\n  void isFull() {}\n")
        .file("impl/lab/faults/src/test/java/a/KillTest.java", "")
        .file("impl/node/src/main/java/a/LogTest.java", "");
    String good =
        TABLE
            + "| a full disk | `DiskTest.isFull`, `DiskTest`, `KillTest` |\n\n## More\n\n| x | y |\n";
    tree.file("docs/operations.md", good);
    assertTrue(check().contains("ok   " + HELD), check());
    tree.file("docs/operations.md", TABLE + "| a full disk | `DiskTest.isEmpty` |\n");
    assertTrue(check().contains("`DiskTest.isEmpty` is not there: a full disk"), check());
    tree.file("docs/operations.md", TABLE + "| no power | `LogTest` |\n");
    assertTrue(check().contains("`LogTest` is not there: no power"), check());
    tree.file("docs/operations.md", TABLE + "| `SlowTest` | it is seen |\n");
    assertTrue(check().contains("no test holds: `SlowTest`"), check());
  }

  @Test
  void namesPagesThatNobodyFinds() throws Exception {
    String door = "README.md leads to docs/README.md, and that to every page";
    SpecTree tree = new SpecTree(home);
    assertTrue(check().contains("FAIL " + door + ": README.md has no link to docs/README.md"));
    String links = "![picture](docs/a.svg) [site](https://example.org) [all](docs/README.md)\n";
    tree.file("README.md", links + "[a](docs/a.md) ".repeat(5))
        .file("docs/a.md", "")
        .file("docs/tutorial/b.md", "")
        .file("docs/decisions/1.md", "")
        .file("docs/README.md", "[a](a.md#x) [b](tutorial/b.md) [all decisions](decisions)\n");
    assertTrue(check().contains("ok   " + door), check());
    tree.file("README.md", links + "[a](docs/a.md) ".repeat(6));
    assertTrue(
        check().contains("README.md has 7 links, at most 6 may be: docs/README.md, docs/a.md"));
    tree.file("docs/tutorial/c.md", "").file("docs/README.md", "[b](tutorial/b.md)\n");
    assertTrue(check().contains("docs/README.md does not list docs/a.md\n"), check());
    assertTrue(check().contains("docs/README.md does not list docs/tutorial/c.md"), check());
    assertTrue(check().contains("docs/README.md does not list docs/decisions/1.md"), check());
  }

  @Test
  void namesClassesAndPackagesOfJavaThatAreNotThere() throws Exception {
    String names = "the classes and packages that pages name exist";
    SpecTree tree =
        new SpecTree(home)
            .file("impl/core/src/main/java/io/zabdb/core/step/Input.java", "record Tick() {}")
            .file("impl/lab/testkit/src/test/java/io/zabdb/testkit/SomeTest.java", "")
            .file("docs/decisions/1.md", "`io.zabdb.gone`, `core.Gone`")
            .file(
                "docs/a.md",
                "`io.zabdb.core.step`, `io.zabdb.core.step.Input`, `core.step.Input.Tick`, `core.step`,"
                    + " `testkit.SomeTest`, `java.io.File`, `io.zabdb:core`, `x.log`, `core.old`,"
                    + " `Input.Tick`, `Zab.tla`, `Input.Tick(long, a)`\n")
            .file(
                "specs/README.md",
                "| `Zab` | what | `core.step`: `Input`; [`Trace`](Trace.tla) |\n"
                    + "| `Ring` | `Gone` | (later) |\n");
    assertTrue(check().contains("ok   " + names), check());
    tree.file(
        "docs/a.md",
        "`io.zabdb.core.shard` `core.step.Output` `core.step.Input.Tock` `Input.Tack()`");
    String said = check();
    for (String gone :
        List.of(
            "io.zabdb.core.shard", "core.step.Output", "core.step.Input.Tock", "Input.Tack()")) {
      assertTrue(said.contains("docs/a.md names " + gone), said);
    }
    tree.file("specs/README.md", "| `Ring` | | `core.shard`; `core.step`: `Output` |\n");
    said = check();
    assertTrue(said.contains("specs/README.md names core.shard\n"), said);
    assertTrue(said.contains("specs/README.md names Output"), said);
  }

  @Test
  void followsLinks() throws Exception {
    new SpecTree(home)
        .file("docs/a.md", "# One `two`, three\n")
        .file(
            "README.md",
            "[a](docs/a.md) [b](docs/a.md#one-two-three) [c](https://example.org/x) [d](docs/b.md) [e](docs/a.md#four)\n"
                + "`[f](gone.md)` [g](#here)\n\n## Here\n");
    assertEquals(
        List.of("docs/b.md", "docs/a.md#four"), DocLinks.broken(home.resolve("README.md")));
  }
}
