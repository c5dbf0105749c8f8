package io.zabdb.bench.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.BenchCommand;
import io.zabdb.bench.cluster.TestCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealElasticCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private int founders;
  private Map<String, String> options = Map.of();

  private int run(String... args) {
    List<String> line = new ArrayList<>(List.of("elastic", "real", "--dir", folder.toString()));
    line.addAll(List.of(args));
    return BenchCommand.commands(this::create)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.toArray(String[]::new));
  }

  private TestCluster create(Path directory, int nodes, Map<String, String> given)
      throws IOException {
    founders = nodes;
    options = given;
    throw new IOException("no port is free");
  }

  @Test
  void nodesThatCannotBeStartedAreAnAnswer() {
    assertEquals(1, run("--figure", "8", "--set", "max-groups=9"));
    assertTrue(err.toString().endsWith("starting 3 nodes\nzabdb: no port is free\n"), err + "");
    assertEquals(3, founders);
    assertEquals("4", options.get("groups"));
    assertEquals("9", options.get("max-groups"));
  }

  @Test
  void wrongUsageNamesTheLimit() {
    for (List<String> wrong :
        List.of(
            List.of("--figure", "4", "--figure is 4, allowed is 5 to 8"),
            List.of("--nodes", "3", "--nodes is 3, allowed is 4 to 10"),
            List.of("--nodes", "11", "--nodes is 11, allowed is 4 to 10"),
            List.of("--data", "1MiB", "1048576 bytes in partitions of at most 2097152"),
            List.of("--partition", "2XB", "the size \"2XB\""),
            List.of("--value-bytes", "0", "--value-bytes is 0, allowed is 1 to 1048576"),
            List.of("--rate", "0", "--rate is 0, allowed is 1 to 100000"),
            List.of("--clients", "1025", "--clients is 1025, allowed is 1 to 1024"),
            List.of("--seconds", "0", "--seconds is 0, allowed is 1 to 3600"),
            List.of("--quiet", "0", "--quiet is 0, allowed is 1 to 3600"),
            List.of("--rest", "-1", "--rest is -1, allowed is 0 to 3600"),
            List.of("--unknown", "3601", "--unknown is 3601, allowed is 0 to 3600"))) {
      assertEquals(2, run(wrong.get(0), wrong.get(1)));
      assertTrue(err.toString().contains(wrong.get(2)), wrong.get(2) + " in " + err);
    }
    assertEquals(0, founders);
  }

  /** A hot spot of a fifth needs five rows. */
  @Test
  void tooFewRowsAreRefused() {
    assertEquals(
        2, run("--data", "4KiB", "--partition", "2KiB", "--value-bytes", "1024"), err.toString());
    assertTrue(
        err.toString().contains("by --value-bytes, is 4, allowed is 5 to 100000000"),
        err.toString());
  }
}
