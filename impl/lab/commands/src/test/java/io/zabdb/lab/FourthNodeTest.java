package io.zabdb.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.bench.BenchCommand;
import io.zabdb.cli.Cli;
import io.zabdb.cli.KeptLogs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code bench elastic real}, as little of it as there is: a store of three real nodes gets a
 * fourth one. Whether aims are met depends on the machine; that it grew, and was measured, does
 * not.
 */
@Timeout(300)
class FourthNodeTest {

  @TempDir Path temp;

  @RegisterExtension final KeptLogs logs = new KeptLogs(() -> temp.resolve("data"));

  private final StringWriter said = new StringWriter();

  @BeforeEach
  void prepare() {
    Cli.actAsLauncher();
  }

  private int bench(Path json) {
    List<String> line = new ArrayList<>(List.of("elastic", "real", "--figure=5", "--nodes=4"));
    line.addAll(List.of("--data=1MiB", "--partition=512KiB", "--rate=50", "--clients=4"));
    line.addAll(List.of("--unknown=0", "--rest=0", "--quiet=2", "--seconds=1"));
    line.addAll(List.of("--dir=" + temp.resolve("data"), "--json=" + json));
    CommandLine commands = BenchCommand.commands(new LocalTestClusters());
    commands.setOut(new PrintWriter(said)).setErr(new PrintWriter(said));
    return commands.execute(line.toArray(String[]::new));
  }

  @Test
  void aFourthNodeIsGivenSomethingByItself() throws Exception {
    Path json = temp.resolve("found.json");
    int code = bench(json);
    assertTrue(code == 0 || said.toString().contains("MISSED: "), said.toString());
    JsonNode steps = new ObjectMapper().readTree(json.toFile()).at("/data/hotspot, clients");
    assertEquals(1, steps.size(), said.toString());
    JsonNode growth = steps.at("/0/growth");
    assertEquals(4, growth.get("nodes").asInt());
    assertEquals(4, growth.get("stored").size());
    assertTrue(growth.get("stored").get(3).asDouble() > 0, steps.toString());
    assertTrue(growth.get("firstBytes").asDouble() > 0, steps.toString());
    double serve = growth.get("serveSeconds").asDouble();
    assertTrue(serve > steps.at("/0/joinedSeconds").asDouble(), steps.toString());
    for (String load : List.of("during", "after", "writes", "reads")) {
      assertTrue(steps.at("/0/" + load + "/reads/count").asLong() > 0, load + ": " + steps);
    }
  }
}
