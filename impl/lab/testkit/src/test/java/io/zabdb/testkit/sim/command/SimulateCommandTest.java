package io.zabdb.testkit.sim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream before = System.out;

  @TempDir private Path home;

  @BeforeEach
  void catchOutput() {
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setProperty("zabdb.home", home.toString());
  }

  @AfterEach
  void restoreOutput() {
    System.setOut(before);
    System.clearProperty("zabdb.home");
  }

  private static int run(String... words) {
    return new CommandLine(new SimulateCommand()).execute(words);
  }

  private String output() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void seedsThatPassGiveZeroAndASummary() {
    assertEquals(0, run("--seeds", "3", "--threads", "1"));
    assertTrue(output().contains("3 runs"), output());
  }

  @Test
  void anExplanationHasALinePerEventAndAChart() throws Exception {
    assertEquals(0, run("--explain", "3", "--faults", "--nodes", "3"));
    assertTrue(output().contains("n0     -> Connect"), output());
    String chart = Files.readString(home.resolve("impl/target/simulate-3.svg"));
    assertTrue(chart.contains("Commit["), chart);
    assertTrue(chart.endsWith("</svg>\n"));
  }

  @Test
  void anExplanationNeedsNoPlaceForItsChart() throws Exception {
    Files.writeString(home.resolve("impl"), "a file, where a folder should be");
    assertEquals(0, run("--explain", "3", "--faults", "--nodes", "3"));
    assertTrue(output().contains("nothing went wrong"), output());
    assertTrue(
        output().lines().toList().get((int) output().lines().count() - 1).startsWith("not drawn: "),
        output());
  }

  @Test
  void storiesAreTold() throws Exception {
    Path good = Files.writeString(home.resolve("good.txt"), "put a=1\nexpect a=1\n");
    Path bad = Files.writeString(home.resolve("bad.txt"), "put a=1\n\nexpect a=2\n");
    assertEquals(0, run("--scenario", good.toString()));
    assertTrue(output().contains("good.txt: comes true, in "), output());
    assertEquals(1, run("--scenario", good.toString(), bad.toString()));
    assertTrue(output().contains("bad.txt:3: a read finds 1: expect a=2"), output());
    assertEquals(0, run("--scenario", good.toString(), "--events"));
    assertTrue(output().contains("line   1: put a=1"), output());
    assertEquals(2, run("--scenario", home.resolve("missing.txt").toString()));
    assertEquals(2, run("--events"));
  }

  @Test
  void wrongUsageGivesTwo() {
    assertEquals(2, run("--profile", "nonsense"));
    assertEquals(2, run("--nodes", "4"));
    assertEquals(2, run("--seeds", "0"));
    assertEquals(2, run("--minutes", "-1"));
    assertEquals(2, run("--faults=1"));
  }
}
