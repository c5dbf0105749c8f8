package io.zabdb.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Classes of the product have one purpose each, and can be read in one go. */
class ClassSizesTest {

  private static final int MAX_LINES = 400;
  private static final int MAX_IMPORTS = 25;

  /** Those in which a few classes put everything together, and so know more. */
  private static final Set<String> WITH_MANY_IMPORTS =
      Set.of("cli", "client", "node", "peer", "rpc", "storage");

  @Test
  void noneIsLong() throws IOException {
    List<String> found = new ArrayList<>();
    int read = 0;
    for (Path module : Sources.modules()) {
      for (Path file : Sources.files(module)) {
        read++;
        int lines = Files.readAllLines(file).size();
        if (lines > MAX_LINES) {
          found.add(file.getFileName() + ": " + lines + " lines");
        }
      }
    }
    assertEquals(List.of(), found, "more than " + MAX_LINES);
    assertTrue(read > 500, read + " files");
  }

  @Test
  void noneKnowsManyOthers() throws IOException {
    List<String> found = new ArrayList<>();
    int read = 0;
    for (Path module : Sources.modules()) {
      if (WITH_MANY_IMPORTS.contains(module.getFileName().toString())) {
        continue;
      }
      for (Path file : Sources.files(module)) {
        read++;
        long imports =
            Files.readAllLines(file).stream().filter(line -> line.startsWith("import ")).count();
        if (imports > MAX_IMPORTS) {
          found.add(file.getFileName() + ": " + imports + " imports");
        }
      }
    }
    assertEquals(List.of(), found, "more than " + MAX_IMPORTS);
    assertTrue(read > 200, read + " files");
  }
}
