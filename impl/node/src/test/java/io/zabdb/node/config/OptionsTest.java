package io.zabdb.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {

  private static final List<String> MIN =
      List.of(
          "--cluster=0f8fad5b-d9cb-469f-a165-70867728950e", "--node=1", "--data-directory=/data");

  @TempDir Path temp;

  @Test
  void namesAreUniqueAndDefaultsAreCanonical() {
    Set<String> names = new HashSet<>();
    for (Option<?> option : Options.all()) {
      assertTrue(names.add(option.name()), option.name());
      assertTrue(option.doc().matches("[A-Z].*\\."), option.name());
      if (option.fallback() != null && !option.name().equals("groups")) {
        assertEquals(option.fallback(), canonical(option), option.name());
      }
    }
  }

  private static <T> String canonical(Option<T> option) {
    return option.type().format(option.type().parse(option.fallback()));
  }

  @Test
  void theDocumentationHasTheTable() throws Exception {
    String table = Tables.markdown();
    Path generated = Path.of("target/configuration-table.md");
    Files.writeString(generated, table);
    String page = Files.readString(Path.of("../../docs/configuration.md"));
    assertTrue(
        page.contains(table),
        "docs/configuration.md differs from the options: take the table from impl/node/"
            + generated);
  }

  @Test
  void theDistributionHasTheExample() throws Exception {
    Path generated = Path.of("target/zabdb.properties");
    Files.writeString(generated, Tables.example());
    assertEquals(
        Tables.example(),
        Files.readString(Path.of("../dist/src/main/conf/zabdb.properties")),
        "the example in impl/dist differs from the options: take impl/node/" + generated);
  }

  @Test
  void whatIsPrintedIsAConfiguration() throws Exception {
    NodeConfigReader.Read first = NodeConfigReader.read(MIN, Map.of("ZABDB_TICK", "5ms"));
    assertTrue(first.table().contains("# ZABDB_TICK"), first.table());
    assertTrue(first.table().contains("# default: none"), first.table());
    Path file = Files.writeString(temp.resolve("printed"), first.table());
    NodeConfig again = NodeConfigReader.read(List.of("--config=" + file), Map.of()).config();
    assertEquals(first.config().replication(), again.replication());
    assertEquals(first.config().network(), again.network());
  }

  @Test
  void theExampleIsAllDefaults() throws Exception {
    Path file = Files.writeString(temp.resolve("example"), Tables.example());
    assertFalse(Files.readAllLines(file).stream().anyMatch(line -> line.matches("[a-z].*")));
    Path enabled =
        Files.writeString(
            temp.resolve("enabled"), Tables.example().replaceAll("(?m)^#([a-z0-9-]+ = .)", "$1"));
    List<String> flags = new java.util.ArrayList<>(MIN);
    flags.add("--config=" + enabled);
    assertEquals(
        NodeConfigReader.read(MIN, Map.of()).config().replication(),
        NodeConfigReader.read(flags, Map.of()).config().replication());
  }

  @Test
  void nearestNames() {
    assertEquals("tick", Nearest.to("tock", Tables.names()));
    assertEquals(3, Nearest.distance("kitten", "sitting"));
    assertEquals(3, Nearest.distance("", "abc"));
  }
}
