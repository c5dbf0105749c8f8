package io.zabdb.modelcheck.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsTest {

  private static final List<String> TITLES = List.of("module", "model", ">time");

  @TempDir Path folder;

  private String record(List<List<String>> rows, List<String> keep) throws Exception {
    Path file = folder.resolve("STATISTICS.md");
    Statistics statistics = Statistics.read(file);
    statistics.record("TLC", List.of("a note"), TITLES, rows, keep);
    statistics.write();
    return Files.readString(file);
  }

  @Test
  void replacesRowsAndKeepsTheOthers() throws Exception {
    record(
        List.of(List.of("Zab", "MCZab", "10.0 s"), List.of("Zab", "Old", "1.0 s")),
        List.of("MCZab", "Old"));
    String text = record(List.of(List.of("Ring", "MCRing", "2.0 s")), List.of("MCZab", "MCRing"));
    assertTrue(text.contains("| Zab    | MCZab  | 10.0 s |\n"), text);
    assertTrue(text.contains("| Ring   | MCRing |  2.0 s |\n"), text);
    assertTrue(!text.contains("Old"), text);
    assertEquals(1, text.split("a note", -1).length - 1, text);
  }

  @Test
  void readsWhatItWrites() throws Exception {
    String once = record(List.of(List.of("Zab", "MCZab", "10.0 s")), List.of());
    Statistics.read(folder.resolve("STATISTICS.md")).write();
    assertEquals(once, Files.readString(folder.resolve("STATISTICS.md")));
  }
}
