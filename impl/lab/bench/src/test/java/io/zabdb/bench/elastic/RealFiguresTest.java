package io.zabdb.bench.elastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.zabdb.bench.growth.NodeStep;
import io.zabdb.bench.growth.RealSettings;
import io.zabdb.bench.growth.ServedLoad;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.GrowthStep;
import io.zabdb.scale.elastic.PartitionSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealFiguresTest {

  private static final long MIB = 1 << 20;
  private static final ElasticSettings SIZES = new ElasticSettings(5, 3, 100 * MIB, 2 * MIB, 1);
  private static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

  @TempDir Path folder;

  private static ServedLoad load(long operations, double p99, Map<String, Long> errors) {
    return new ServedLoad(2, new Latency(operations, 0, 0, 0, p99, 0, 0), NONE, errors);
  }

  private static NodeStep step(int nodes, double seconds, Map<String, Long> errors, double last) {
    List<Double> even = new ArrayList<>(Collections.nCopies(nodes - 1, 75.0 * MIB));
    even.add(last * MIB);
    return new NodeStep(
        new GrowthStep(
            nodes, seconds, 100, 2 * MIB, 73 * MIB, 48, 75 * MIB, 48, 3, even, even, even),
        5,
        Collections.nCopies(nodes, 0.1),
        load(600, 1_500, errors),
        load(500, 2_500, Map.of()),
        load(2_000, 3_500, Map.of()),
        load(4_000, 4_500, Map.of()));
  }

  private static RealReport report(List<ElasticFigure> figures) {
    RealSettings settings =
        new RealSettings(
            5,
            new KeySpace(102_400, 1_024),
            2 * MIB,
            300,
            16,
            Duration.ofSeconds(10),
            Duration.ofSeconds(70),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            1);
    Machine machine = new Machine("fast", 2, 0, "Linux", "java", 0);
    return new RealReport(machine, List.of("busy"), settings, SIZES, figures);
  }

  private static List<ElasticFigure> all(List<NodeStep> steps) {
    List<Long> even = Collections.nCopies(64, 100 * MIB / 64);
    List<PartitionSizes> sizes = Collections.nCopies(6, RealFigures.sizes(2 * MIB, even));
    return List.of(
        RealFigures.bootstrap(steps, SIZES),
        RealFigures.clients(steps, "hotspot"),
        RealFigures.use(steps, SIZES, 2),
        PartitionFigure.of(sizes, SizeUnit.MIB));
  }

  @Test
  void whatMeetsAllAimsHolds() throws IOException {
    List<NodeStep> steps = List.of(step(4, 70, Map.of(), 75), step(5, 80, Map.of(), 75));
    RealReport report = report(all(steps));
    assertTrue(report.holds(), report.text());
    String text = report.text();
    assertTrue(
        text.contains("on real nodes: 3 to 5, all on this machine, 100.0 MiB, 3 replicas"), text);
    assertTrue(text.contains("warning: busy\n"), text);
    assertTrue(text.matches("(?s).*\n4 +70.0 \\(\\d.*\n5 +80.0 \\(.*"), text);
    assertTrue(text.matches("(?s).*\n4 +300 +1.5 +0.0 +2.5 +0.0 +1,000 +3.5 .*2,000 .*"), text);
    assertTrue(text.matches("(?s).*\n4 +0.20 +0.00 +0.00 \\(.*"), text);
    assertTrue(text.matches("(?s).*\n2.00 MiB +64 +1.56 +0.781 +0.000\n.*"), text);

    assertTrue(FigureFiles.draw(folder, "real-", report.figures()).isEmpty());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(
          Stream.of(
                  "5a",
                  "5b",
                  "5c",
                  "5d",
                  "5e",
                  "5f",
                  "6a-hotspot",
                  "6b-hotspot",
                  "7a",
                  "7b",
                  "8a",
                  "8b",
                  "8c")
              .flatMap(part -> Stream.of("real-" + part + ".png", "real-" + part + ".svg"))
              .toList(),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    JsonNode read = JsonMapper.builder().build().readTree(JsonReport.of(report.data()));
    assertEquals(2, read.at("/data/hotspot, clients").size());
    assertEquals(70, read.at("/data/hotspot, 95% reads, ZabDB/0/serveSeconds").asDouble());
    assertEquals(4, read.at("/data/zipf, 95% reads, split-move/0/nodes").asInt());
    assertEquals(4, read.at("/missed").size());
  }

  @Test
  void whatIsMissedIsSaidAndCounts() {
    List<NodeStep> steps =
        List.of(step(4, 70, Map.of("TIMEOUT", 3L), 75), step(5, 100, Map.of(), 20));
    RealReport report = report(all(steps));
    String text = report.text();
    assertEquals(false, report.holds(), text);
    for (String missed :
        List.of(
            "MISSED: the longest time until a node serves, by the shortest, is 1.429",
            "MISSED: the number of errors of clients with 4 nodes is 3.000",
            "MISSED: imbalance of requests with 5 nodes is 0.344",
            "MISSED: imbalance of bytes with 5 nodes is 0.344")) {
      assertTrue(text.contains(missed), missed + " in " + text);
    }
  }

  @Test
  void fullnessIsByTheGreatestSize() {
    PartitionSizes sizes = RealFigures.sizes(4, List.of(2L, 4L));
    assertEquals(2, sizes.count());
    assertEquals(0.75, sizes.fullness());
    assertEquals(0.25, sizes.deviation(), 1e-12);
  }
}
