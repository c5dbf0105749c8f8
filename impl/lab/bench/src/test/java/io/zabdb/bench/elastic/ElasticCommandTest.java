package io.zabdb.bench.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ElasticCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new ElasticCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void allFiguresAreTabledAndDrawn() throws IOException {
    Path json = folder.resolve("all.json");
    Path pictures = folder.resolve("pictures");
    assertEquals(
        0,
        run("--nodes", "5", "--json", json.toString(), "--pictures", pictures.toString()),
        out + "" + err);
    for (int figure = 5; figure <= 8; figure++) {
      assertTrue(out.toString().contains("Figure " + figure + ": "), out.toString());
    }
    try (Stream<Path> files = Files.list(pictures)) {
      assertEquals(
          Stream.of("5a", "5b", "5c", "5d", "5e", "5f", "6a", "6b", "7a", "7b", "8a", "8b", "8c")
              .flatMap(part -> Stream.of(part + ".png", part + ".svg"))
              .map("elascass-"::concat)
              .toList(),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    JsonNode read = JsonMapper.builder().build().readTree(json.toFile());
    assertEquals(3, read.at("/data/hotspot, 95% reads, ZabDB").size());
    assertEquals(3, read.at("/data/zipf, 50% reads, split-move/0/nodes").asInt());
    assertEquals(6, read.at("/data/partitions").size());
    assertEquals(0, read.at("/missed/5").size());
  }

  /** Halved until they fit, partitions of this store are a little more than half full. */
  @Test
  void whatIsMissedIsSaidAndCounts() {
    assertEquals(1, run("--figure", "8", "--data", "65GiB"));
    assertTrue(out.toString().contains("MISSED: fullness at 1.00 GiB is 0.508"), out.toString());
  }

  /** Figure 8 has partitions of up to 16 times the size. */
  @Test
  void aStoreThatIsTooSmallForAFigureIsRefused() {
    assertEquals(2, run("--figure", "8", "--data", "31GiB"));
    assertTrue(err.toString().contains("--figure 8: 33285996544 bytes in partitions of at most"));
  }

  @Test
  void wrongUsageNamesTheLimit() {
    for (List<String> wrong :
        List.of(
            List.of("--figure", "4", "--figure is 4, allowed is 5 to 8"),
            List.of("--nodes", "2", "2 nodes, 3 to 100 can be simulated with 2 replicas"),
            List.of("--replicas", "8", "8 replicas, 2 to 7 can be simulated"),
            List.of("--data", "1GiB", "1073741824 bytes in partitions of at most 2147483648"),
            List.of("--partition", "2XB", "the size \"2XB\""))) {
      assertEquals(2, run(wrong.get(0), wrong.get(1)));
      assertTrue(err.toString().contains(wrong.get(2)), err.toString());
    }
  }
}
