package io.zabdb.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.scale.command.ScaleCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ScaleCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new ScaleCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void aDayThatGoesWellIsPrinted() {
    assertEquals(0, run("--nodes", "12", "--partitions", "240", "--scenario", "hotspot"));
    assertTrue(out.toString().startsWith("hotspot: 12 nodes, 240 partitions"), out.toString());
  }

  /** A lost node of few partitions is too coarse to be spread at 1.2 times. */
  @Test
  void whatDoesNotHoldIsSaidAndCounts() {
    assertEquals(
        1, run("--nodes", "30", "--partitions", "900", "--scenario", "fail", "--seed", "3"));
    assertTrue(out.toString().contains("FAILED: "), out.toString());
  }

  @Test
  void wrongUsageNamesTheLimit() {
    assertEquals(2, run("--scenario", "nope"));
    assertTrue(err.toString().contains("unknown scenario 'nope'"), err.toString());
    assertEquals(2, run("--nodes", "11"));
    assertTrue(err.toString().contains("11 nodes, 12 to 3000"), err.toString());
  }
}
